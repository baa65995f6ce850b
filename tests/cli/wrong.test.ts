/** A failure prints one line on standard error and sets the exit code. */

import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { tensor } from 'posenc';
import { encodeNpy, encodeSafetensors } from 'posenc/formats';
import { afterAll, describe, expect, it } from 'vitest';
import { oneIn } from '../support/sample.mjs';
import { posenc, program, scratch } from './program.js';

const { folder, remove } = scratch();
afterAll(remove);
const at = (name: string) => path.join(folder, name);

const table = 'table sinusoidal --length 4 --dim 6';
const out = '--out x.npy';

const model = {
  'wpe.weight': tensor(new Float32Array(8), [4, 2]),
  'wte.weight': tensor(new Float32Array(8), [4, 2]),
};
writeFileSync(at('model.safetensors'), encodeSafetensors(model));
writeFileSync(at('two.npy'), encodeNpy(tensor(new Float32Array(4), [2, 2])));
writeFileSync(at('broken.npy'), 'no array');
writeFileSync(at('cut.safetensors'), encodeSafetensors(model).subarray(0, -4));
writeFileSync(at('bad.json'), '{"length": 3,');
writeFileSync(at('list.json'), '[1]');
writeFileSync(
  at('marked.json'),
  '\uFEFF{"method": "sinusoidal", "length": 4, "dim": 6}',
);
writeFileSync(at('other.json'), '{"method": "rope", "headDim": 4}');
writeFileSync(at('unknown.json'), '{"method": "sinusoidal", "lenght": 4}');
writeFileSync(
  at('zero.json'),
  '{"method": "sinusoidal", "length": 4, "dim": 0}',
);
writeFileSync(
  at('text.json'),
  '{"method": "sinusoidal", "length": 4, "dim": "8"}',
);
mkdirSync(at('folder.npy'));

const asked: [string, RegExp][] = [
  ['tabel', /no command "tabel"; did you mean table\?/],
  ['--lenght', /no command "--lenght"\n/],
  ['--versoin', /no command "--versoin"; did you mean --version\?/],
  ['sinusoidal', /did you mean `posenc table sinusoidal`\?/],
  ['table zebra', /no method "zebra"\n/],
  ['methods extra', /unexpected word "extra"/],
  ['help nothing', /no help on "nothing"/],
  ['help sinusoidal extra', /unexpected word "extra"/],
  ['table', /which method\?/],
  ['table sinusiodal', /no method "sinusiodal"; did you mean sinusoidal\?/],
  ['table rope', /rope makes no table; `posenc help rope` describes/],
  ['table alibi', /no table; did you mean `posenc bias alibi`\?/],
  ['bias', /which method\? `posenc bias alibi …`/],
  ['bias sinusoidal', /no bias; did you mean `posenc table sinusoidal`\?/],
  ['bias alibbi', /no method "alibbi"; did you mean alibi\?/],
  ['alibi', /did you mean `posenc bias alibi`\?/],
  [
    'frequencies',
    /no command "frequencies", but `posenc help frequencies` describes/,
  ],
  ['table constructor', /no method/],
  ['table rotary', /no method "rotary"; did you mean rope\?/],
  ['rotary', /no command "rotary"; did you mean rope\?/],
  [`${table} --d-model 8`, /no flag --d-model; did you mean --dim\?/],
  [`${table} --max_len 8`, /no flag --max_len; did you mean --length\?/],
  ['bias alibi --num-heads 8', /no flag --num-heads; did you mean --heads\?/],
  [
    'rope --rope-theta 8 --original-max-position-embeddings 8',
    /no flag --rope-theta; did you mean --theta\?/,
  ],
  [
    'rope --original-max-position-embeddings 8',
    /did you mean --scaling\.original-max-position\?/,
  ],
  [
    'rope --partial-rotary-factor 0.5',
    /did you mean --rotary-dim, the number of components, which is /,
  ],
  [`${table} --dimm 8`, /no flag --dimm; did you mean --dim\?/],
  [
    `${table} --cosinesFirst`,
    /no flag --cosinesFirst; did you mean --cosines-first\?/,
  ],
  [`${table} -dim 8`, /--dim with two dashes/],
  [`${table} extra ${out}`, /unexpected word "extra"/],
  [`${table} --base`, /--base needs a value: --base N/],
  [`${table} --base --out x.npy`, /--base needs a value/],
  [`${table} --base ten ${out}`, /--base must be a number, got "ten"/],
  [`${table} --base 0.5 ${out}`, /--base must be a finite number ≥ 1, got 0.5/],
  [
    `${table} --layout half ${out}`,
    /--layout must be "interleaved" or "blocks"/,
  ],
  [`${table} --preset bert ${out}`, /--preset must be .*, got "bert"\n/],
  [
    `${table} --preset whispr ${out}`,
    /--preset must be .*, got "whispr"; did you mean "whisper"\?/,
  ],
  [
    `${table} --cosines-first=maybe ${out}`,
    /--cosines-first must be true or false/,
  ],
  [`${table} --no-cosines-first=true ${out}`, /takes no value/],
  [`${table} --positions 1,2 ${out}`, /--length and --positions exclude/],
  [`table sinusoidal --dim 4 ${out}`, /--length or --positions is required/],
  [`table sinusoidal --length 4 ${out}`, /--dim is required/],
  [
    `${table} --rows 4096 ${out}`,
    /--rows must be two row numbers with a colon/,
  ],
  [
    `${table} --rows 2:5 ${out}`,
    /--rows.* at most 4, the number of rows, got 5/,
  ],
  [`${table} --rows 3:2 ${out}`, /--rows.* at least/],
  [`${table} --rows 7: ${out}`, /--rows/],
  [
    'table sinusoidal --dim 4 --positions 1,x --out x.npy',
    /--positions must be numbers .* got "1,x"/,
  ],
  [
    'table sinusoidal --dim 4 --positions two.npy --out x.npy',
    /--positions must be a list, got an array of shape \[2, 2\]/,
  ],
  [
    'table sinusoidal --dim 4 --positions model.safetensors --out x.npy',
    /one of the 2 tensors .* model|--positions must name one of the 2 tensors/,
  ],
  [
    'table sinusoidal --dim 4 --positions model.safetensors:wpe --out x.npy',
    /no tensor "wpe" in the file; did you mean "wpe.weight"/,
  ],
  [table, /: --out is required/],
  ['table sinusoidal --length 4', /: --dim and --out are required/],
  [`${table} --out -`, /needs a --format/],
  [
    `${table} --out x.xlsx`,
    /--out must end in .npy, .safetensors, .csv, .json/,
  ],
  [`${table} --out x --format xlsx`, /--format must be one of npy,/],
  [
    `${table} --out x.npy --dtype bfloat16`,
    /--dtype .* safetensors files hold it/,
  ],
  ['table --spec list.json --out x.npy', /list.json must hold an object/],
  ['table --spec other.json --out x.npy', /rope makes no table/],
  [
    'table sinusoidal --spec other.json --out x.npy',
    /is for rope, not for sin/,
  ],
  [
    'table --spec unknown.json --out x.npy',
    /unknown.json: there is no parameter "lenght"; did you mean "length"\?/,
  ],
  ['table --spec zero.json --out x.npy', /dim in zero.json must be an integer/],
  ['table --spec text.json --out x.npy', /dim in text.json must be .*got "8"/],
];

