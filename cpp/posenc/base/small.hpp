// For what runs once a table or once a row: code that is small rather than
// fast. Word-by-word arithmetic, inlined wherever it is used, would be most of
// the module.
#pragma once

#if defined(__clang__)
#define POSENC_SMALL __attribute__((minsize, noinline))
#else
#define POSENC_SMALL __attribute__((noinline))
#endif
