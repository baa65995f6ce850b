/**
 * A fuzzer of the GGUF reader: it changes headers of real models, keeps what
 * made the reader behave in a new way, and changes that further.
 *
 * Whatever the bytes, the reader and the configuration must end in a result or
 * in the package's own error with the code `ERR_FORMAT`, and the result must be
 * of plain values that JSON can hold.
 */

import { ggufConfig } from '../../bindings/src/models/gguf/config.js';
import { readHeader } from '../../bindings/src/models/gguf/header.js';
import { writeGguf } from '../support/gguf.js';
import { models } from '../support/gguf-models.js';

/** Numbers that upset readers: limits of types, and counts beyond any file. */
const SPECIAL = [
  0n,
  1n,
  2n,
  8n,
  9n,
  13n,
  127n,
  255n,
  4096n,
  4097n,
  65_536n,
  100_000_000n,
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n - 1n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  2n ** 60n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 64n - 1n,
  0x7ff8_0000_0000_0000n, // NaN
  0x7ff0_0000_0000_0000n, // Infinity
  0x7fc0_0000n, // NaN as float32
  0x7f80_0000n, // Infinity as float32
  0xff80_0000n, // -Infinity as float32
];

/** Longest input, so that runs stay short. */
const LONGEST = 8192;

/** Most inputs that are kept. */
const CORPUS = 4096;

/** A repeatable source of numbers (mulberry32). */
export function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** The headers of the models, in either byte order, and in old versions. */
export function seeds(): Uint8Array[] {
  return Object.values(models).flatMap(({ file }, i) => {
    const forms = [{}, { little: false }, { version: 1 }, { version: 2 }];
    return [file, { ...file, ...forms[i % forms.length] }].map(
      (form) => writeGguf(form).bytes,
    );
  });
}

/** What went wrong, if something did. */
export interface Finding {
  readonly bytes: Uint8Array;
  readonly error: unknown;
}

/** Runs the reader once; gives a word for what it did. */
function behaviour(bytes: Uint8Array): string {
  try {
    const header = readHeader(bytes);
    const { config, layout, known, missing, assumed } = ggufConfig(header);
    checkPlain(config, 0);
    const keys = Object.keys(config).join();
    const scaling = config.rope_scaling ?? config.rope_parameters;
    return [
      keys,
      scaling && JSON.stringify(scaling, kinds),
      layout,
      known,
      missing.length,
      assumed.length,
      header.version,
      header.littleEndian,
      Math.ceil(Math.log2(header.metadata.size + 1)),
    ].join(' ');
  } catch (error) {
    const { name, code, message } = error as { [key: string]: unknown };
    if (name === 'PosencRangeError' && code === 'ERR_FORMAT') {
      // Without numbers and names, which differ in every input.
      return String(message).replace(/"(?:[^"\\]|\\.)*"|\d+/g, '');
    }
    throw error;
  }
}

/** Words stay, numbers become whether they are whole. */
function kinds(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Number.isInteger(value) : value;
}

/** Throws if a value is none of JSON's, or if it is nested too deeply. */
function checkPlain(value: unknown, depth: number): void {
  if (depth > 4) throw new Error('a configuration is nested too deeply');
  if (Array.isArray(value)) {
    for (const item of value) checkPlain(item, depth + 1);
  } else if (typeof value === 'object' && value !== null) {
    if (Object.getPrototypeOf(value) !== Object.prototype) {
      throw new Error('a configuration has an object with a prototype');
    }
    for (const item of Object.values(value)) checkPlain(item, depth + 1);
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`a number is ${value}`);
  } else if (!['string', 'boolean'].includes(typeof value) && value !== null) {
    throw new Error(`a configuration has a ${typeof value}`);
  }
}

/** A changed copy of an input. */
function changed(
  corpus: readonly Uint8Array[],
  random: (below: number) => number,
): Uint8Array {
  const pick = () => corpus[random(corpus.length)] as Uint8Array;
  let bytes = pick().slice();
  for (let rounds = 1 + random(4); rounds > 0; --rounds) {
    const at = random(bytes.length + 1);
    const view = new DataView(bytes.buffer);
    const special = SPECIAL[random(SPECIAL.length)] as bigint;
    switch (random(8)) {
      case 0:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
        break;
      case 1:
        bytes[at] = random(256);
        break;
      case 2:
        if (at + 8 <= bytes.length) {
          view.setBigUint64(at, special, random(4) > 0);
        }
        break;
      case 3:
        if (at + 4 <= bytes.length) {
          view.setUint32(at, Number(special & 0xffff_ffffn), random(4) > 0);
        }
        break;
      case 4:
        bytes = bytes.slice(0, at);
        break;
      case 5: {
        const end = Math.min(bytes.length, at + random(64));
        bytes = spliced(bytes, at, end, new Uint8Array());
        break;
      }
      case 6: {
        const from = random(bytes.length + 1);
        const part = bytes.slice(from, from + random(256));
        bytes = spliced(bytes, at, at, part);
        break;
      }
      default: {
        const other = pick();
        const from = random(other.length + 1);
        bytes = spliced(bytes, at, bytes.length, other.slice(from));
      }
    }
  }
  return bytes.slice(0, LONGEST);
}

function spliced(
  bytes: Uint8Array,
  from: number,
  to: number,
  part: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(from + part.length + bytes.length - to);
  whole.set(bytes.subarray(0, from));
  whole.set(part, from);
  whole.set(bytes.subarray(to), from + part.length);
  return whole;
}

/** How a run went. */
export interface Report {
  readonly executions: number;
  /** Inputs that behaved in a way of their own, seeds included. */
  readonly behaviours: number;
  /** One for each message. */
  readonly findings: readonly Finding[];
}

/**
 * Runs the reader so many times, by a seed.
 *
 *   range    `go` is asked every 65,536 executions whether to go on
 */
export function fuzz(
  executions: number,
  seed: number,
  go: (report: Report) => boolean = () => true,
): Report {
  const random = numbers(seed);
  const corpus: Uint8Array[] = [];
  const seen = new Set<string>();
  const findings = new Map<string, Finding>();
  const run = (bytes: Uint8Array) => {
    try {
      const word = behaviour(bytes);
      if (seen.has(word)) return;
      seen.add(word);
      if (corpus.length < CORPUS) corpus.push(bytes);
      else corpus[random(CORPUS)] = bytes;
    } catch (error) {
      findings.set(String(error), { bytes, error });
    }
  };
  for (const bytes of seeds()) run(bytes);
  let done = corpus.length;
  const report = () => ({
    executions: done,
    behaviours: seen.size,
    findings: [...findings.values()],
  });
  while (done < executions) {
    run(changed(corpus, random));
    done += 1;
    if (done % 65_536 === 0 && !go(report())) break;
  }
  return report();
}
