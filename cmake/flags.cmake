# How the C++ is compiled, natively and to WebAssembly. Each flag has a reason.

function(_posenc_common_flags target level)
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/cpp)
  target_compile_options(${target} PRIVATE
    ${level}
    -ffp-contract=off   # forbids fused multiply-add: same bits on every machine
    -Wall -Wextra -Wshadow)
  target_compile_definitions(${target} PRIVATE
    POSENC_SIMD=$<BOOL:${POSENC_SIMD}>)
  if(EMSCRIPTEN AND POSENC_SIMD)
    target_compile_options(${target} PRIVATE
      -msimd128
      # Kernels are written in lanes. Where the compiler makes lanes of other
      # code, clang 14 may delay its loads: see `held` in lanes_vector.hpp.
      -fno-slp-vectorize)
    target_link_options(${target} PRIVATE -msimd128)
  endif()
endfunction()

# The library and everything that ships. It reports errors by a status, so it
# needs no exceptions (a throw would abort the instance) and no type information
# (which takes space).
function(posenc_library_flags target)
  # -O2 vectorises and unrolls loops over tables.
  _posenc_common_flags(${target} -O2)
  target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti)
  target_link_options(${target} PRIVATE -fno-exceptions -fno-rtti)
endfunction()

# Catch2 reports a failed REQUIRE by an exception. The tests are not optimised:
# that halves the time to compile them, and what they call is optimised.
function(posenc_test_flags target)
  _posenc_common_flags(${target} -O0)
  if(EMSCRIPTEN)
    target_compile_options(${target} PRIVATE -fexceptions)
    target_link_options(${target} PRIVATE -fexceptions)
  endif()
endfunction()

# For files that include <emscripten/bind.h>.
function(posenc_embind_flags target)
  posenc_library_flags(${target})
  target_compile_definitions(${target} PRIVATE
    EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)  # embind without type information
endfunction()

# Headers that nearly every file of the library includes.
set(standard_headers <algorithm> <cmath> <cstddef> <cstdint> <cstring> <limits>
  <memory> <span> <utility>)

# Precompiles headers, because most files take most of their time to parse them.
# The object files are the same. Every file still includes what it uses: the
# deep check compiles each of them alone, without precompiled headers.
function(posenc_parse_once target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  if(EMSCRIPTEN AND EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 4.0.2)
    # These versions of em++ put the sources first, and clang warns that CMake's
    # `-x c++-header` comes too late. It is not needed.
    target_compile_options(${target} PRIVATE -Wno-unused-command-line-argument)
  endif()
endfunction()
