// Made by programs.py. The number of the crash is the first argument.
typedef unsigned long size;
#define NOINLINE __attribute__((noinline))
volatile long sink;
NOINLINE static void use(long value) { sink += value; }
NOINLINE static void touch(void *memory) { sink += (long)memory; __asm__ volatile("" : : "r"(memory) : "memory"); }
#ifdef __cplusplus
extern "C"
#endif
void *memcpy(void *to, const void *from, size count) {
  for (size i = 0; i < count; i++) ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}
static long opaque(long value) { volatile long kept = value; return kept; }
struct t0 {
  struct t0 *link0;
  unsigned v01;
  int v00;
};
struct t1 {
  short v11;
  struct t0 row1[3];
  char v12;
  struct t1 *link1;
  double v10;
  struct t0 in1;
  long v13;
  struct t0 *to1;
};
struct t2 {
  struct t0 row2[2];
  struct t1 *to2;
  float v20;
  struct t2 *link2;
  struct t1 in2;
  char v21;
};
struct t3 {
  struct t1 *to3;
  unsigned v31;
  double v30;
  unsigned char v32;
  struct t2 row3[3];
  struct t3 *link3;
  struct t2 in3;
};
struct Held0 { long first; struct t1 *part; };
struct Class0 {
  int limit; struct t1 *owned; Held0 held; struct t1 whole;
  NOINLINE long run(int n) { use(1); return (long)(owned->in1.v00) + n; }
};
struct Held1 { long first; struct t1 *part; };
struct Class1 {
  int limit; struct t1 *owned; Held1 held; struct t1 whole;
  NOINLINE long run(int n) { use(1); return (long)(held.part->v11) + n; }
};
struct Held2 { long first; struct t2 *part; };
struct Class2 {
  int limit; struct t2 *owned; Held2 held; struct t2 whole;
  NOINLINE long run(int n) { use(1); return (long)(held.part->in2.v11) + n; }
};
NOINLINE static long f3(const t1 &by, int n) { use(n); return (long)(by.to1->v00); }
struct Base4 { long tag = 1; virtual long area() const; };
long Base4::area() const { return tag; }
NOINLINE static long f4(Base4 *shape, int n) { use(n); return shape->area() + n; }
struct One5 { long one; };
struct Two5 { t3 *held; int count; };
struct Both5 : One5, Two5 { t3 inner; };
NOINLINE static long f5(Both5 *both, int n) { use(n); return (long)(both->held->row3[1].v20) + n; }
template <typename T> struct Box6 { T *value; T *operator->() const { return value; } };
template <typename T> NOINLINE static long f6(const Box6<T> &box, int n) { use(n); return (long)(box->v01); }
template <typename F> NOINLINE static long call7(const F &body) { use(1); return body(2); }
NOINLINE static long f7(t1 *seen, int n) {
  return call7([seen, n](int more) { return (long)(seen->v12) + n + more; });
}
struct One8 { long one; };
struct Two8 { t1 *held; int count; };
struct Both8 : One8, Two8 { t1 inner; };
NOINLINE static long f8(Both8 *both, int n) { use(n); return (long)(both->held->v12) + n; }
struct One9 { long one; };
struct Two9 { t1 *held; int count; };
struct Both9 : One9, Two9 { t1 inner; };
NOINLINE static long f9(Both9 *both, int n) { use(n); return (long)(both->held->v12) + n; }
NOINLINE static long f10(struct t2 *p, int n) {
  if (n > 5) use(1); else use(2);
  return (long)(p->link2->to2->v13) + n;
}
NOINLINE static long f11(struct t2 *p, int n) {
  struct t0 *kept = p->to2->to1;
  use(n);
  use(n + 1);
  return (long)(kept->v01) + n;
}
static inline long g12(struct t0 *part, int weight) { return (long)(part->v01) * weight; }
NOINLINE static long f12(struct t1 *p, int n) {
  use(n);
  return g12(p->to1, n) + n;
}
NOINLINE static long f13(struct t3 *first, int depth) {
  long sum = 0;
  for (struct t3 *each = first; depth > 0; each = each->link3, depth--) sum += (long)(each->row3[1].in2.v13);
  return sum;
}
NOINLINE static long f14(short total, short parts) { return total / parts; }
NOINLINE static long f15(long n) {
  volatile char block[80];
  block[n % 80] = 1;
  touch((void *)block);
  return f15(n + 1) + block[0];
}
static long data16[4] = {1, 2, 3, 4};
struct j16 { long other; int (*report)(int); };
NOINLINE static int f16(struct j16 *from, int n) { return from->report(n) + 1; }
NOINLINE static void f17(int n) { use(n); if (n > 0) __builtin_trap(); }
static struct t1 *shared18;
NOINLINE static long f18(int n) {
  use(n);
  return (long)(shared18->row1[2].link0->v00) + n;
}
#ifdef __cplusplus
extern "C"
#endif
int crash(int kind) {
  volatile int zero = 0;
  int n = zero + 3;
  switch (kind) {
  case 0: {
    static Class0 object0;
    object0.owned = (struct t1 *)opaque(0x71fe00f01000L);
    use(((Class0 *)opaque((long)&object0))->run(n));
    return 0;
  }
  case 1: {
    static Class1 object1;
    object1.held.part = (struct t1 *)opaque(0x18L);
    use(((Class1 *)opaque((long)&object1))->run(n));
    return 0;
  }
  case 2: {
    static Class2 object2;
    object2.held.part = (struct t2 *)0xf2L;
    use(((Class2 *)opaque((long)&object2))->run(n));
    return 0;
  }
  case 3: {
    static t1 by3;
    by3.to1 = (t0 *)opaque(0x0L);
    use(f3(*(t1 *)opaque((long)&by3), n));
    return 0;
  }
  case 4: {
    use(f4((Base4 *)opaque(0x5a5a5a5a5a5a5a5aL), n));
    return 0;
  }
  case 5: {
    static Both5 both5;
    both5.held = (t3 *)opaque(0x18L);
    use(f5((Both5 *)opaque((long)&both5), n));
    return 0;
  }
  case 6: {
    use(f6(Box6<t0>{(t0 *)0x71fe00f01000L}, n));
    return 0;
  }
  case 7: {
    use(f7((t1 *)opaque(0x71fe00f01000L), n));
    return 0;
  }
  case 8: {
    static Both8 both8;
    both8.held = (t1 *)opaque(0xf2L);
    use(f8((Both8 *)opaque((long)&both8), n));
    return 0;
  }
  case 9: {
    static Both9 both9;
    both9.held = (t1 *)opaque(0x0L);
    use(f9((Both9 *)opaque((long)&both9), n));
    return 0;
  }
  case 10: {
    static struct t2 o10_0;
    static struct t2 o10_1;
    o10_0.link2 = &o10_1;
    o10_1.to2 = (struct t1 *)0x0L;
    use(f10((struct t2 *)opaque((long)&o10_0), n));
    return 0;
  }
  case 11: {
    static struct t2 o11_0;
    static struct t1 o11_1;
    o11_0.to2 = &o11_1;
    o11_1.to1 = (struct t0 *)0x0L;
    use(f11(&o11_0, n));
    return 0;
  }
  case 12: {
    static struct t1 o12_0;
    o12_0.to1 = (struct t0 *)opaque(0x0L);
    use(f12((struct t1 *)opaque((long)&o12_0), n));
    return 0;
  }
  case 13: {
    static struct t3 a13, b13;
    a13.link3 = &b13;
    b13.link3 = (struct t3 *)opaque(0xf2L);
    use(f13((struct t3 *)opaque((long)&a13), n + 6));
    return 0;
  }
  case 14: {
    use(f14((short)(n + 40), (short)opaque(0)));
    return 0;
  }
  case 15: {
    use(f15(n));
    return 0;
  }
  case 16: {
    static struct j16 from16;
    from16.report = (int (*)(int))0;
    touch(&from16);
    use(f16((struct j16 *)opaque((long)&from16), n));
    return 0;
  }
  case 17: {
    f17(n);
    return 0;
  }
  case 18: {
    static struct t1 o18_0;
    o18_0.row1[2].link0 = (struct t0 *)opaque(0x0L);
    shared18 = &o18_0;
    touch(&shared18);
    use(f18(n));
    return 0;
  }
  }
  return 0;
}
int main(int count, char **arguments) {
  int kind = 0;
  for (char *digit = count > 1 ? arguments[1] : (char *)""; *digit; digit++) kind = kind * 10 + *digit - '0';
  return crash(kind);
}