/** A file of a tensor that is not read, and one that is. */
const head = new TextEncoder().encode(
  '{"a":{"dtype":"F8_E4M3","shape":[4],"data_offsets":[0,4]},' +
    '"b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}',
);
writeFileSync(
  at('new.safetensors'),
  Buffer.concat([Uint8Array.of(head.length, 0, 0, 0, 0, 0, 0, 0), head]),
);
appendFileSync(at('new.safetensors'), new Uint8Array(8));
writeFileSync(at('several.npz'), 'PK\x03\x04 and more');

const impossible: [string, RegExp][] = [
  [
    'table --spec bad.json --out x.npy',
    /bad.json is not JSON: error in line 1, column 14\n/,
  ],
  ['model bad.json', /bad.json is not JSON: error in line 1, column 14\n/],
  [
    'table sinusoidal --dim 4 --positions bad.json --out x.npy',
    /cannot read bad.json: .*JSON/,
  ],
  [
    'table sinusoidal --dim 4 --positions several.npz --out x.npy',
    /cannot read several.npz: .* zip archive such as .npz: unpack it/,
  ],
  [
    'table sinusoidal --dim 4 --positions new.safetensors:a --out x.npy',
    /cannot read new.safetensors: the tensor "a" .* to be read, got "F8_E4M3"/,
  ],
  [
    'table sinusoidal --length 1e15 --dim 8 --out long.npy',
    /cannot write long.npy: it takes 32000000000000000 bytes, and the file system has \d+ left/,
  ],
  [`${table} --out nowhere/x.npy`, /cannot write nowhere\/x.npy: no such file/],
  [`${table} --out folder.npy`, /cannot write folder.npy: it is a directory/],
  [`${table} --out two.npy/x.npy`, /cannot write .*: a part of its path/],
  ['table --spec gone.json --out x.npy', /cannot read gone.json: no such file/],
  [
    'table sinusoidal --dim 4 --positions gone.npy --out x.npy',
    /cannot read gone.npy: no such file/,
  ],
  [
    'table sinusoidal --dim 4 --positions broken.npy --out x.npy',
    /cannot read broken.npy: bytes must begin with/,
  ],
  [
    'table sinusoidal --dim 4 --positions cut.safetensors:wte.weight --out x.npy',
    /ends within/,
  ],
];

const cases = [
  ...asked.map(([command, line]) => [command, 2, line] as const),
  ...impossible.map(([command, line]) => [command, 1, line] as const),
];

