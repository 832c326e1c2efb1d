/* C that stands for the code of a Flutter app: build.sh gives it Dart's names and files. */
int Cart_checkout(int count);
int Cart_sync(int count);
extern volatile int shop_steps;

__attribute__((noinline)) int ShopPage_onTap(int count) {
  int paid = Cart_checkout(count + 1); /* CALL: checkout */
  shop_steps += paid;
  return paid + 2;
}

__attribute__((noinline)) int shop_main(int count) {
  int steps = ShopPage_onTap(count * 3); /* CALL: onTap */
  shop_steps += Cart_sync(steps); /* CALL: sync */
  return steps + 1;
}
