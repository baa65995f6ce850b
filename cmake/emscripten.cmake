# How the WebAssembly programs are linked. Written for current emsdk releases
# and for Emscripten 3.1.6 (Debian 12); a flag that came or went is set by
# EMSCRIPTEN_VERSION. Each flag has a reason.
if(NOT EMSCRIPTEN)
  return()
endif()

# The programs below are CommonJS and the module of the package is an ES
# module, both named .js: without a "type", Node looks into the file.
file(WRITE ${CMAKE_BINARY_DIR}/package.json "{}\n")

# Debian's emcc takes acorn from Debian's folder of Node modules, which only
# Debian's own node searches. An emsdk brings its modules along.
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
  -sMAXIMUM_MEMORY=2147483648  # more needs 64-bit care in the glue
  -sABORTING_MALLOC=0)         # malloc returns null; we report no_memory

# A module that any page, worker or Node can load: the caller hands it the
# compiled wasm (instantiateWasm), so the glue fetches and reads nothing.
function(posenc_web_module target)
  target_link_options(${target} PRIVATE
    -lembind
    ${_memory}
    -sMALLOC=emmalloc            # few, large requests: the small one will do
    -sMODULARIZE=1
    -sEXPORT_ES6=1
    -sENVIRONMENT=web,worker     # "node" would bring `require` and `__dirname`
    -sUSE_ES6_IMPORT_META=0      # bundlers stumble over `import.meta.url`
    -sDYNAMIC_EXECUTION=0        # no `new Function`: strict pages forbid it
    -sFILESYSTEM=0
    -sINCOMING_MODULE_JS_API=[instantiateWasm]
    -sEXPORTED_FUNCTIONS=_memalign,_free
    -lexports.js)  # keeps export names: one glue serves SIMD and scalar
  if(EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 4.0.7)
    # Before, the memory views were exported always.
    target_link_options(${target} PRIVATE -sEXPORTED_RUNTIME_METHODS=HEAPU8)
  endif()
endfunction()

# A command-line program for `node`. One file, because this glue would try to
# `fetch` its wasm from disk: Node has had a `fetch` since 18.
function(posenc_node_program target)
  target_link_options(${target} PRIVATE
    -O1                          # the linker's optimiser would take longer
                                 # than the tests of what the compiler made
    ${_memory}
    -sSINGLE_FILE=1
    -sENVIRONMENT=node
    -sEXIT_RUNTIME=1)            # flush the output and return main's code
  if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.25)
    target_link_options(${target} PRIVATE
      --pre-js ${CMAKE_SOURCE_DIR}/cmake/stdin.js)
  endif()
endfunction()
