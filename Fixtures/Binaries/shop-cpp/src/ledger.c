#include "ledger.h"

volatile long shop_sink;
static volatile long balance;

static inline __attribute__((always_inline)) const long *account_slot(const long *accounts, int account) {
    return accounts + account * 2;
}

static inline __attribute__((always_inline)) long account_read(const long *accounts, int account) {
    return *(const volatile long *)account_slot(accounts, account); // CRASH: account
}

__attribute__((noinline)) long ledger_post(const long *accounts, int account, long cents) {
    long old = account_read(accounts, account); // INLINED: account_read
    balance = old + cents;
    return balance;
}

__attribute__((noinline)) long ledger_commit(ledger_entry entry, void *context, int percent) {
    long before = balance;
    long after = entry(context, percent); // CALL: entry
    balance = after;
    return after - before;
}
