#pragma once
#include "money.h"

namespace shop {

/// One cell of a table; the innermost inlined function of the crash "store".
template <class T> struct Slot {
    T *cell;

    INLINE void write(long value) const {
        *cell = value; // CRASH: store
    }
};

template <class T> struct Span {
    T *data;
    int count;

    INLINE Slot<T> slot(int index) const {
        return Slot<T>{data + index};
    }

    INLINE void set(int index, long value) const {
        slot(index).write(value); // INLINED: write
    }
};

} // namespace shop
