#include "PayKit.h"

namespace paykit {
namespace {

volatile unsigned seed = 7;

inline unsigned digest(const char *text) {
    unsigned value = seed;
    while (*text)
        value = value * 33 + static_cast<unsigned char>(*text++);
    return value;
}

__attribute__((noinline)) unsigned sign(const char *token, long cents) {
    unsigned value = digest(token) ^ static_cast<unsigned>(cents);
    if (value & 1)
        seed = value;
    if (cents > 1000)
        __builtin_trap(); // CRASH: sign
    return value;
}

} // namespace

long Gateway::charge(const char *token, long cents) {
    long sum = 0;
    for (int attempt = 0; attempt < attempts; attempt++)
        sum += sign(token, cents + attempt); // CALL: sign
    return sum;
}

} // namespace paykit

extern "C" __attribute__((noinline, visibility("default"))) long paykit_charge(const char *token, long cents) {
    paykit::Gateway gateway(3);
    return gateway.charge(token, cents) + 1; // CALL: charge
}
