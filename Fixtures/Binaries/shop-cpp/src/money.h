#pragma once

#define INLINE inline __attribute__((always_inline))
#define OUTLINE __attribute__((noinline))

namespace shop {

struct Money {
    long cents;

    static INLINE long round(long hundredths) {
        return (hundredths + 50) / 100;
    }

    INLINE Money scaled(int percent) const {
        return Money{round(cents * percent)};
    }
};

} // namespace shop
