// The one wave that describes a column of a table best.
#pragma once

#include "posenc/analysis/rows.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// The wave that describes a column best.
//
//   formula  the f that maximises the share of the variance that
//            a cos(2 pi f p) + b sin(2 pi f p) + c leaves no residual of, by
//            least squares. The peak of the transform tells where to look,
//            parabolas through three values lead to the maximum
//   shapes   wavelengths [width] in positions, explained [width] in [0, 1]
//   range    f from 1 / (4 L) to 1 / 2: a wave longer than 4 L is told as 4 L.
//            A constant has the wavelength infinity, and share 1
//   error    a pure wave of float32 numbers comes out within 10^-5 of itself
//            from one period up
//   cost     one transform and about 30 passes a column; scratch of 3 N + 3 L
[[nodiscard]] Status dominant_waves(Rows table, double* wavelengths,
                                    double* explained) noexcept;

}  // namespace posenc
