#include "checkout.h"
#include "ledger.h"

namespace shop {

/// The stores of `reprice` are six inlined functions deep.
long Checkout::total(int percent) const {
    PriceTable<Discount> table(ledger, Discount{percent});
    cart.reprice(table); // INLINED: reprice
    long sum = 0;
    cart.each([&](const Line &line) {
        sum += line.price.scaled(100 - percent).cents * line.quantity;
    });
    return sum;
}

long Checkout::preview(int item) const {
    PriceTable<Discount> reduced(ledger, Discount{10});
    PriceTable<NoDiscount> plain(ledger, NoDiscount{});
    return plain.lookup(item) - reduced.lookup(item); // CALL: lookup
}

} // namespace shop

extern "C" OUTLINE long checkout_entry(void *context, int percent) {
    const shop::Checkout *checkout = static_cast<const shop::Checkout *>(context);
    return checkout->total(percent) + 1; // CALL: total
}
