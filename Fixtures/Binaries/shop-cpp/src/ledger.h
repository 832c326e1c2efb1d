#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef long (*ledger_entry)(void *context, int percent);

long ledger_commit(ledger_entry entry, void *context, int percent);
long ledger_post(const long *accounts, int account, long cents);
long basket_add(long item, long quantity);
long checkout_entry(void *context, int percent);
long paykit_charge(const char *token, long cents);

extern void *volatile shop_checkout;
extern volatile long shop_sink;

#ifdef __cplusplus
}
#endif
