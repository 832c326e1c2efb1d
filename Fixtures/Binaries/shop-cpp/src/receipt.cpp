#include "receipt.h"
#include "ledger.h"

namespace shop {

static const char *volatile reason;

[[noreturn]] OUTLINE __attribute__((cold)) void panic(const char *why) {
    reason = why;
    __builtin_trap(); // CRASH: panic
}

static OUTLINE long seal(long value, int factor) {
    shop_sink = value;
    return value * factor + shop_sink;
}

/// The call of `panic` never returns, so its return address may already
/// belong to the next function; gcc puts it into print(int) [clone .cold].
long Receipt::print(int lines) {
    long printed = 0;
    for (int line = 0; line < lines; line++) {
        long sum = *(volatile long *)&sums[line & 3];
        if (__builtin_expect(sum < 0, 0)) {
            shop_sink = sum;
            shop_sink = printed;
            panic("negative sum"); // CALL: panic
        }
        printed += Money{sum}.scaled(107).cents;
    }
    return printed;
}

/// Two equal calls on different lines: clang joins them into one on line 0.
long Receipt::stamp(int kind) {
    long out;
    if (shop_sink > 3)
        out = seal(kind, 3);
    else
        out = seal(kind, 7);
    return out + 1;
}

} // namespace shop
