// Emscripten 3.1.6 with SINGLE_FILE reads standard input through a variable
// `fs` that nothing sets.
// biome-ignore lint/correctness/noUnusedVariables: the glue around it uses it
var fs = require('node:fs');
