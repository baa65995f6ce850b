# How the WebAssembly programs are linked, with current emsdk releases and with
# Emscripten 3.1.6 (Debian 12). Flags that only some versions have depend on
# EMSCRIPTEN_VERSION. Each flag has a reason.
if(NOT EMSCRIPTEN)
  return()
endif()

# The programs are CommonJS and the module of the package is an ES module, and
# all of them are named .js. Without a "type" in package.json, Node looks into
# the file.
file(WRITE ${CMAKE_BINARY_DIR}/package.json "{}\n")

# Debian's emcc needs acorn from Debian's folder of Node modules, which only
# Debian's own node searches. An emsdk contains its modules.
if(EMSCRIPTEN_ROOT_PATH MATCHES "^/usr/share/" AND
    EXISTS /usr/share/nodejs/acorn)
  set(CMAKE_CXX_LINKER_LAUNCHER
    ${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs)
endif()

if(EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 3.1.25)
  set(_stack -sSTACK_SIZE=1048576)
else()
  set(_stack -sTOTAL_STACK=1048576)
endif()

set(_memory
  ${_stack}
  -sALLOW_MEMORY_GROWTH=1
  -sMAXIMUM_MEMORY=2147483648  # addresses beyond 2 GiB need care in JS
  -sABORTING_MALLOC=0)         # malloc returns null; we report no_memory

# A module that any page, worker or Node can load. Only its WebAssembly is used:
# glue.ts of the package does what Emscripten's JavaScript would, and gives what
# the module imports. The build names what glue.ts lacks.
function(posenc_web_module target)
  target_link_options(${target} PRIVATE
    ${_memory}
    -sMALLOC=emmalloc            # the small allocator: requests are few and large
    -sEXPORTED_FUNCTIONS=_memalign,_free
    -sERROR_ON_UNDEFINED_SYMBOLS=0  # they are imports
    -sWARN_ON_UNDEFINED_SYMBOLS=0
    -lexports.js)  # keeps the names of exports
  if(EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 3.1.25)
    # Earlier versions need it for types alone, which the package does not use.
    target_link_options(${target} PRIVATE -lembind)
  endif()
endfunction()

# A module without the C library, of which no more than the WebAssembly is used.
function(posenc_small_module target)
  target_link_options(${target} PRIVATE
    -Os
    --no-entry
    -sEXPORTED_FUNCTIONS=[]
    -sINITIAL_MEMORY=65536
    -sALLOW_MEMORY_GROWTH=1
    -lexports.js)  # keeps the names of exports
  if(EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 3.1.25)
    target_link_options(${target} PRIVATE -sSTACK_SIZE=1024)
  else()
    target_link_options(${target} PRIVATE -sTOTAL_STACK=1024)
  endif()
endfunction()

# A command-line program for `node`. It is a single file: since Node 18 has
# `fetch`, the glue would try to fetch its wasm from the disk.
function(posenc_node_program target)
  target_link_options(${target} PRIVATE
    -O1                          # at -O3 the linker's optimiser takes longer
                                 # than the tests themselves
    ${_memory}
    -sSINGLE_FILE=1
    -sENVIRONMENT=node
    -sEXIT_RUNTIME=1)            # flushes the output and returns main's code
  if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.25)
    target_link_options(${target} PRIVATE
      --pre-js ${CMAKE_SOURCE_DIR}/cmake/stdin.js)
  endif()
endfunction()
