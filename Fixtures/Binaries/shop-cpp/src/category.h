#pragma once
#include "money.h"

namespace shop {

struct Category {
    const Category *parent;
    volatile long *visits;

    OUTLINE long depth(int level) const;
};

} // namespace shop
