// @ts-check
// Takes WebAssembly modules apart into streams that compress better than the
// module: bindings/embind/unpack/unpack.cpp puts them together again, and has to
// know the same instructions.
import { UserError } from '../lib/run.mjs';

/** What a stream holds, in the order in which they are read. */
const names = /** @type {const} */ ([
  'frame', // all sections but that of code; the locals of functions
  'code', // opcodes; depths, types of blocks, globals and lanes
  'get', // locals: their places in a list of those that were used last
  'set', // the same where they are written
  'call',
  'integer',
  'raw', // float and vector constants
  'offset', // of accesses to memory
]);

/** @typedef {typeof names[number]} Stream */

/** The alignments of opcodes 0x28 to 0x3e, as powers of two. */
const alignments = '23230011001122232301012';

/** Most locals of a function. */
const LOCALS = 1024;

/** An integer as WebAssembly writes it. @param {number} value @returns {number[]} */
const leb = (value) =>
  value < 128 ? [value] : [(value % 128) + 128, ...leb(value >>> 7)];

/**
 * A module with the alignments that follow from opcodes (engines take them for
 * hints that they do not need), and its streams.
 * @param {Uint8Array} wasm
 */
export function takeApart(wasm) {
  const module = Uint8Array.from(wasm);
  /** @type {Record<Stream, number[]>} */
  const streams = {
    frame: [],
    code: [],
    get: [],
    set: [],
    call: [],
    integer: [],
    raw: [],
    offset: [],
  };
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
  /** The locals of the function, those first that were used last. @type {number[]} */
  let locals = [];
  /** @param {Stream} stream */
  const local = (stream) => {
    const place = locals.indexOf(skipInteger());
    if (place < 0) throw new UserError(`build: more than ${LOCALS} locals`);
    locals.unshift(...locals.splice(place, 1));
    streams[stream].push(...leb(place));
  };
  /** @param {number} alignment */
  const access = (alignment) => {
    module[at++] = alignment;
    integer('offset');
  };

  function instruction() {
    const op = module[at] ?? 0;
    const next = module[at + 1];
    // Two bytes that often follow each other are one, which is no opcode.
    if (op >= 0x02 && op <= 0x04 && next === 0x40) {
      streams.code.push(op + 4);
      at += 2;
      return;
    }
    if ((op === 0x23 || op === 0x24) && next === 0) {
      streams.code.push(op - 26);
      at += 2;
      return;
    }
    if (op !== 0xfd) copy('code', 1);
    /** @param {number} first @param {number} last */
    const within = (first, last) => op >= first && op <= last;
    if (op === 0xfd) {
      at += 1;
      const simd = skipInteger();
      if (simd < 23) streams.code.push(0xc5 + simd);
      else if (simd >= 224 && simd < 256) streams.code.push(simd - 4);
      else streams.code.push(op, ...leb(simd));
      const ofLane = simd >= 84 && simd <= 91;
      if (simd < 12 || simd === 92 || simd === 93 || ofLane) access(0);
      if (simd === 12 || simd === 13) copy('raw', 16);
      if ((simd >= 21 && simd <= 34) || ofLane) copy('code', 1);
    } else if (op === 0xfc) {
      const bulk = integer('code');
      if (bulk > 7) copy('code', bulk % 2 === 0 ? 2 : 1);
      if (bulk > 11) refuse(op, bulk);
    } else if (within(0x20, 0x22)) local(op === 0x20 ? 'get' : 'set');
    else if (within(0x28, 0x3e)) access(Number(alignments[op - 0x28]));
    else if (within(0x41, 0x42)) integer('integer');
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

  function body() {
    const end = skipInteger() + at;
    for (let i = integer('frame'); i > 0; --i) {
      integer('frame');
      copy('frame', 1);
    }
    locals = Array.from({ length: LOCALS }, (_, i) => i);
    while (at < end) instruction();
  }

  copy('frame', 8);
  while (at < module.length) {
    const code = module[at] === 10;
    copy('frame', 1);
    if (code) {
      skipInteger();
      for (let i = integer('frame'); i > 0; --i) body();
    } else copy('frame', integer('frame'));
  }
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
