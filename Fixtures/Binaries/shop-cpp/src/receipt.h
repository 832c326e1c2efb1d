#pragma once
#include "money.h"

namespace shop {

[[noreturn]] void panic(const char *why);

class Receipt {
    long sums[4];

public:
    explicit Receipt(long sum) : sums{sum, sum, -1, sum} {}
    OUTLINE long print(int lines);
    OUTLINE long stamp(int kind);
};

} // namespace shop
