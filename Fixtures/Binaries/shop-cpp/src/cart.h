#pragma once
#include "price_table.h"

namespace shop {

struct Line {
    int item;
    int quantity;
    Money price;
    const Line *next;
};

class Cart {
    const Line *first;

public:
    explicit Cart(const Line *first) : first(first) {}

    template <class Body> INLINE void each(Body body) const {
        for (const Line *line = first; line; line = line->next)
            body(*line); // INLINED: body
    }

    // An ordinary inline function: the optimizer decides.
    template <class Policy> void reprice(const PriceTable<Policy> &table) const {
        each([&](const Line &line) {
            table.update(line.item, line.price); // INLINED: update
        });
    }
};

} // namespace shop
