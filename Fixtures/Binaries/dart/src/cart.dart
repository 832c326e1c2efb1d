/* C that stands for the code of a Flutter app: build.sh gives it Dart's names and files. */
extern volatile int shop_steps;
volatile int shop_steps;

__attribute__((noinline)) static int Ledger_throwNoAccount(int account) {
  shop_steps += account;
  return shop_steps - account;
}

static inline __attribute__((always_inline)) int Ledger_post(int account) {
  return Ledger_throwNoAccount(account + 4) + 1; /* CALL: throw */
}

__attribute__((noinline)) int Cart_checkout(int count) {
  int posted = Ledger_post(count); /* INLINED: post */
  shop_steps += posted;
  return posted * 2;
}

__attribute__((noinline)) int Cart_sync(int count) {
  int posted = Cart_checkout(count); /* CALL: again */
  shop_steps -= posted;
  return posted + 3;
}
