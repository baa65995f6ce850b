// Ends a function with the status of a step that failed.
#pragma once

#include "posenc/base/status.hpp"

// Runs a step that gives a Status, and returns that unless it is ok.
#define POSENC_TRY(step)                                                  \
  if (const ::posenc::Status done = (step); done != ::posenc::Status::ok) \
  return done
