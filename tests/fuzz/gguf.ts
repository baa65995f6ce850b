/**
 * A fuzzer of the GGUF reader: it changes headers of real models, keeps what
 * made the reader behave in a new way, and changes that further.
 *
 * Whatever the bytes, the reader and the configuration must end in a result or
 * in the package's own error with the code `ERR_FORMAT`, and the result must be
 * of plain values that JSON can hold. Of these, `pe.model` must make a model, or
 * say in its own words that it is none.
 */

import { load } from 'posenc';
import { readGguf } from '../../bindings/src/gguf.js';
import { readHeader } from '../../bindings/src/models/gguf/header.js';
import {
  array,
  type FileToWrite,
  f32,
  f64,
  i8,
  i16,
  i64,
  text,
  u8,
  u16,
  u32,
  u64,
  writeGguf,
} from '../support/gguf.js';
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

/** Small files of what no model above has. */
const others: readonly FileToWrite[] = (
  [
    ['modern-bert', { 'attention.sliding_window_pattern': u32(3) }],
    ['hunyuan_vl', { 'rope.scaling.alpha': f32(1000) }],
    ['qwen3vl', { 'rope.dimension_sections': array(u32, 24, 20, 20, 0) }],
    ['glm4', { 'rope.dimension_sections': array(u32, 8, 12, 12, 0) }],
    ['baichuan', { block_count: u32(40) }],
    ['jais', { 'attention.max_alibi_bias': f32(8) }],
    ['olmo2', { 'attention.sliding_window': u32(4096) }],
    ['exaone4', { block_count: u32(64) }],
    ['unheard-of', { 'rope.freq_base': f64(10000) }],
    [
      'qwen3',
      {
        'rope.scaling.type': text('yarn'),
        'rope.scaling.factor': f32(4),
        'rope.scaling.attn_factor': f32(1),
        list: array((row: number[]) => array(i8, ...row), [1, 2], []),
        large: array(u64, 2n ** 63n),
        'rope.scale_linear': i64(-1n),
      },
    ],
  ] as const
).map(([arch, values]) => {
  const sizes = {
    embedding_length: u16(64),
    'attention.head_count': u8(4),
    'attention.key_length': i16(32),
  };
  const own = Object.entries({ ...sizes, ...values });
  const named = own.map(([key, value]) => [`${arch}.${key}`, value]);
  return {
    metadata: {
      'general.architecture': text(arch),
      'general.alignment': u32(64),
      ...Object.fromEntries(named),
    },
    tensors: [
      { name: 'enc.blk.1.attn_rel_b.weight', shape: [4, 8] },
      {
        name: 'blk.0.rope_freqs.weight',
        shape: [2],
        type: 1,
        bytes: Uint8Array.of(0x00, 0x3c, 0x00, 0x40),
      },
    ],
  };
});

/** Files to begin with, some in big-endian or in old versions. */
export function seeds(): Uint8Array[] {
  const files = [...Object.values(models).map(({ file }) => file), ...others];
  const forms = [{}, { little: false }, { version: 1 }, { version: 2 }];
  return files
    .flatMap((file, i) => [file, { ...file, ...forms[i % forms.length] }])
    .map((file) => writeGguf(file).bytes);
}

/** What went wrong, if something did. */
export interface Finding {
  readonly bytes: Uint8Array;
  readonly error: unknown;
}

