// The program that the page shows gives the numbers that the page prints.

import { load, type Posenc, type Tensor } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeCalls } from '../../methods/languages.js';
import { computeCurves, computeMap } from './curves.js';
import { distancesOf, queryAt, shownDistance } from './distances.js';
import { isGrid } from './methods.js';
import { callsOf, type Shown, writeProgram } from './snippet.js';
import { queries, stateOf } from './testing.js';

let pe: Posenc;
beforeAll(async () => {
  pe = await load();
});

interface Made {
  readonly biases: Tensor<'float64'>;
  readonly bias: number;
  readonly factor: number;
  readonly maps: Tensor<'float64'>;
}

function run(code: string): Made {
  const body = code
    .replace("import { load } from 'posenc';", '')
    .replace('const pe = await load();', '');
  const names = 'biases, bias, factor, maps';
  return new Function('pe', `${body}\nreturn { ${names} };`)(pe);
}

function shownOf(query: string): Shown {
  const state = stateOf(query);
  const { spec, down, size } = state;
  const at = queryAt(state);
  const curves = computeCurves(pe, {
    spec,
    at,
    down,
    distances: distancesOf(state),
  });
  const head = curves.heads.length - 1;
  return { state, head, curves, map: computeMap(pe, { spec, head, size, at }) };
}

describe.each(queries)('the program of #/biases?%s', (query) => {
  it('gives the bias that is read, and the map', () => {
    for (const distance of [-10, 0, 2]) {
      const shown = shownOf(`${query}&distance=${distance}`);
      const { state, head, map } = shown;
      const { spec, down } = state;
      const at = queryAt(state);
      const read = computeCurves(pe, {
        ...{ spec, at, down, distances: distancesOf(state) },
      });
      const made = run(writeProgram(shown));
      const i = read.distances.indexOf(shownDistance(state));
      expect(made.bias).toBe(read.heads[head]?.[i]);
      expect(Array.from(made.biases.data)).toEqual(
        read.heads.map((line) => line[i]),
      );
      expect(made.factor).toBe(Math.exp(made.bias));
      const [, rows = 0, columns = 0] = made.maps.shape;
      const from = head * rows * columns;
      expect(made.maps.data.slice(from, from + rows * columns)).toEqual(
        map?.grid.values,
      );
    }
  });

  it('is there in PyTorch, or a sentence says that it is not', () => {
    const shown = shownOf(query);
    const text = writeCalls(callsOf(shown), 'PyTorch');
    if (isGrid(shown.state.spec)) expect(text).toMatch(/^# /);
    expect(text).not.toMatch(/undefined|NaN/);
    expect(writeCalls(callsOf(shown), 'shell')).toMatch(/^npx posenc bias /);
  });
});