// A sample, as each starts a process.
it.each(oneIn(3, cases, 'wrong calls'))(
  'posenc %s: exit code %d',
  async (command, exit, line) => {
    const before = readdirSync(folder);
    const given = command.split(' ');
    const { code, stdout, stderr } = await posenc(folder, given);
    expect(stderr).toMatch(line);
    expect(stderr).toMatch(/^posenc[^\n]*\n$/); // one line
    expect(stdout.length).toBe(0);
    expect(code).toBe(exit);
    expect(readdirSync(folder)).toEqual(before);
  },
);

const long = ['table', 'sinusoidal', '--length', '4000000', '--dim', '256'];

it.each([
  'methods',
  'help',
  '--version',
  `${table} --format csv --out -`,
  `${table} --format npy --out -`,
])('a full disk behind `posenc %s >` is named', async (command) => {
  if (!existsSync('/dev/full')) return;
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [program, ...command.split(' ')], {
    stdio: ['ignore', full, 'pipe'],
  });
  closeSync(full);
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const code = await new Promise((done) => child.on('close', done));
  expect(stderr).toMatch(
    /^posenc.*: cannot write to standard output: no space left[^\n]*\n$/,
  );
  expect(code).toBe(1);
});

it('a full disk is named', async () => {
  if (!existsSync('/dev/full')) return;
  const given = `${table} --format npy --out /dev/full`.split(' ');
  const { code, stderr } = await posenc(folder, given);
  expect(stderr).toMatch(
    /cannot write \/dev\/full: no space left on the device/,
  );
  expect(code).toBe(1);
});

it('a spec file may begin with a byte order mark', async () => {
  const given = 'table --spec marked.json --out marked.npy'.split(' ');
  const { code, stderr } = await posenc(folder, given);
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

it('devices are written to, not replaced', async () => {
  if (!existsSync('/dev/null')) return;
  const given = `${table} --format npy --out /dev/null`.split(' ');
  expect((await posenc(folder, given)).code).toBe(0);
  expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
});

it('a link stays a link, and a mode a mode', async () => {
  writeFileSync(at('target.npy'), '');
  chmodSync(at('target.npy'), 0o640);
  symlinkSync('target.npy', at('link.npy'));
  const given = `${table} --out link.npy`.split(' ');
  expect((await posenc(folder, given)).code).toBe(0);
  expect(lstatSync(at('link.npy')).isSymbolicLink()).toBe(true);
  expect(readFileSync(at('target.npy')).length).toBe(128 + 96);
  expect(lstatSync(at('target.npy')).mode & 0o777).toBe(0o640);
});

describe('a reader that goes away', () => {
  it.each(['csv', 'npy'])('ends %s without a word', async (format) => {
    const given = [...long, '--format', format, '--out', '-'];
    const child = spawn(process.execPath, [program, ...given]);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((done) => child.on('close', done));
    expect(stderr).toBe('');
    expect(code).toBe(141);
  });
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s leaves what was there, and nothing else',
  async (signal) => {
    const { folder: own, remove: removeOwn } = scratch();
    try {
      writeFileSync(path.join(own, 'x.npy'), 'before');
      const given = [...long, '--out', 'x.npy'];
      const child = spawn(process.execPath, [program, ...given], { cwd: own });
      const ended = new Promise((done) =>
        child.on('close', (_, by) => done(by)),
      );
      while (readdirSync(own).length < 2) {
        await new Promise((next) => setTimeout(next, 5));
      }
      child.kill(signal);
      expect(await ended).toBe(signal);
      expect(readdirSync(own)).toEqual(['x.npy']);
      expect(readFileSync(path.join(own, 'x.npy'), 'utf8')).toBe('before');
    } finally {
      removeOwn();
    }
  },
);

it('what a killed run left behind goes with the next one', async () => {
  const { folder: own, remove: removeOwn } = scratch();
  try {
    const given = [...long, '--out', 'x.npy'];
    const child = spawn(process.execPath, [program, ...given], { cwd: own });
    const ended = new Promise((done) => child.on('close', done));
    while (readdirSync(own).length < 1) {
      await new Promise((next) => setTimeout(next, 5));
    }
    child.kill('SIGKILL');
    await ended;
    const [left = ''] = readdirSync(own);
    expect(left).toMatch(/^\.x\.npy\..*\.partial$/);
    // That of a process which runs stays, and so does that of another file.
    const running = left.replace(`${child.pid}`, `${process.pid}`);
    const foreign = left.replace('x.npy', 'y.npy');
    for (const name of [running, foreign]) {
      writeFileSync(path.join(own, name), '');
    }
    const next = `${table} --out x.npy`.split(' ');
    expect((await posenc(own, next)).code).toBe(0);
    expect(readdirSync(own).sort()).toEqual([running, foreign, 'x.npy'].sort());
  } finally {
    removeOwn();
  }
});