/** Runs the reader once; gives words for what it did. */
function behaviour(bytes: Uint8Array): string[] {
  try {
    const header = readHeader(bytes);
    const config = readGguf(bytes);
    const { layout, known, missing, assumed } = config.gguf;
    checkPlain(config, 0);
    return [
      ...Object.keys(config),
      ...scalings(config),
      ...modelOf(config),
      `layout ${layout}`,
      `known ${known}`,
      `version ${header.version}`,
      `little ${header.littleEndian}`,
      ...missing.map(({ name }) => `missing ${name.replace(/\d+/, '')}`),
      ...assumed.map(({ key }) => `assumed ${key}`),
    ];
  } catch (error) {
    const { name, code, message } = error as { [key: string]: unknown };
    if (name === 'PosencRangeError' && code === 'ERR_FORMAT') {
      // Without the names and numbers of this input.
      const verb = / (?:must|needs|has|is|comes|exceeds) .*/s.exec(
        `${message}`,
      );
      return [verb?.[0].replace(/"[^"]*"|, got.*|\d+/gs, '') ?? ''];
    }
    throw error;
  }
}

const pe = await load();

/** What the model is that a configuration describes; few sizes are no model. */
function modelOf(config: object): string[] {
  try {
    const { towers, layers, findings } = pe.model(config);
    const specs = layers.flatMap(({ positions }) => positions);
    return [
      ...Object.keys(towers).map((name) => `tower ${name}`),
      ...new Set(specs.map(({ method }) => `method ${method}`)),
      ...findings.map(({ kind, severity }) => `${severity} ${kind}`),
    ];
  } catch (error) {
    const { name, code } = error as { [key: string]: unknown };
    const typed = /^Posenc(Range|Type)Error$/.test(String(name));
    if (typed && /^ERR_(MISSING|RANGE)$/.test(String(code))) {
      return [String(code)];
    }
    throw error;
  }
}

/** The keys of rope parameters, and their types. */
function scalings(config: Readonly<Record<string, unknown>>): string[] {
  const { rope_scaling: flat = {}, rope_parameters: nested } = config;
  return [flat, ...Object.values(nested ?? {})].flatMap((scaling) => [
    ...Object.keys(scaling),
    `type ${scaling.rope_type}`,
  ]);
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

/** Most words, and pairs of words that were seen together. */
const WORDS = 512;

/** Tells whether words came together for the first time. */
class Pairs {
  private readonly numbers = new Map<string, number>();
  private readonly seen = new Uint8Array(WORDS * WORDS);
  /** Pairs that were seen. */
  count = 0;

  isNew(words: readonly string[]): boolean {
    const numbers = words.map((word) => this.numberOf(word));
    const before = this.count;
    for (const one of numbers) {
      for (const other of numbers) {
        const place = one * WORDS + other;
        if (this.seen[place]) continue;
        this.seen[place] = 1;
        this.count += 1;
      }
    }
    return this.count > before;
  }

  private numberOf(word: string): number {
    const known = this.numbers.get(word);
    if (known !== undefined) return known;
    const number = Math.min(this.numbers.size, WORDS - 1);
    this.numbers.set(word, number);
    return number;
  }
}

/** How a run went. */
export interface Report {
  readonly executions: number;
  /** Inputs that behaved in a new way, seeds included. */
  readonly kept: number;
  /** Pairs of what the reader did for one input. */
  readonly pairs: number;
  /** One for each message. */
  readonly findings: readonly Finding[];
}

/**
 * Runs the reader so many times, by a seed.
 *
 *   range    `go` is told every 65,536 executions how the run goes
 */
export function fuzz(
  executions: number,
  seed: number,
  go: (report: Report) => void = () => {},
): Report {
  const random = numbers(seed);
  const corpus: Uint8Array[] = [];
  const pairs = new Pairs();
  const findings = new Map<string, Finding>();
  const run = (bytes: Uint8Array, keep = false) => {
    try {
      if (pairs.isNew(behaviour(bytes)) || keep) corpus.push(bytes);
    } catch (error) {
      findings.set(String(error), { bytes, error });
    }
  };
  const given = seeds();
  for (const bytes of given) run(bytes, true);
  let done = given.length;
  const report = () => ({
    executions: done,
    kept: corpus.length,
    pairs: pairs.count,
    findings: [...findings.values()],
  });
  while (done < executions) {
    run(changed(corpus, random));
    done += 1;
    if (done % 65_536 === 0) go(report());
  }
  return report();
}
