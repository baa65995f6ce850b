// The programs that the page shows, run as they stand: they give the numbers
// that the page prints, for every model and every method.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load, type Posenc } from 'posenc';
import { methods } from 'posenc/descriptions';
import { decodeNpy } from 'posenc/formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { tableFor } from '../figures/desk/testing.js';
import { exampleSpec, takesPreset } from '../methods/defaults.js';
import { firstSpec } from '../methods/learned.js';
import { callOf, program } from '../methods/snippet.js';
import { tables } from '../methods/table-methods.js';
import type { Options, Spec } from '../state/spec.js';
import { attendSide } from './attention/numbers/attend.js';
import { shownWords } from './attention/numbers/compare.js';
import { writeProgram as writeAttention } from './attention/snippet.js';
import { type Side, slots } from './attention/state/slots.js';
import { readState as attentionState } from './attention/state/state.js';
import { meetWords } from './rope/meeting.js';
import { computeSentence } from './rope/sentence.js';
import { writeProgram as writeRope } from './rope/snippet.js';
import { type RopeState, readState as ropeState } from './rope/state.js';

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

/** Runs a program, and gives some of its values. */
function run<T>(code: string, names: readonly string[]): T {
  expect(code).not.toMatch(/Math\.random/);
  const body = code
    .replace("import { load } from 'posenc';", '')
    .replace('const pe = await load();', '');
  return new Function('pe', `${body}\nreturn { ${names.join(', ')} };`)(pe);
}

type Maps = Record<'scores' | 'weights', { readonly data: Float32Array }>;

/** The weights as a picture has them: hidden keys are masked. */
const hidden = ({ scores, weights }: Maps) =>
  weights.data.map((w, i) => (scores.data[i] === -Infinity ? -Infinity : w));

describe('the program of the view of RoPE', () => {
  const initial = ropeState(new URLSearchParams());
  const models = Object.entries(methods.rope.presets).map(
    ([name, preset]) =>
      [name, { headDim: 64, ...(preset as Options), method: 'rope' }] as const,
  );
  const states: [string, Partial<RopeState>][] = [
    ...models.map(([name, spec]): [string, Partial<RopeState>] => [
      name,
      { spec },
    ]),
    ['causal, elsewhere', { causal: true, start: 7, queryAt: 3, keyAt: 900 }],
    ['as typed', { order: [], likeness: 0, query: 9, key: 0 }],
    ['another text', { text: 'To be or not to be', likeness: 1, query: 40 }],
  ];

  it.each(states)('%s', (_, patch) => {
    const state = { ...initial, ...patch };
    const sentence = computeSentence(pe, state);
    const code = writeRope(state, sentence.words, sentence.order);
    const made = run<Maps & { score: number }>(code, [
      ...['scores', 'weights', 'score'],
    ]);
    expect(made.scores.data).toEqual(sentence.rotary.scores.values);
    expect(hidden(made)).toEqual(sentence.rotary.weights.values);
    expect(made.score).toBe(meetWords(pe, state).score);
  });
});

it('names a command that draws the same words', async () => {
  const state = ropeState(new URLSearchParams());
  const { words, order } = computeSentence(pe, state);
  const code = writeRope(state, words, order);
  const [, command = ''] = /In a shell: npx posenc (.*)/.exec(code) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'posenc-words-'));
  try {
    const program = fileURLToPath(
      new URL('../../../bindings/dist/cli.js', import.meta.url),
    );
    execFileSync(process.execPath, [program, ...command.split(' ')], {
      cwd: folder,
    });
    const { data } = decodeNpy(readFileSync(join(folder, 'own.npy')));
    const { own } = run<{ own: { data: Float32Array } }>(code, ['own']);
    expect(data).toEqual(own.data);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('the program of the view of attention', () => {
  const initial = attentionState(new URLSearchParams());
  const offered = slots.flatMap((slot) =>
    slot.methods.map(
      (method) => [method.name, slot.family, firstSpec(method)] as const,
    ),
  );

  it.each(offered)('%s', (_, family, spec) => {
    const b: Side = { [family]: spec };
    const order = [4, 1, 2, 3, 0, 5, 6];
    for (const more of [{}, { causal: true, start: 12, order, heads: 2 }]) {
      const state = { ...initial, b, ...more };
      const words = shownWords(state);
      const made = run<Record<'a' | 'b', Maps>>(
        writeAttention(pe, state, words),
        [...['a', 'b']],
      );
      for (const side of ['a', 'b'] as const) {
        const { heads, headDim, likeness, start, causal } = state;
        const ask = { words, heads, headDim, likeness, start, causal };
        const { scores, weights } = attendSide(pe, state[side], ask);
        expect(made[side].scores.data).toEqual(scores.values);
        expect(hidden(made[side])).toEqual(weights.values);
      }
    }
  });
});

describe('the program of the view of tables', () => {
  const specs = tables.flatMap((method) => {
    const example = exampleSpec(method);
    const presets = takesPreset(method) ? Object.keys(method.presets) : [];
    return [
      [method.name, example] as const,
      ...presets.map((preset): readonly [string, Spec] => [
        `${method.name}, ${preset}`,
        { ...example, preset },
      ]),
    ];
  });

  it.each(specs)('%s', (_, spec) => {
    const { method, spec: shown, tensor } = tableFor(pe, spec);
    const code = program(`const table = ${callOf(method, shown)};`);
    const { table } = run<{ table: typeof tensor }>(code, ['table']);
    expect(table.shape).toEqual(tensor.shape);
    expect(table.data).toEqual(tensor.data);
  });
});
