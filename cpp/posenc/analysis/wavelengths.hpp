// The one wave that describes a column of a table best.
#pragma once

#include "posenc/analysis/rows.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Finds the wave that describes each column best.
//
//   formula  the frequency f at which a cos(2 pi f p) + b sin(2 pi f p) + c,
//            fitted by least squares, explains the largest share of the
//            variance. The search begins at the peak of the Fourier transform
//            and approaches the maximum by parabolas through three values
//   shapes   wavelengths 1 / f [width] in positions, explained [width] in [0,
//   1] range    f from 1 / (4 L) to 1 / 2, so a wave longer than 4 L is
//               reported as
//            4 L. The wavelength of a constant column is infinity, its share 1
//   error    the wavelength of a pure wave of float32 numbers is within 10^-5
//            of its value if the table holds at least one period
//   cost     one transform and about 30 passes a column; scratch of 3 N + 3 L
[[nodiscard]] Status dominant_waves(Rows table, double* wavelengths,
                                    double* explained) noexcept;

}  // namespace posenc
