#include "ledger.h"

__attribute__((objc_root_class)) @interface Basket {
    Class isa;
    long total;
}
+ (Basket *)shared;
- (long)addItem:(long)item quantity:(long)quantity;
- (void)tapped:(id)sender;
@end

static Basket *volatile sharedBasket;

static inline long weight(long item, long quantity) {
    return item * 31 + quantity;
}

__attribute__((noinline)) static long perform(long (^work)(long)) {
    long result = work(12); // CALL: work
    shop_sink = result;
    return result;
}

@implementation Basket

+ (Basket *)shared {
    return sharedBasket;
}

- (long)addItem:(long)item quantity:(long)quantity {
    long added = perform(^long(long percent) { // CALL: perform
        shop_sink = weight(item, quantity);
        return ledger_commit(checkout_entry, shop_checkout, (int)percent) + quantity; // CALL: ledger_commit
    });
    total += added;
    return total;
}

- (void)tapped:(id)sender {
    total = [self addItem:7 quantity:2] + 1; // CALL: addItem
    shop_sink = total;
}

@end

long basket_add(long item, long quantity) {
    return [[Basket shared] addItem:item quantity:quantity] + 1; // CALL: basket
}
