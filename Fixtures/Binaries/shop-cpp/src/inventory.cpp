#include "inventory.h"
#include "ledger.h"

namespace shop {
namespace {

struct Guard {
    INLINE Guard() { shop_sink = shop_sink + 1; }
    INLINE ~Guard() { shop_sink = shop_sink - 1; }
};

inline int mix(int a, int b) {
    int rotated = (a << 3) ^ b;
    shop_sink = rotated;
    return rotated + 17;
}

/// A class of an anonymous namespace.
class Shelf {
    const int *items;

    INLINE void check(int stock) const {
        if (stock < 0)
            __builtin_trap(); // CRASH: verify
    }

public:
    explicit Shelf(const int *items) : items(items) {}

    OUTLINE int verify(int item) const {
        int stock = items[item];
        check(stock); // INLINED: check
        if (stock > 100000)
            throw AuditError{item}; // CALL: throw
        return stock;
    }
};

} // namespace

/// Lexical blocks, try and catch, with inlined calls inside.
long Inventory::audit(int from) {
    long seen = 0;
    try {
        Guard guard;
        Shelf shelf(items);
        for (int item = from; item < count; item++) {
            int step = mix(item, from);
            {
                int stock = shelf.verify(item); // CALL: verify
                if (stock > 10) {
                    int more = mix(stock, step);
                    seen += more;
                }
            }
        }
    } catch (const AuditError &error) {
        seen = mix(error.code, -1);
    }
    return seen;
}

} // namespace shop
