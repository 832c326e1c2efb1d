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
  unsigned v00;
  int v01;
  struct t0 *link0;
  int v02;
};
struct t1 {
  struct t0 in1;
  struct t0 *to1;
  struct t1 *link1;
  struct t0 row1[3];
  long v11;
  unsigned v10;
};
struct t2 {
  struct t0 *to2;
  struct t0 in2;
  struct t2 *link2;
  struct t1 row2[2];
  short v20;
  float v21;
};
struct t3 {
  struct t0 row3[2];
  double v32;
  struct t0 in3;
  struct t2 *to3;
  float v30;
  struct t3 *link3;
  float v31;
};
NOINLINE static long f0(long e1, long e0, struct t1 *p, int n) {
  return (long)(p->link1->v11) + n;
}
NOINLINE static void f1(struct t1 *p, int n) {
  for (int i = 0; i < n; i++) use(i);
  p->row1[2].v00 = (unsigned)n;
}
NOINLINE static void f2(struct t1 *p, int n) {
  for (int i = 0; i < n; i++) use(i);
  p->link1->row1[2].v01 = (int)n;
}
NOINLINE static long f3(struct t1 *p, int n) {
  if (n > 5) use(1); else use(2);
  return (long)(p->link1->row1[2].v01) + n;
}
NOINLINE static long f4(struct t2 *p, int n) {
  struct t0 *kept = p->to2;
  use(n);
  use(n + 1);
  return (long)(kept->v00) + n;
}
static inline long g5(struct t0 *part, int weight) { return (long)(part->v00) * weight; }
NOINLINE static long f5(struct t1 *p, int n) {
  use(n);
  return g5(p->row1[2].link0->link0, n) + n;
}
NOINLINE static long f6(struct t2 *first, int depth) {
  long sum = 0;
  for (struct t2 *each = first; depth > 0; each = each->link2, depth--) sum += (long)(each->v21);
  return sum;
}
struct t1 *shared7;
NOINLINE static long f7(int n) {
  use(n);
  return (long)(shared7->row1[2].link0->v00) + n;
}
NOINLINE static void h8(struct t2 *whole, long value) { whole->link2 = (struct t2 *)value; touch(whole); }
NOINLINE static long f8(int n, long value) {
  struct t2 whole;
  h8(&whole, value);
  return (long)(whole.link2->row2[1].v11) + n;
}
NOINLINE static long f9(struct t2 **place, int n) { return (long)((*place)->v21) + n; }
NOINLINE static void f10(struct t1 *from, int n) {
  struct t1 copy = *from;
  touch(&copy);
  use(n);
}
struct s11 { int count; struct t2 *slots[4]; };
NOINLINE static long f11(struct s11 *set, int n) { return (long)(set->slots[2]->in2.v02) + n; }
NOINLINE static void f12(unsigned *out, int n) { use(1); use((long)*out + n); }
NOINLINE static long f13(struct t1 *items, long index) { return (long)(items[index].v10); }
NOINLINE static long f14(long total, long parts) { return total / parts; }
NOINLINE static long f15(long n) {
  volatile char block[2000];
  block[n % 2000] = 1;
  touch((void *)block);
  return f15(n + 1) + block[0];
}
NOINLINE static void f16(char *text, int n) { use(n); text[2] = 'x'; }
NOINLINE static void f17(int n) { use(n); if (n > 0) __builtin_trap(); }
static long data18[4] = {1, 2, 3, 4};
struct j18 { long other; int (*report)(int); };
NOINLINE static int f18(struct j18 *from, int n) { return from->report(n) + 1; }
NOINLINE static void f19(int n) {
  use(n);
#ifdef __x86_64__
  __asm__ volatile("int3");
#else
  __asm__ volatile("brk #0xf000");
#endif
  use(n + 1);
}
NOINLINE static void f20(int n) {
  use(n);
#ifdef __x86_64__
  __asm__ volatile(".byte 0x67, 0x0f, 0xb9, 0x40, 0x12");
#else
  __asm__ volatile("brk #0x5512");
#endif
}
#ifdef __cplusplus
extern "C"
#endif
int crash(int kind) {
  volatile int zero = 0;
  int n = zero + 3;
  switch (kind) {
  case 0: {
    static struct t1 o0_0;
    o0_0.link1 = (struct t1 *)opaque(0xf2L);
    use(f0(n + 1, n + 0, (struct t1 *)opaque((long)&o0_0), n));
    return 0;
  }
  case 1: {
    f1((struct t1 *)opaque(0xf2L), n);
    return 0;
  }
  case 2: {
    static struct t1 o2_0;
    o2_0.link1 = (struct t1 *)0x0L;
    f2((struct t1 *)opaque((long)&o2_0), n);
    return 0;
  }
  case 3: {
    static struct t1 o3_0;
    o3_0.link1 = (struct t1 *)opaque(0x71fe00f01000L);
    use(f3((struct t1 *)opaque((long)&o3_0), n));
    return 0;
  }
  case 4: {
    static struct t2 o4_0;
    o4_0.to2 = (struct t0 *)opaque(0x71fe00f01000L);
    use(f4((struct t2 *)opaque((long)&o4_0), n));
    return 0;
  }
  case 5: {
    static struct t1 o5_0;
    static struct t0 o5_1;
    o5_0.row1[2].link0 = &o5_1;
    o5_1.link0 = (struct t0 *)opaque(0x18L);
    use(f5(&o5_0, n));
    return 0;
  }
  case 6: {
    static struct t2 a6, b6;
    a6.link2 = &b6;
    b6.link2 = (struct t2 *)opaque(0x1234567890abcdefL);
    use(f6((struct t2 *)opaque((long)&a6), n + 6));
    return 0;
  }
  case 7: {
    static struct t1 o7_0;
    o7_0.row1[2].link0 = (struct t0 *)opaque(0x0L);
    shared7 = (struct t1 *)opaque((long)&o7_0);
    touch(&shared7);
    use(f7(n));
    return 0;
  }
  case 8: {
    use(f8(n, opaque(0x0L)));
    return 0;
  }
  case 9: {
    struct t2 *slot = (struct t2 *)opaque(0x0L);
    use(f9((struct t2 **)opaque((long)&slot), n));
    return 0;
  }
  case 10: {
    f10((struct t1 *)0x71fe00f01000L, n);
    return 0;
  }
  case 11: {
    static struct s11 set11;
    set11.slots[2] = (struct t2 *)opaque(0x0L);
    use(f11((struct s11 *)opaque((long)&set11), n));
    return 0;
  }
  case 12: {
    f12((unsigned *)opaque(0x0L), n);
    return 0;
  }
  case 13: {
    static struct t1 items13[4];
    use(f13((struct t1 *)opaque((long)items13), 134217727L * n));
    return 0;
  }
  case 14: {
    use(f14((long)(n + 40), (long)opaque(0)));
    return 0;
  }
  case 15: {
    use(f15(n));
    return 0;
  }
  case 16: {
    f16((char *)"constant 16", n);
    return 0;
  }
  case 17: {
    f17(n);
    return 0;
  }
  case 18: {
    static struct j18 from18;
    from18.report = (int (*)(int))0;
    touch(&from18);
    use(f18((struct j18 *)opaque((long)&from18), n));
    return 0;
  }
  case 19: {
    f19(n);
    return 0;
  }
  case 20: {
    f20(n);
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
