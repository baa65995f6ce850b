// @ts-check
// Takes WebAssembly modules apart into streams that compress better than the
// module: bindings/embind/unpack/unpack.cpp puts them together again, and has to
// know the same instructions.
import { UserError } from '../lib/run.mjs';
import { firstOf, lastOf, resultOf } from './signatures.mjs';

/** What a stream holds, in the order in which they are read. */
const names = /** @type {const} */ ([
  'frame', // signatures; all sections but that of code; the locals of functions
  'code', // opcodes; depths, types of blocks, globals and lanes
  'get', // locals: their places in a list of those that were used last
  'set', // the same where they are written
  'call',
  'integer', // how long 256 groups are; integers before each byte of `code`
  'raw', // float and vector constants
  'offset', // of accesses to memory: the first bytes
  'high', // the other bytes
]);

/** @typedef {typeof names[number]} Stream */

/** The alignments of opcodes 0x28 to 0x3e, as powers of two. */
const alignments = '23230011001122232301012';

/** Most locals of a function, and most functions of a module. */
const [LOCALS, FUNCTIONS] = [1024, 4096];

/** An integer as WebAssembly writes it. @param {number} value @returns {number[]} */
const leb = (value) =>
  value < 128 ? [value] : [(value % 128) + 128, ...leb(value >>> 7)];

/**
 * The byte of `code` for the instruction that begins here. Two bytes that often
 * follow each other become one byte, which no instruction has.
 * @param {Uint8Array} module @param {number} index
 */
function codeAt(module, index) {
  const [op = 0, next = 0, more = 0] = module.subarray(index, index + 3);
  if (op >= 0x02 && op <= 0x04 && next === 0x40) return op + 4;
  if ((op === 0x23 || op === 0x24) && next === 0) return op - 26;
  if (op !== 0xfd) return op;
  if (next < 23) return 0xc5 + next;
  return next >= 224 && more === 1 ? next - 4 : op;
}

/**
 * A module with the alignments that follow from opcodes (engines take them for
 * hints that they do not need), and with locals of a type in the order of their
 * first uses; and its streams.
 * @param {Uint8Array} wasm
 */
