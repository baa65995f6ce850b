/** `posenc table`: every method, every format, whole and in parts. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load, type TableSpec, tensor } from 'posenc';
import { type MethodDescription, methods } from 'posenc/descriptions';
import {
  decodeCsv,
  decodeJson,
  decodeNpy,
  decodeSafetensors,
  encodeNpy,
  encodeSafetensors,
} from 'posenc/formats';
import { afterAll, describe, expect, it } from 'vitest';
import { asFlags } from '../../bindings/src/cli/words.js';
import { oneIn } from '../support/sample.mjs';
import { posenc, scratch } from './program.js';

const pe = await load();
const { folder, remove } = scratch();
afterAll(remove);

const at = (name: string) => path.join(folder, name);
const read = (name: string) => readFileSync(at(name));
const save = (name: string, content: string | Uint8Array) =>
  writeFileSync(at(name), content);

/** Runs a command that must succeed, and print nothing but `said`. */
async function run(command: string, input = '', said = ''): Promise<Buffer> {
  const given = command.split(' ').filter(Boolean);
  const { code, stdout, stderr } = await posenc(folder, given, input);
  expect(stderr).toBe(said);
  expect(code).toBe(0);
  return stdout;
}

const make = (method: string, options: object) =>
  pe.make({ method, ...options } as TableSpec);

const sinusoidal = 'table sinusoidal --length 70 --dim 6';
const whole = pe.sinusoidal({ length: 70, dim: 6 });

const tables = Object.values<MethodDescription>(methods).filter(
  ({ family }) => family === 'table',
);

it.each(oneIn(2, tables, 'tables'))(
  '$name is what the library makes of its example',
  async ({ name, example = {} }) => {
    await run(`table ${name} ${asFlags(example)} --out ${name}.npy`);
    expect(decodeNpy(read(`${name}.npy`))).toEqual(make(name, example));
  },
);

// A sample, because all tables share the code and each run starts two
// processes.
it.each(oneIn(4, tables, 'tables in parts'))(
  '$name comes in parts that join, and from a spec file',
  async ({ name, example = {} }) => {
    const expected = make(name, example);
    const rows = expected.shape[0] ?? 0;
    const middle = Math.floor(rows / 3);
    save(`${name}.json`, JSON.stringify({ method: name, ...example }));
    const from = `table ${name} --spec ${name}.json --format safetensors`;
    await run(`${from} --out a --rows :${middle}`);
    await run(`${from} --out b --rows ${middle}:`);
    const parts = ['a', 'b'].map((file) => {
      const { tensors } = decodeSafetensors(read(file));
      return Buffer.from((tensors[name] as { data: Float32Array }).data.buffer);
    });
    expect(Buffer.concat(parts)).toEqual(Buffer.from(expected.data.buffer));
  },
);

describe('formats', () => {
  it('all hold the same numbers', async () => {
    await run(`${sinusoidal} --out t.npy`);
    await run(`${sinusoidal} --out t.safetensors`);
    await run(`${sinusoidal} --out t.csv`);
    await run(`${sinusoidal} --out t.json`);
    expect(decodeNpy(read('t.npy'))).toEqual(whole);
    expect(decodeCsv(read('t.csv'))).toEqual(whole);
    const spec = { method: 'sinusoidal', length: 70, dim: 6 };
    expect(decodeJson(read('t.json'))).toEqual({ tensor: whole, spec });
    expect(decodeSafetensors(read('t.safetensors'))).toEqual({
      tensors: { sinusoidal: whole },
      unread: {},
      metadata: { spec: JSON.stringify(spec) },
    });
  });

  it.each(['float64', 'float16', 'bfloat16'] as const)('%s', async (dtype) => {
    await run(`${sinusoidal} --dtype ${dtype} --out d.safetensors --name wpe`);
    const { tensors } = decodeSafetensors(read('d.safetensors'));
    const expected = pe.sinusoidal({ length: 70, dim: 6, dtype });
    expect(tensors).toEqual({ wpe: expected });
    await run(`${sinusoidal} --dtype ${dtype} --out d.json`);
    expect(decodeJson(read('d.json')).tensor).toEqual(expected);
  });

  it('go to standard output, too', async () => {
    const npy = await run(`${sinusoidal} --out - --format npy`);
    expect(decodeNpy(new Uint8Array(npy))).toEqual(whole);
    const csv = await run(`${sinusoidal} --out=- --format=csv`);
    expect(decodeCsv(new Uint8Array(csv))).toEqual(whole);
  });
});

