# Eigen, Catch2 2 and the headers of Node. All consist of headers alone, so the
# same copies serve every build.
#
# They are found by path, not by find_package: Emscripten's toolchain file hides
# the packages of the host, so that em++ never sees the headers of the host's
# libc.

# scripts/setup/tools.mjs looks in the same folders.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/prefixes.txt _prefixes)
set(_catch2_kegs)
foreach(_prefix ${_prefixes})
  # Homebrew keeps old versions outside its common include folder.
  list(APPEND _catch2_kegs ${_prefix}/opt/catch2@2)
endforeach()

find_path(POSENC_EIGEN_DIR Eigen/Core
  PATHS ${_prefixes} PATH_SUFFIXES include/eigen3 include
  NO_CMAKE_FIND_ROOT_PATH
  DOC "Folder that holds Eigen/Core")
find_path(POSENC_CATCH2_DIR catch2/catch.hpp
  PATHS ${_catch2_kegs} ${_prefixes} PATH_SUFFIXES include
  NO_CMAKE_FIND_ROOT_PATH
  DOC "Folder that holds catch2/catch.hpp (Catch2 version 2)")

if(NOT POSENC_EIGEN_DIR)
  message(FATAL_ERROR "Eigen is missing: run `npm run setup`, or pass "
    "-DPOSENC_EIGEN_DIR=<folder that holds Eigen/Core>")
endif()
if(NOT POSENC_CATCH2_DIR)
  message(FATAL_ERROR "Catch2 2 is missing: run `npm run setup`, or pass "
    "-DPOSENC_CATCH2_DIR=<folder that holds catch2/catch.hpp>")
endif()

add_library(posenc_eigen INTERFACE)
target_include_directories(posenc_eigen SYSTEM INTERFACE ${POSENC_EIGEN_DIR})
# Allows only the parts of Eigen under MPL-2.0, which is the licence that NOTICE
# names.
target_compile_definitions(posenc_eigen INTERFACE EIGEN_MPL2_ONLY)

# Catch2 usually stands in /usr/include itself. A private folder with a single
# link hides all other headers of that folder.
set(_catch2_private ${CMAKE_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${_catch2_private})
file(CREATE_LINK ${POSENC_CATCH2_DIR}/catch2 ${_catch2_private}/catch2
  SYMBOLIC)
add_library(posenc_catch2 INTERFACE)
target_include_directories(posenc_catch2 SYSTEM INTERFACE ${_catch2_private})

# The headers of Node's interface for add-ons, from the npm package that has them.
add_library(posenc_node INTERFACE)
target_include_directories(posenc_node SYSTEM INTERFACE
  ${CMAKE_SOURCE_DIR}/node_modules/node-api-headers/include)
if(APPLE)
  # Node itself has the functions.
  target_link_options(posenc_node INTERFACE -undefined dynamic_lookup)
endif()
