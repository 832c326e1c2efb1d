#pragma once

namespace paykit {

class Gateway {
    int attempts;

public:
    explicit Gateway(int attempts) : attempts(attempts) {}
    __attribute__((noinline)) long charge(const char *token, long cents);
};

} // namespace paykit