describe('parts', () => {
  it('of CSV join with cat, header and all', async () => {
    const parts = `${sinusoidal} --format csv --out - --header`;
    const later = (from: number) =>
      `posenc: --header: rows from ${from} on get no names of columns, so that ` +
      'they join with those before\n';
    const files = await Promise.all([
      run(`${parts} --rows :33`),
      run(`${parts} --rows 33:33`, '', later(33)),
      run(`${parts} --rows 33:69`, '', later(33)),
      run(`${parts} --rows 69:`, '', later(69)),
    ]);
    const joined = Buffer.concat(files);
    expect(joined).toEqual(await run(parts));
    expect(joined.toString()).toMatch(/^d0,d1,d2,d3,d4,d5\n0,1,0,1,0,1\n/);
  });

  it('of npy join byte for byte behind their headers', async () => {
    // Longer than one chunk of 4 MiB, with parts that end within a chunk.
    const long = 'table sinusoidal --length 9001 --dim 300 --out';
    await run(`${long} whole.npy`);
    await run(`${long} a.npy --rows 0:5000`);
    await run(`${long} b.npy --rows 5000:9001`);
    const data = (name: string) => read(name).subarray(128);
    const joined = Buffer.concat([data('a.npy'), data('b.npy')]);
    expect(joined.equals(data('whole.npy'))).toBe(true);
    const table = pe.sinusoidal({ length: 9001, dim: 300 }).data;
    expect(Buffer.from(table.buffer).equals(joined)).toBe(true);
  });

  it('say in their spec which rows they are', async () => {
    await run(`${sinusoidal} --rows 60: --out part.json`);
    const { spec, tensor: part } = decodeJson(read('part.json'));
    expect(spec).toMatchObject({ length: 70, rows: [60, 70] });
    expect(part.data).toEqual(whole.data.subarray(360));
  });
});

describe('what is given', () => {
  const dim = 4;
  const positions = [0, 7, 1.5];
  const expected = pe.sinusoidal({ positions, dim });
  const of = async (flag: string, input = '') => {
    const command = `table sinusoidal --dim 4 ${flag} --out - --format npy`;
    return decodeNpy(new Uint8Array(await run(command, input)));
  };

  it('may be a list of positions, or a file of any format', async () => {
    const list = tensor(Float64Array.from(positions), [3]);
    save('p.npy', encodeNpy(list));
    save('p.csv', '0\n7\n1.5\n');
    save('p.json', '[0, 7, 1.5]');
    save('one.safetensors', encodeSafetensors({ list }));
    save('two.safetensors', encodeSafetensors({ other: whole, list }));
    for (const given of [
      '0,7,1.5',
      'p.npy',
      'p.csv',
      'p.json',
      'one.safetensors',
      'one.safetensors:list',
      'two.safetensors:list',
    ]) {
      expect(await of(`--positions ${given}`)).toEqual(expected);
    }
  });

  it('may be integers as NumPy and PyTorch save them', async () => {
    save(
      'i8.npy',
      Buffer.concat([
        Buffer.from('\x93NUMPY\x01\x00\x46\x00', 'latin1'),
        Buffer.from(
          "{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }".padEnd(
            69,
          ),
        ),
        Buffer.from('\n'),
        Buffer.from(BigInt64Array.of(2n ** 31n, -3n).buffer),
      ]),
    );
    expect(await of('--positions i8.npy')).toEqual(
      pe.sinusoidal({ positions: [2 ** 31, -3], dim }),
    );
  });

  it('may be negative, and in any spelling of a number', async () => {
    expect(await of('--start -2.5 --length 3 --base 1e3')).toEqual(
      pe.sinusoidal({ start: -2.5, length: 3, base: 1000, dim }),
    );
  });

  it('may stand in a spec, over which flags go', async () => {
    const spec = { method: 'sinusoidal', length: 9, dim: 8, layout: 'blocks' };
    save('spec.json', JSON.stringify(spec));
    const command = 'table --spec spec.json --dim 4 --out - --format npy';
    const table = decodeNpy(new Uint8Array(await run(command)));
    expect(table).toEqual(pe.sinusoidal({ length: 9, dim, layout: 'blocks' }));
    expect(
      await of('--spec -', '{"positions": "p.npy", "cosinesFirst": true}'),
    ).toEqual(pe.sinusoidal({ positions, dim, cosinesFirst: true }));
    expect(
      await of(
        '--spec - --no-cosines-first',
        '{"length":3,"cosinesFirst":true}',
      ),
    ).toEqual(pe.sinusoidal({ length: 3, dim }));
  });

  it('may be what a file says of itself', async () => {
    await run(`${sinusoidal} --rows 3:5 --layout blocks --out t.json`);
    const { spec, tensor: part } = decodeJson(read('t.json'));
    save('again.json', JSON.stringify(spec));
    await run('table --spec again.json --out again.npy');
    expect(decodeNpy(read('again.npy'))).toEqual(part);
  });
});

