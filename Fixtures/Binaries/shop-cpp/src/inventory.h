#pragma once
#include "money.h"

namespace shop {

struct AuditError {
    int code;
};

class Inventory {
    const int *items;
    int count;

public:
    Inventory(const int *items, int count) : items(items), count(count) {}
    OUTLINE long audit(int from);
};

} // namespace shop
