#include "category.h"

namespace shop {

long Category::depth(int level) const {
    *visits = level; // CRASH: depth
    if (!parent)
        return level;
    return parent->depth(level + 1) + 1; // CALL: depth
}

} // namespace shop