export function takeApart(wasm) {
  const module = Uint8Array.from(wasm);
  /** @type {Record<Stream, number[]>} */
  const streams = {
    frame: [...firstOf, ...lastOf, ...resultOf],
    code: [],
    get: [],
    set: [],
    call: [],
    integer: [],
    raw: [],
    offset: [],
    high: [],
  };
  /** Integers by the byte of `code` behind them. @type {number[][]} */
  const integers = Array.from({ length: 256 }, () => []);
  let at = 0;
  /** @param {Stream} stream @param {number} count */
  const copy = (stream, count) => {
    for (let i = 0; i < count; ++i) streams[stream].push(module[at++] ?? 0);
  };
  const skipInteger = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = module[at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  /** @param {Stream} stream @returns {number} */
  const integer = (stream) => {
    const from = at;
    const value = skipInteger();
    streams[stream].push(...module.subarray(from, at));
    return value;
  };
  const constant = () => {
    const from = at;
    skipInteger();
    integers[codeAt(module, at)]?.push(...module.subarray(from, at));
  };
  /** @param {number} alignment */
  const access = (alignment) => {
    module[at++] = alignment;
    copy('offset', 1);
    if ((module[at - 1] ?? 0) > 127) integer('high');
  };

  /** The parameters of each type of function. @type {Uint8Array[]} */
  const parameters = [];
  /** The number of each function's type. @type {number[]} */
  const functions = [];
  /** The types of a function's locals. @type {number[]} */
  let types = [];
  /** The locals, those first that were used last. @type {number[]} */
  let locals = [];
  /** Their new numbers by the old ones. @type {Map<number, number>} */
  let numbers = new Map();
  /** The type of what the last instruction left, or 0 if that is unknown. */
  let left = 0;

  /**
   * The new number of a local: when it is first used, the least one of its type
   * that is free and takes as many bytes.
   * @param {number} old
   */
  const numberOf = (old) => {
    const taken = new Set(numbers.values());
    const free = types.findIndex(
      (type, i) =>
        type === types[old] && i > 127 === old > 127 && !taken.has(i),
    );
    const number = numbers.get(old) ?? free;
    numbers.set(old, number);
    return number;
  };
  /**
   * Numbers a local anew. Its place counts those of its type alone, if that is
   * known without the local.
   * @param {Stream} stream @param {number} known
   */
  const local = (stream, known) => {
    const from = at;
    const number = numberOf(skipInteger());
    module.set(leb(number), from);
    const type = types[number] ?? 0;
    if (known !== 0 && known !== type)
      throw new UserError(`build: local ${number} has another type: ${known}`);
    const place = locals.indexOf(number);
    const before = locals.slice(0, place);
    const alike = before.filter((one) => known === 0 || types[one] === known);
    locals = [number, ...before, ...locals.slice(place + 1)];
    streams[stream].push(...leb(alike.length));
    return type;
  };
  /** The type of the local that is got here, if what follows says it. */
  const typeAhead = () => {
    const from = at;
    skipInteger();
    const next = codeAt(module, at);
    let type = lastOf[next] ?? 0;
    if (next === 0x20 || (next > 0x40 && next < 0x45)) {
      // It takes nothing, so that the one behind it takes what is got, too.
      at += 1;
      if (next < 0x43) skipInteger();
      else at += next === 0x43 ? 4 : 8;
      type = firstOf[codeAt(module, at)] ?? 0;
    }
    at = from;
    return type;
  };

  function instruction() {
    const op = module[at] ?? 0;
    const code = codeAt(module, at);
    streams.code.push(code);
    const before = left;
    left = resultOf[code] ?? 0;
    at += 1;
    /** @param {number} first @param {number} last */
    const within = (first, last) => op >= first && op <= last;
    if (op === 0xfd) {
      const simd = code === op ? integer('code') : skipInteger();
      const ofLane = simd >= 84 && simd <= 91;
      if (simd < 12 || simd === 92 || simd === 93 || ofLane) access(0);
      if (simd === 12 || simd === 13) copy('raw', 16);
      if ((simd >= 21 && simd <= 34) || ofLane) copy('code', 1);
    } else if (code !== op) at += 1;
    else if (op === 0xfc) {
      const bulk = integer('code');
      if (bulk > 7) copy('code', bulk % 2 === 0 ? 2 : 1);
      if (bulk > 11) refuse(op, bulk);
    } else if (op === 0x20) {
      left = local('get', typeAhead());
    } else if (within(0x21, 0x22)) {
      const type = local('set', before);
      left = op === 0x21 ? 0 : type;
    } else if (within(0x28, 0x3e)) access(Number(alignments[op - 0x28]));
    else if (within(0x41, 0x42)) constant();
    else if (within(0x43, 0x44)) copy('raw', op === 0x43 ? 4 : 8);
    else if (within(0x10, 0x11)) {
      integer('call');
      if (op === 0x11) integer('call');
    } else if (op === 0x0e) {
      for (let i = integer('code'); i > 0; --i) integer('code');
      integer('code');
    } else if (
      within(0x02, 0x04) ||
      within(0x0c, 0x0d) ||
      within(0x23, 0x24) ||
      within(0x3f, 0x40)
    ) {
      integer('code');
    } else if (
      !within(0x00, 0x05) &&
      !within(0x45, 0xc4) &&
      ![0x0b, 0x0f, 0x1a, 0x1b].includes(op)
    ) {
      refuse(op);
    }
  }

  /** @param {number} index of the function */
  function body(index) {
    const end = skipInteger() + at;
    types = [...(parameters[functions[index] ?? 0] ?? [])];
    numbers = new Map(types.map((_, i) => [i, i]));
    for (let i = integer('frame'); i > 0; --i) {
      const more = integer('frame');
      copy('frame', 1);
      if (types.length + more > LOCALS)
        throw new UserError(`build: more than ${LOCALS} locals`);
      types.push(...Array(more).fill(module[at - 1]));
    }
    locals = [...types.keys()];
    left = 0;
    while (at < end) instruction();
  }

  /** @param {number} count */
  const room = (count) => {
    if (count > FUNCTIONS)
      throw new UserError(`build: more than ${FUNCTIONS} functions`);
    return count;
  };

  copy('frame', 8);
  while (at < module.length) {
    const section = module[at];
    copy('frame', 1);
    if (section === 10) {
      skipInteger();
      const count = integer('frame');
      for (let i = 0; i < count; ++i) body(i);
      continue;
    }
    const end = integer('frame') + at;
    if (section === 1) {
      for (let i = room(integer('frame')); i > 0; --i) {
        copy('frame', 1);
        const count = integer('frame');
        parameters.push(module.slice(at, at + count));
        copy('frame', count);
        copy('frame', integer('frame'));
      }
    } else if (section === 3) {
      for (let i = room(integer('frame')); i > 0; --i)
        functions.push(integer('frame'));
    }
    copy('frame', end - at);
  }
  streams.integer = [
    ...integers.flatMap(({ length }) => leb(length)),
    ...integers.flat(),
  ];
  return {
    module,
    streams: names.map((name) => Uint8Array.from(streams[name])),
  };
}

/** @param {...number} op */
function refuse(...op) {
  const words = op.map((byte) => byte.toString(16)).join(' ');
  throw new UserError(
    `build: scripts/build/streams.mjs does not know the instruction ${words}`,
  );
}
