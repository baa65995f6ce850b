// @ts-check
// The types of what instructions take and leave, as far as their bytes say.

/** Types of values as WebAssembly writes them; 0 is unknown or none. */
const types = { i: 0x7f, l: 0x7e, f: 0x7d, d: 0x7c, v: 0x7b, '.': 0 };

/**
 * For bytes of the stream of opcodes from the one that is named on: the types of
 * the last operand but one, of the last operand, and of the result.
 */
const signatures = `04 .i. 05 ... 08 .i. 09 ..i 0a .i. 0b ... 0d .i. 0f ...
  1b .i. 1c ... 28 .ii 29 .il 2a .if 2b .id 2c .ii 30 .il 36 ii. 37 il. 38 if.
  39 id. 3a ii. 3c il. 3f ..i 40 .ii 41 ..i 42 ..l 43 ..f 44 ..d 45 .ii 46 iii
  50 .li 51 lli 5b ffi 61 ddi 67 .ii 6a iii 79 .ll 7c lll 8b .ff 92 fff 99 .dd
  a0 ddd a7 .li a8 .fi aa .di ac .il ae .fl b0 .dl b2 .if b4 .lf b6 .df b7 .id
  b9 .ld bb .fd bc .fi bd .dl be .if bf .ld c0 .ii c2 .ll c5 .iv d0 iv. d1 ..v
  d2 vvv d4 .iv d7 .lv d8 .fv d9 .dv da .vi dc .vv e0 vvv e8 .vv ec vvv f4 .vv
  fc ...`;

const [firsts, lasts, results] = [0, 1, 2].map((place) => {
  const table = new Uint8Array(256);
  for (const [, byte = '', letters = ''] of signatures.matchAll(
    /(\w\w) (\S{3})/g,
  )) {
    const letter = /** @type {keyof typeof types} */ (letters[place]);
    table.fill(types[letter], Number.parseInt(byte, 16));
  }
  return table;
});

/** By the byte of an instruction: the type of its last operand but one, … */
export const firstOf = firsts ?? new Uint8Array();
/** … of its last operand, … */
export const lastOf = lasts ?? new Uint8Array();
/** … and of its result. */
export const resultOf = results ?? new Uint8Array();
