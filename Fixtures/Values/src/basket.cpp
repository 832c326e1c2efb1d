// A basket in which a pointer to the next item is null. Nothing from headers: there are none for Apple's systems here.
enum Color { red = 1, green = 5 };
struct Price { long cents; double rate; };
struct Item { int id; Color color; Price price; const char *label; Item *next; };
struct Flags { unsigned isGift : 1; int weight : 7; unsigned char rest; };
typedef long (*Rule)(long);

volatile long total;
extern "C" __attribute__((noinline)) void keep(const void *pointer) { total += pointer != 0; }
__attribute__((noinline)) long discounted(long cents) { return cents - cents / 10; }

static inline __attribute__((always_inline)) long priceOf(const Item *item, int count, Rule rule) {
  long factor = count * 2L;
  long cents = item->price.cents; // CRASH: 0
  return rule(cents) * factor;
}

__attribute__((noinline)) long pick(Item *first, int index, Flags flags, double rate) {
  char name[12] = "plum jam";
  int sizes[3] = {index, index * 2, 7};
  Item copy = *first;
  bool isOpen = flags.isGift;
  keep(name);
  keep(sizes);
  keep(&copy);
  long sum = priceOf(first->next, index + 1, discounted); // INLINED: 1
  return sum + (isOpen ? sizes[1] : 0) + (long)rate;
}

Item items[1];

int main(int count, char **) {
  items[0].id = 41 + count;
  items[0].color = green;
  items[0].price.cents = 350;
  items[0].label = "jam";
  Flags flags = {1, -3, 9};
  return (int)pick(items, count + 4, flags, 0.5); // CALL: 2
}
