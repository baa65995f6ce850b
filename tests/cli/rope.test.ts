/** `posenc rope`: what a rope is, and its tables in files. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load, type Tensor } from 'posenc';
import { methods } from 'posenc/descriptions';
import { decodeCsv, decodeNpy, decodeSafetensors } from 'posenc/formats';
import { afterAll, describe, expect, it } from 'vitest';
import { ropeHelp } from '../../bindings/src/cli/help.js';
import { asFlags } from '../../bindings/src/cli/words.js';
import { posenc, scratch } from './program.js';

const pe = await load();
const { folder, remove } = scratch();
afterAll(remove);

const at = (name: string) => path.join(folder, name);
const read = (name: string) => readFileSync(at(name));

/** Runs a command that must succeed; words in quotes may hold spaces. */
async function run(command: string): Promise<Buffer> {
  const given = command.match(/"[^"]*"|\S+/g) ?? [];
  const words = given.map((word) => word.replaceAll('"', ''));
  const { code, stdout, stderr } = await posenc(folder, ['rope', ...words]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return stdout;
}

async function fails(command: string): Promise<string> {
  const given = command.split(' ').filter(Boolean);
  const { code, stdout, stderr } = await posenc(folder, ['rope', ...given]);
  expect(code).toBe(2);
  expect(stdout.length).toBe(0);
  return stderr;
}

const llama3 = {
  type: 'llama3',
  factor: 8,
  lowFreqFactor: 1,
  highFreqFactor: 4,
  originalMaxPosition: 8192,
} as const;
const options = { headDim: 16, theta: 500000, scaling: llama3 } as const;
const flags = asFlags(options);

describe('tables', () => {
  it.each(['hf', 'ort'] as const)(
    '%s: two in a safetensors file',
    async (cache) => {
      await run(`${flags} --cache ${cache} --length 300 --out two.safetensors`);
      const { tensors, metadata } = decodeSafetensors(read('two.safetensors'));
      expect(tensors).toEqual(pe.ropeCache({ ...options, cache, length: 300 }));
      expect(JSON.parse(metadata.spec ?? '')).toEqual({
        ...{ method: 'ropeCache', ...options, cache, length: 300 },
      });
    },
  );

  it.each(['flashinfer', 'ggml', 'pairs'] as const)(
    '%s: one',
    async (cache) => {
      const { cache: whole } = pe.ropeCache({
        ...{ ...options, cache, length: 300, dtype: 'float16' },
      });
      const table = `${flags} --cache ${cache} --length 300 --dtype float16`;
      await run(`${table} --out one.npy`);
      expect(decodeNpy(read('one.npy'))).toEqual(whole);
      await run(`${table} --out one.safetensors --name rotary`);
      const { tensors } = decodeSafetensors(read('one.safetensors'));
      expect(tensors).toEqual({ rotary: whole });
    },
  );

  it('two in files of their own', async () => {
    const wanted = pe.ropeCache({ ...options, cache: 'ort', length: 40 });
    await run(`${flags} --cache ort --length 40 --out both.npy`);
    expect(existsSync(at('both.npy'))).toBe(false);
    expect(decodeNpy(read('both.cos.npy'))).toEqual(wanted.cos);
    expect(decodeNpy(read('both.sin.npy'))).toEqual(wanted.sin);
    await run(`${flags} --cache ort --length 40 --format csv --out plain`);
    expect(decodeCsv(read('plain.sin'))).toEqual(wanted.sin);
  });

  it('rows join bit for bit', async () => {
    const table = `${flags} --cache hf --length 300 --precision ggml`;
    await run(`${table} --out whole.safetensors --name r`);
    const rows = [':97', '97:98', '98:'];
    const parts = await Promise.all(
      rows.map(async (range, i) => {
        await run(`${table} --rows ${range} --out p${i}.safetensors --name r`);
        return decodeSafetensors(read(`p${i}.safetensors`)).tensors;
      }),
    );
    const { tensors } = decodeSafetensors(read('whole.safetensors'));
    expect(Object.keys(tensors)).toEqual(['r.cos', 'r.sin']);
    for (const [name, whole] of Object.entries(tensors)) {
      const joined = parts.flatMap((part) =>
        Array.from((part[name] as Tensor).data),
      );
      expect(joined).toEqual(Array.from(whole.data as Float32Array));
    }
  });

  it('of more bytes than are held at a time', async () => {
    await run(
      '--head-dim 128 --cache ort --length 30000 --out far.safetensors',
    );
    const { tensors } = decodeSafetensors(read('far.safetensors'));
    const { cos, sin } = pe.ropeCache({
      ...{ headDim: 128, cache: 'ort', length: 30000 },
    });
    for (const [name, { data }] of Object.entries({ cos, sin })) {
      const written = tensors[name] as Tensor;
      const [one, other] = [written.data, data].map(({ buffer }) =>
        Buffer.from(buffer),
      );
      expect(one?.equals(other as Buffer), name).toBe(true);
    }
  });
});

describe('what a rope is', () => {
  const facts = async (command: string) =>
    JSON.parse((await run(`${command} --json`)).toString());

  it('as JSON', async () => {
    const yarn = {
      type: 'yarn',
      factor: 4,
      originalMaxPosition: 4096,
    } as const;
    const rope = pe.rope({ headDim: 16, scaling: yarn });
    expect(await facts(asFlags({ headDim: 16, scaling: yarn }))).toEqual({
      spec: { method: 'rope', headDim: 16, scaling: yarn },
      rotaryDim: 16,
      attentionFactor: rope.attentionFactor,
      softmaxScale: rope.softmaxScale,
      scoreFactor: rope.scoreFactor,
      frequencies: Array.from(rope.frequencies),
      wavelengths: Array.from(rope.frequencies, (w) => (2 * Math.PI) / w),
    });
  });

  it('as a text', async () => {
    const text = (await run('--head-dim 4 --theta 100')).toString();
    expect(text).toContain('softmax scale     0.5 ');
    expect(text).toMatch(/^ {4}0 {2}1 +6\.28318531$/m);
    expect(text).toMatch(/^ {4}1 {2}0\.1 +62\.8318531$/m);
    // Small frequencies have 22 characters and more.
    const slow = (await run('--head-dim 128 --theta 15e4')).toString();
    expect(slow.match(/^ *\d+ {2}\S+ +\S+$/gm)).toHaveLength(64);
  });

  it('of a schedule whose option is of another kind in others', async () => {
    const yarn = {
      type: 'longrope',
      shortFactor: [1, 1],
      longFactor: [1, 2],
      originalMaxPosition: 64,
      factor: 4,
      magnitude: 'yarn',
    } as const;
    const { attentionFactor } = pe.rope({ headDim: 4, scaling: yarn });
    writeFileSync(at('yarn.json'), JSON.stringify({ scaling: yarn }));
    for (const given of [asFlags({ scaling: yarn }), '--spec yarn.json']) {
      const read = await facts(`--head-dim 4 ${given}`);
      expect(read.spec.scaling).toEqual(yarn);
      expect(read.attentionFactor).toBe(attentionFactor);
    }
    const su = '--spec yarn.json --scaling.magnitude su';
    expect((await facts(`--head-dim 4 ${su}`)).attentionFactor).toBe(
      pe.rope({ headDim: 4, scaling: { ...yarn, magnitude: 'su' } })
        .attentionFactor,
    );
  });

  it('shows pairs that do not turn', async () => {
    const { frequencies, wavelengths } = await facts(
      '--head-dim 8 --scaling.type proportional --scaling.share 0.5',
    );
    expect(frequencies.slice(2)).toEqual([0, 0]);
    expect(wavelengths.slice(2)).toEqual([null, null]);
  });
});

describe('presets and spec files', () => {
  const specOf = async (command: string) =>
    JSON.parse((await run(`${command} --json`)).toString()).spec;
  const save = (name: string, spec: object) =>
    writeFileSync(at(name), JSON.stringify(spec));

  it('a preset holds for what nothing else says', async () => {
    save('theta.json', { method: 'rope', theta: 7 });
    const preset = '--preset "Llama 2 7B"';
    expect(await specOf(preset)).toMatchObject({ headDim: 128, theta: 10000 });
    const changed = await specOf(
      `${preset} --spec theta.json --layout interleaved`,
    );
    expect(changed).toMatchObject({
      ...{ headDim: 128, theta: 7, layout: 'interleaved' },
    });
  });

  it('a spec file may name a preset, whose schedule flags change', async () => {
    save('named.json', { method: 'rope', preset: 'Llama 3.1 8B', theta: 7 });
    const scaling = { type: 'llama3', factor: 8, originalMaxPosition: 8192 };
    expect(await specOf('--spec named.json')).toEqual({
      ...{ method: 'rope', headDim: 128, theta: 7, scaling },
    });
    expect(await specOf('--spec named.json --scaling.factor 2')).toMatchObject({
      scaling: { ...scaling, factor: 2 },
    });
    save('unnamed.json', { method: 'rope', preset: 'Llama 3.1' });
    expect(await fails('--spec unnamed.json')).toContain(
      'preset in unnamed.json: there is no preset "Llama 3.1"; did you mean ' +
        '"Llama 3.1 8B"?',
    );
  });

  it('a flag that switches the schedule drops the options of the old one', async () => {
    save('old.json', { method: 'rope', ...options });
    expect(
      await specOf('--spec old.json --scaling.type linear --scaling.factor 2'),
    ).toEqual({
      ...{ method: 'rope', headDim: 16, theta: 500000 },
      scaling: { type: 'linear', factor: 2 },
    });
    expect(
      await specOf('--spec old.json --scaling.type llama3 --scaling.factor 2'),
    ).toMatchObject({ scaling: { ...llama3, factor: 2 } });
    expect(await specOf('--spec old.json --scaling.factor 2')).toMatchObject({
      scaling: { ...llama3, factor: 2 },
    });
  });
});

it('a flag is read as the chosen schedule has it', async () => {
  // `magnitude` is a word with longrope and a number with yarn.
  const longrope = {
    ...{ type: 'longrope', shortFactor: [1, 1], longFactor: [2, 2] },
    ...{ originalMaxPosition: 64, factor: 4, magnitude: 'yarn' },
  };
  const yarn = {
    ...{ type: 'yarn', factor: 4, originalMaxPosition: 64, magnitude: 2 },
  };
  for (const scaling of [longrope, yarn]) {
    const text = await run(`${asFlags({ headDim: 4, scaling })} --json`);
    expect(JSON.parse(text.toString()).spec.scaling).toEqual(scaling);
  }
  const flags = '--scaling.magnitude 3';
  writeFileSync(
    at('yarn.json'),
    JSON.stringify({ method: 'rope', headDim: 4, scaling: yarn }),
  );
  const text = await run(`--spec yarn.json ${flags} --json`);
  expect(JSON.parse(text.toString()).spec.scaling).toEqual({
    ...yarn,
    magnitude: 3,
  });
});

it('help tells what a flag means with each schedule', () => {
  const help = ropeHelp().replace(/\s+/g, ' ');
  for (const [type, set] of Object.entries(
    methods.rope.parameters.scaling.variants,
  )) {
    for (const [name, { doc }] of Object.entries(set)) {
      const words = doc.replace(/\s+/g, ' ').replace(/[^\w ]/g, '\\$&');
      expect(help, name).toMatch(
        new RegExp(`With ([\\w, ]+, )?${type}(, [\\w, ]+)?: ${words} `),
      );
    }
  }
  expect(help).toContain('--scaling.magnitude N With yarn: Factor of');
  expect(help).toContain('--scaling.magnitude WORD With longrope: The');
});

it('help has every parameter, and presets as flags', () => {
  const help = ropeHelp();
  expect(help).toContain('--head-dim N');
  expect(help).toContain('--scaling.original-max-position N');
  expect(help).toContain('--cache WORD');
  expect(help).toContain('--preset NAME');
  expect(help).not.toContain('[object Object]');
  // One flag for options of several schedules, with the words of each.
  const words = help.replace(/\s+/g, ' ');
  expect(words).toContain('With ntk, yarn, ntkByParts: How many times');
  expect(words).toContain('One of base, fixed, mixed. Defaults to base.');
  expect(words).toContain('One of ntk, linear, alpha. Defaults to ntk.');
  expect(
    asFlags({ scaling: { type: 'linear', factor: 2 }, axes: [1, 2] }),
  ).toBe('--scaling.type linear --scaling.factor 2 --axes 1,2');
});

it.each([
  ['', '--head-dim is required'],
  ['--head-dim 7', '--head-dim must be an even integer'],
  ['--head-dim 8 --length 3', '--length needs --cache'],
  ['--head-dim 8 --no-header', '--header needs --cache'],
  ['--head-dim 8 --cache vllm --length 3 --out a.npy', '--cache must be'],
  ['--head-dim 8 --cache ort --length 3', '--out is required'],
  ['--head-dim 8 --cache ort --length 3 --format csv --out -', 'one array'],
  ['--cache ort --out a.npy', '--head-dim is required'],
  [
    '--head-dim 8 --cache hf --out a.npy',
    '--length or --positions is required',
  ],
  ['--preset Lama', 'there is no preset "Lama"'],
  ['--head-dim 8 rope', 'unexpected word "rope"'],
  ['--head-dim 8 --scaling.type linear', '--scaling.factor is required'],
  [
    '--head-dim 8 --scaling.type linear --scaling.factor 0.5',
    '--scaling.factor must be',
  ],
])('%s is refused', async (command, line) => {
  expect(await fails(command)).toContain(line);
});

it('refuses a spec of another method', async () => {
  writeFileSync(at('other.json'), '{"method":"sinusoidal"}');
  expect(await fails('--spec other.json')).toContain('is for sinusoidal');
});
