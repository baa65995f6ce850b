/**
 * GGUF files on the command line: only their headers are read, however far the
 * factors of the rope lie behind them.
 */

import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { load, type Model } from 'posenc';
import { readGguf } from 'posenc/gguf';
import { afterAll, describe, expect, it } from 'vitest';
import { modelFacts as factsOf } from '../../bindings/src/cli/model-facts.js';
import { floats, text, writeGguf } from '../support/gguf.js';
import { type GgufModel, models } from '../support/gguf-models.js';
import { posenc, scratch } from './program.js';

const pe = await load();
const { folder, remove } = scratch();
afterAll(remove);

// The sources and what is built of them have types of their own.
const modelFacts = (model: Model): unknown =>
  JSON.parse(JSON.stringify(factsOf(model as never)));

const llama = (models['Llama-3.1-8B'] as GgufModel).file;
const [factors] = llama.tensors ?? [];
const divisors = new Float32Array(
  (factors?.bytes ?? new Uint8Array()).slice().buffer,
);
const whole = writeGguf(llama);
const model = pe.model(readGguf(whole.bytes));

const write = (name: string, bytes: Uint8Array) =>
  writeFileSync(path.join(folder, name), bytes);

const run = async (given: string, input: string | Uint8Array = '') => {
  const ended = await posenc(folder, given.split(' '), input);
  return { ...ended, stdout: ended.stdout.toString() };
};

write('llama.gguf', whole.bytes);

/** A file with a text of so many bytes in its vocabulary. */
function withLongText(length: number): Uint8Array {
  const mark = '(a text)'.padEnd(32);
  const metadata = { ...llama.metadata, 'tokenizer.chat_template': text(mark) };
  const { bytes } = writeGguf({ ...llama, metadata });
  const at = Buffer.from(bytes).indexOf(mark);
  const long = new Uint8Array(length).fill(97);
  const grown = Buffer.concat([
    bytes.subarray(0, at),
    long,
    bytes.subarray(at + 32),
  ]);
  grown.writeBigUInt64LE(BigInt(length), at - 8);
  return grown;
}

/** Writes a file whose last tensor lies far behind its header. */
function writeFar(name: string, offset: number, data: Uint8Array): void {
  const { metadata } = llama;
  const tensors = [{ name: 'rope_freqs.weight', shape: [64] }];
  const { bytes, headerEnd } = writeGguf({ metadata, tensors });
  new DataView(bytes.buffer).setBigUint64(headerEnd - 8, BigInt(offset), true);
  const file = openSync(path.join(folder, name), 'w');
  writeSync(file, bytes);
  // What lies between takes no place on the disk.
  writeSync(file, data, 0, data.length, bytes.length + offset);
  closeSync(file);
}

describe('posenc model', () => {
  it('reads a file, or a pipe', async () => {
    for (const given of ['llama.gguf', '-']) {
      const input = given === '-' ? whole.bytes : '';
      const { stdout, stderr } = await run(`model ${given} --json`, input);
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual(modelFacts(model));
    }
  });

  it('reads on until the header is whole', async () => {
    const length = 2 ** 25;
    write('long.gguf', withLongText(length));
    const { stdout, stderr } = await run('model long.gguf --json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(modelFacts(model));
  });

  it('reads factors that lie far behind the header', async () => {
    writeFar('far.gguf', 2 ** 29, floats([...divisors]));
    const { stdout, stderr } = await run('model far.gguf --json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(modelFacts(model));
  });

  it.each([
    [
      'cut.gguf',
      whole.bytes.slice(0, 300),
      /needs \d+ bytes, but the bytes end/,
    ],
    ['magic.gguf', new TextEncoder().encode('GGUF'), /the version at byte 4/],
    ['big.gguf', withLongText(64).fill(255, 200, 208), /byte \d+/],
  ])('refuses %s', async (name, bytes, says) => {
    write(name, bytes);
    const { stdout, stderr, code } = await run(`model ${name}`);
    expect(stdout).toBe('');
    expect(code).toBe(1);
    expect(stderr).toMatch(`posenc model: cannot read ${name}: `);
    expect(stderr).toMatch(says);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('posenc lint', () => {
  it('finds nothing wrong with a good file', async () => {
    const { stdout, code } = await run('lint llama.gguf');
    expect(stdout).toBe('llama.gguf: 0 errors, 0 warnings, 0 notes\n');
    expect(code).toBe(0);
  });

  it('misses factors that the file does not hold', async () => {
    write('headless.gguf', whole.bytes.slice(0, whole.headerEnd));
    const { stdout, code } = await run('lint headless.gguf');
    expect(stdout).toMatch(/rope_freqs\.weight.*bytes \d+ to \d+/s);
    expect(code).toBe(1);
  });
});

it('posenc rope takes the rope of a layer', async () => {
  const { stdout, stderr } = await run('rope --config llama.gguf --json');
  expect(stderr).toBe('');
  const { frequencies, spec } = JSON.parse(stdout);
  expect(frequencies).toEqual([...(model.layers[0]?.rope?.frequencies ?? [])]);
  expect(spec).toMatchObject({ theta: 500000, layout: 'interleaved' });
});
