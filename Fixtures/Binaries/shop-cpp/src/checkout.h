#pragma once
#include "cart.h"

namespace shop {

class Checkout {
    const Cart &cart;
    Span<volatile long> ledger;

public:
    Checkout(const Cart &cart, Span<volatile long> ledger) : cart(cart), ledger(ledger) {}
    OUTLINE long total(int percent) const;
    OUTLINE long preview(int item) const;
};

} // namespace shop
