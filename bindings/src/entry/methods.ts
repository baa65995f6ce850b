/**
 * The registry of all methods and operations: the lists of all families, with
 * one line for each method. The package's object and its types, `make` and
 * `plan`, the descriptions, the command line, the page, the reference pages and
 * the tests of all methods use these lists in this order.
 */

// biome-ignore-all assist/source/organizeImports: users see the families in this
// order.
export * from './families/absolute.js';
export * from './families/rotary.js';
export * from './families/layouts.js';
export * from './families/detect.js';
export * from './families/bias.js';
export * from './families/attention.js';
