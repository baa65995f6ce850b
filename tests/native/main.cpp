// The Catch2 program, which runs every *_test.cpp beside this file.
#define CATCH_CONFIG_MAIN
// Otherwise Catch2 2.13 needs a signal stack of constant size, which newer C
// libraries no longer have and WebAssembly never had.
#define CATCH_CONFIG_NO_POSIX_SIGNALS
#include <catch2/catch.hpp>
#include <cstdio>

namespace {

// Prints a line for `npm test` when a test begins and when it ends.
// scripts/test/records.mjs reads these lines.
struct Records : Catch::TestEventListenerBase {
  using TestEventListenerBase::TestEventListenerBase;

  void testCaseStarting(const Catch::TestCaseInfo& test) override {
    TestEventListenerBase::testCaseStarting(test);
    timer_.start();
    std::printf("begins %s\n", test.name.c_str());
    std::fflush(stdout);  // so that a test that hangs is known by name
  }

  void testCaseEnded(const Catch::TestCaseStats& stats) override {
    TestEventListenerBase::testCaseEnded(stats);
    const bool passed = stats.totals.assertions.allPassed();
    std::printf("%s (%.3f s) %s\n", passed ? "passed" : "failed",
                timer_.getElapsedSeconds(), stats.testInfo.name.c_str());
    std::fflush(stdout);
  }

 private:
  Catch::Timer timer_;
};

CATCH_REGISTER_LISTENER(Records)

}  // namespace
