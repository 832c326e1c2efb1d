// Crashes of known cause. The number of the crash is the first argument; see measure.py.
#include <stdlib.h>
#include <string.h>

struct price { long cents; int scale; };
struct item { int id; struct price price; char label[16]; };
struct order { struct item *item; struct order *next; struct item stock[3]; };
struct shop { struct order *first; int (*report)(struct shop *); struct { struct order *last; } log; };

static struct order *current;
volatile long sink;
__attribute__((noinline)) static void use(long value) { sink += value; }

__attribute__((noinline)) static long member(struct item *item) { return item->price.cents + item->id; }
__attribute__((noinline)) static long chain(struct order *order) { return order->item->price.scale; }
__attribute__((noinline)) static long list(struct order *order, int depth) {
  long sum = 0;
  for (struct order *each = order; depth > 0; each = each->next, depth--) sum += each->stock[1].id;
  return sum;
}
__attribute__((noinline)) static void write_member(struct shop *shop) { shop->first->stock[2].price.cents = 7; }
__attribute__((noinline)) static long after_call(struct shop *shop, int n) {
  struct order *kept = shop->log.last;
  use(n);
  use(n + 1);
  return kept->item->id + n;
}
static inline long inner(struct item *part, int weight) { return part->price.scale * weight; }
__attribute__((noinline)) static long inlined(struct order *order, int weight) {
  long total = weight;
  use(total);
  return inner(order->item, weight) + total;
}
__attribute__((noinline)) static long global(void) { return current->stock[0].price.cents; }
__attribute__((noinline)) static long damaged(struct item *item) { return item->label[3]; }
__attribute__((noinline)) static long freed(struct order *order) { return order->next->stock[1].label[0]; }
__attribute__((noinline)) static long divide(int total, int parts) { return total / parts; }
__attribute__((noinline)) static long divide_member(struct item *item, int total) { return total / item->id; }
__attribute__((noinline)) static long range(struct item *items, long index) { return items[index].price.scale; }
__attribute__((noinline)) static long local(int n) {
  struct shop shop;
  memset(&shop, 0, sizeof shop);
  use((long)&shop);
  return shop.first->stock[n & 1].id;
}
__attribute__((noinline)) static long recursion(long n) {
  volatile char block[400];
  block[n & 255] = 1;
  return recursion(n + 1) + block[0];
}
__attribute__((noinline)) static void readonly(char *text) { text[2] = 'x'; }
__attribute__((noinline)) static void trap(int n) { if (n > 0) __builtin_trap(); }
__attribute__((noinline)) static long call_null(struct shop *shop) { return shop->report(shop) + 1; }
__attribute__((noinline)) static long twice(struct order **place) { return (*place)->item->id; }

int main(int count, char **arguments) {
  int kind = count > 1 ? atoi(arguments[1]) : 0;
  struct item item = {3, {250, 2}, "seven"};
  struct order last = {0, 0, {{0}}}, order = {&item, &last, {{0}}}, wild = {0, (struct order *)0x5a5a5a5a5a5a5a5a, {{0}}};
  struct order *place = &last;
  struct shop shop = {0, 0, {&last}};
  switch (kind) {
  case 0: return (int)member(0);
  case 1: return (int)chain(&last);
  case 2: return (int)list(&order, 5);
  case 3: write_member(&shop); return 0;
  case 4: return (int)after_call(&shop, kind);
  case 5: return (int)inlined(&last, kind);
  case 6: return (int)global();
  case 7: return (int)damaged((struct item *)0xf2);
  case 8: return (int)freed(&wild);
  case 9: return (int)divide(kind, count - 2);
  case 10: return (int)divide_member(&last.stock[0], kind);
  case 11: return (int)range(&item, 0x40000000);
  case 12: return (int)local(kind);
  case 13: return (int)recursion(kind);
  case 14: readonly((char *)"constant"); return 0;
  case 15: trap(kind); return 0;
  case 16: return (int)call_null(&shop);
  case 17: return (int)twice(&place);
  }
  return 0;
}
