// Emscripten 3.1.6 with SINGLE_FILE reads standard input through a variable
// `fs` that nothing sets.
var fs = require('fs');
