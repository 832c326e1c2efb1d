/* The place of Basket.m where there is no Objective-C. */
#include "ledger.h"

static inline long weight(long item, long quantity) {
    return item * 31 + quantity;
}

__attribute__((noinline)) long basket_add(long item, long quantity) {
    shop_sink = weight(item, quantity);
    return ledger_commit(checkout_entry, shop_checkout, 12) + quantity; // CALL: ledger_commit
}
