// More crashes, of C++. The number of the crash is the first argument; see measure.py.
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

volatile long sink;
__attribute__((noinline)) static void use(long value) { sink += value; }

struct Base { long tag = 1; virtual long area() const { return tag; } virtual ~Base() = default; };
struct Shape : Base { long width = 2; Shape *parent = nullptr; long area() const override { return width; } };
struct Owner { Shape *shape = nullptr; int count = 0; std::vector<int> numbers; };

struct Cart {
  Owner *owner = nullptr;
  long limit = 4;
  __attribute__((noinline)) long owned() { return owner->count + limit; }
  __attribute__((noinline)) long width() const { return owner->shape->width; }
  __attribute__((noinline)) void set(int n) { owner->count = n; }
};

__attribute__((noinline)) static long reference(const Owner &owner) { return owner.shape->parent->width; }
__attribute__((noinline)) static long dispatched(Base *base) { return base->area(); }
__attribute__((noinline)) static long element(const std::vector<int> &numbers, size_t index) { return numbers[index]; }
__attribute__((noinline)) static long smart(const std::shared_ptr<Shape> &shape) { return shape->width; }
__attribute__((noinline)) static long unique(std::unique_ptr<Owner> owner) { use(1); return owner->count; }
template <typename T> __attribute__((noinline)) static long generic(T *value) { return value->limit; }

int main(int count, char **arguments) {
  int kind = count > 1 ? std::atoi(arguments[1]) : 0;
  Cart cart;
  Owner owner;
  Shape shape;
  switch (kind) {
  case 0: return int(cart.owned());
  case 1: cart.owner = &owner; return int(cart.width());
  case 2: cart.set(kind); return 0;
  case 3: owner.shape = &shape; return int(reference(owner));
  case 4: return int(dispatched(nullptr));
  case 5: return int(element({1, 2, 3}, 0x10000000));
  case 6: return int(smart(nullptr));
  case 7: return int(unique(nullptr));
  case 8: return int(generic(static_cast<Cart *>(nullptr)));
  case 9: { Cart *none = nullptr; return int(none->owned()); }
  }
  return 0;
}