describe('arrays for a grid', () => {
  const grid = 'table sinusoidal-grid --dim 8 --format npy --out -';
  const of = async (flags: string, input = '') =>
    decodeNpy(new Uint8Array(await run(`${grid} ${flags}`, input)));
  const coordinates = [0, 1.5, 2, -3];
  const expected = pe.sinusoidalGrid({ dim: 8, coordinates });

  it('may be rows of numbers of any kind', async () => {
    const data = Uint16Array.of(0, 0x3fc0, 0x4000, 0xc040);
    const pairs = tensor(data, [2, 2], 'bfloat16');
    save('c.safetensors', encodeSafetensors({ pairs }));
    save('c.json', '[[0, 1.5], [2, -3]]');
    save('c.csv', 'y,x\n0,1.5\n2,-3\n');
    for (const given of ['0,1.5,2,-3', 'c.safetensors', 'c.json', 'c.csv']) {
      expect(await of(`--coordinates ${given}`)).toEqual(expected);
    }
    const input = '{"coordinates": [[0, 1.5], [2, -3]]}';
    expect(await of('--spec -', input)).toEqual(expected);
  });

  it('may be those of a batch', async () => {
    const grid = 'table sinusoidalGrid --grid 2,2 --dim 8 --preset detr';
    const masks = [0, 1, 0, 1, 0, 0, 1, 1];
    const spec = { grid: [2, 2], dim: 8, preset: 'detr', mask: masks };
    const { data } = make('sinusoidalGrid', spec);
    save('masks.npy', encodeNpy(tensor(Float32Array.from(masks), [2, 2, 2])));
    const nested = [
      [masks.slice(0, 2), masks.slice(2, 4)],
      [masks.slice(4, 6), masks.slice(6)],
    ];
    save('masks.json', JSON.stringify({ mask: nested }));
    for (const given of [
      `--mask ${masks}`,
      '--mask masks.npy',
      '--spec masks.json',
    ]) {
      await run(`${grid} ${given} --out grids.npy`);
      expect(decodeNpy(read('grids.npy')).data).toEqual(data);
    }
    const starts = 'table learned --length 4 --dim 2 --sequence-start -1,0,3';
    await run(`${starts} --out starts.npy`);
    const batch = { length: 4, dim: 2, sequenceStart: [-1, 0, 3] };
    expect(decodeNpy(read('starts.npy'))).toEqual(make('learned', batch));
  });

  it('may be integers from a file', async () => {
    const spec = { dim: 8, grid: [2, 2], mask: [0, 0, 1, 0] };
    save('m.csv', '0,0\n1,0\n');
    expect(await of('--grid 2,2 --mask m.csv')).toEqual(
      pe.sinusoidalGrid(spec),
    );
    expect(await of('--spec -', JSON.stringify(spec))).toEqual(
      pe.sinusoidalGrid(spec),
    );
  });
});

it('a file that was there is replaced, and nothing else is left', async () => {
  save('old.npy', 'something else');
  await run(`${sinusoidal} --out old.npy`);
  expect(decodeNpy(read('old.npy'))).toEqual(whole);
  expect(existsSync(at('.old.npy'))).toBe(false);
});
