#include "category.h"
#include "checkout.h"
#include "inventory.h"
#include "ledger.h"
#include "receipt.h"

extern "C" int usleep(unsigned microseconds);
#if defined(SHOP_IOS)
extern "C" int UIApplicationMain(int argc, char **argv, void *principal, void *delegate);
#elif defined(__APPLE__)
extern "C" int NSApplicationMain(int argc, const char **argv);
#endif

void *volatile shop_checkout;

namespace shop {

static const int stock[] = {12, 40, 3, -1};
static long *volatile nowhere = reinterpret_cast<long *>(0x18);

/// Body of the second thread.
extern "C" OUTLINE void *sync_loop(void *argument) {
    while (!shop_sink)
        usleep(250000); // CALL: usleep
    return argument;
}

static inline long open_basket(long item) {
    shop_sink = item;
    return basket_add(item, 2); // CALL: basket_add
}

OUTLINE long run(int scenario) {
    Line second{1, 1, Money{1299}, nullptr};
    Line first{0, 2, Money{450}, &second};
    Cart cart(&first);
    Checkout checkout(cart, Span<volatile long>{nowhere, 2});
    shop_checkout = &checkout;
    Category root{nullptr, nowhere};
    long scratch = 0;
    Category child{&root, &scratch};
    Category leaf{&child, &scratch};
    Category bud{&leaf, &scratch};

    switch (scenario) {
    case 1:
        return Inventory(stock, 4).audit(0); // CALL: audit
    case 2:
        return bud.depth(1); // CALL: first depth
    case 3:
        return Receipt(4100).print(4); // CALL: print
    case 4:
        return Receipt(4100).stamp(2); // CALL: stamp
    case 5:
        return ledger_post(nowhere, 3, 250); // CALL: ledger_post
    case 6:
        return paykit_charge("visa", 4100); // CALL: paykit_charge
    case 7:
        return checkout.preview(1); // CALL: preview
    default:
        return open_basket(7); // INLINED: open_basket
    }
}

} // namespace shop

int main(int argc, char **argv) {
    int scenario = argc > 1 ? argv[1][0] - '0' : 0;
#if defined(SHOP_IOS)
    if (scenario == 9)
        return UIApplicationMain(argc, argv, nullptr, nullptr); // CALL: UIApplicationMain
#elif defined(__APPLE__)
    if (scenario == 9)
        return NSApplicationMain(argc, const_cast<const char **>(argv)); // CALL: NSApplicationMain
#endif
    return static_cast<int>(shop::run(scenario)) & 1; // CALL: run
}
