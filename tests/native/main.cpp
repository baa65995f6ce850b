// The Catch2 program: every *_test.cpp beside this file.
#define CATCH_CONFIG_MAIN
// Without it Catch2 2.13 wants a signal stack of constant size, which newer C
// libraries no longer have and WebAssembly never had.
#define CATCH_CONFIG_NO_POSIX_SIGNALS
#include <catch2/catch.hpp>
