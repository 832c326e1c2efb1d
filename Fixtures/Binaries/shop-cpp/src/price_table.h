#pragma once
#include "span.h"

namespace shop {

struct Discount {
    int percent;

    Money apply(Money base) const {
        return base.scaled(100 - percent);
    }
};

struct NoDiscount {
    Money apply(Money base) const { return base; }
};

template <class Policy> class PriceTable {
    Span<volatile long> prices;
    Policy policy;

public:
    PriceTable(Span<volatile long> prices, Policy policy) : prices(prices), policy(policy) {}

    INLINE void update(int item, Money base) const {
        long cents = policy.apply(base).cents;
        prices.set(item, cents); // INLINED: set
    }

    OUTLINE long lookup(int item) const;
};

template <class Policy> long PriceTable<Policy>::lookup(int item) const {
    if (item >= prices.count)
        return -1;
    return policy.apply(Money{prices.data[item]}).cents;
}

} // namespace shop
