// POSENC_SMALL marks functions that run once a table or once a row: they are
// compiled to be small rather than fast. Arithmetic on two or three words,
// inlined at every use, would make up most of the module.
#pragma once

#if defined(__clang__)
#define POSENC_SMALL __attribute__((minsize, noinline))
#else
#define POSENC_SMALL __attribute__((noinline))
#endif
