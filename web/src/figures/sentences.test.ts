// Every sentence with a number in it that the view of tables prints, for every
// method, preset and kind of numbers: computed anew from the whole table.

import { load, type Posenc, tableRounding } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { exampleSpec, takesPreset } from '../methods/defaults.js';
import { tables } from '../methods/table-methods.js';
import { numbersIn, readNumber } from '../plot/read-numbers.js';
import type { Spec } from '../state/spec.js';
import { createAnalysis, type Waves } from './analysis.js';
import { describeColumn } from './column-words.js';
import { limitsOfColumn } from './desk/lines.js';
import { columnOf } from './desk/numbers.js';
import { type TestTable, tableFor } from './desk/testing.js';
import { entriesOf } from './fact-words.js';
import { findingsOf } from './findings.js';
import { describeGaps, wholeCycles } from './waves.js';

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

const specs = tables.flatMap((method) => {
  const example = exampleSpec(method);
  const presets = takesPreset(method) ? Object.keys(method.presets) : [];
  const { dtype } = method.parameters;
  const kinds = dtype?.kind === 'choice' ? [...dtype.choices] : [];
  return [
    [method.name, example] as const,
    ...presets.map((preset): readonly [string, Spec] => [
      `${method.name}, ${preset}`,
      { ...example, preset },
    ]),
    ...kinds.map((kind): readonly [string, Spec] => [
      `${method.name} in ${kind}`,
      { ...example, dtype: kind },
    ]),
  ];
});

/** A number to some digits, as the page writes it. */
function near(printed: number, value: number, digits: number): void {
  const unit = Math.abs(value) * 10 ** (1 - digits);
  const off = Math.abs(printed - value);
  expect(off, `${printed}, not ${value}`).toBeLessThanOrEqual(0.5001 * unit);
}

/** Whether a column repeats after so many rows, by its definition. */
function repeats(values: Float64Array, period: number, rounding: number) {
  const size = values.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  for (let i = 0; i + period < values.length; i++) {
    const off = Math.abs(Number(values[i + period]) - Number(values[i]));
    if (off > rounding * size) return false;
  }
  return true;
}

describe.each(specs)('%s', (_, spec) => {
  /** The table, and the same as the package's analyses take it. */
  function made() {
    const table = tableFor(pe, spec);
    const { tensor, values } = table;
    const whole = { ...tensor, shape: [values.rows, values.columns] };
    return { table, whole: whole as typeof tensor };
  }

  it('has the facts of the whole table', () => {
    const { table, whole } = made();
    const { rows, columns } = table.values;
    const findings = findingsOf(createAnalysis(pe), table);
    const said = Object.fromEntries(
      entriesOf(findings).map(({ name, value, note }) => {
        expect(note).toBe('');
        return [name, value];
      }),
    );
    const { residual } = pe.analysis.toeplitz(whole);
    const pairs = said['Dot products depend on'] ?? '';
    if (pairs === 'distance alone') {
      expect(residual).toBeLessThan(tableRounding[table.tensor.dtype]);
    } else {
      near(readNumber(pairs), residual, 2);
    }
    const found = pe.analysis.singularValues(whole);
    const condition = said['Condition number'] ?? '';
    const most = Math.min(rows, columns);
    if (found.rank < most) {
      expect(numbersIn(condition).slice(0, 2)).toEqual([found.rank, most]);
      expect(condition).toMatch(
        new RegExp(`^infinite.*singular at ${table.tensor.dtype} precision$`),
      );
      // The rank is no more than that of the rows that differ.
      const { distinct } = pe.analysis.collisions(whole);
      expect(found.rank).toBeLessThanOrEqual(distinct);
    } else {
      near(readNumber(condition), found.conditionNumber, 2);
    }
    const [effective = 0, of] = numbersIn(said['Effective rank'] ?? '');
    near(effective, found.effectiveRank, 3);
    expect(of).toBe(most);
    const equal = rows - pe.analysis.collisions(whole).distinct;
    expect(said['Colliding rows']).toBe(equal === 0 ? 'none' : `${equal}`);
  });

  /** What is said of each column, against its own numbers. */
  function checkColumn(
    { tensor, values }: TestTable,
    waves: Waves,
    column: number,
    of: ReturnType<Posenc['analysis']['wavelengths']>,
  ): void {
    const own = columnOf(values, column);
    const rows = own.length;
    const wave = {
      length: waves.lengths[column] as number,
      exact: waves.exact[column] as boolean,
      rows: waves.rows,
    };
    const text = describeColumn(limitsOfColumn(values, column), wave);
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
    const [low, high] = [Math.min(...own), Math.max(...own)];
    if (low === high) {
      expect(text).toMatch(/ everywhere$/);
      return;
    }
    const [number, least = 0, most = 0, length = 0, cycles = 0] =
      numbersIn(text);
    expect(number).toBe(column);
    near(least, low, 4);
    near(most, high, 4);
    const rounding = tableRounding[tensor.dtype];
    const longest = Number(of.wavelengths[column]);
    const share = Number(of.explained[column]);
    if (text.includes('repeats every')) {
      expect(repeats(own, length, rounding)).toBe(true);
      expect(2 * length).toBeLessThanOrEqual(rows);
      for (let less = 1; less < length; less++) {
        expect(repeats(own, less, 0)).toBe(false);
      }
      near(cycles, rows / length, 4);
    } else if (text.includes('a wave of')) {
      expect(share).toBeGreaterThanOrEqual(0.99);
      expect(longest).toBeLessThanOrEqual(rows);
      near(length, longest, 4);
      near(cycles, rows / longest, 4);
    } else if (text.includes('no whole cycle')) {
      expect(longest).toBeGreaterThan(rows);
    } else {
      expect(text).toContain('no wave of one length');
      expect(share).toBeLessThan(0.99);
    }
  }

  it('has the columns that are described', () => {
    const { table, whole } = made();
    const { columns } = table.values;
    const waves = createAnalysis(pe).waves(table.values);
    if (waves === null) throw new Error('no waves');
    expect(waves.rows).toBe(table.values.rows);
    const of = pe.analysis.wavelengths(whole);
    for (let column = 0; column < columns; column++) {
      checkColumn(table, waves, column, of);
    }
    const drawn = wholeCycles(waves).filter((length) => length > 0).length;
    const gaps = describeGaps(waves);
    const numbers = numbersIn(gaps.replace(/in the \S+ rows/, ''));
    expect(numbers.reduce((sum, n) => sum + n, drawn)).toBe(columns);
  });
});

it.each([
  ['code', [2, 4, 8, 16, 32]],
  ['windowed', Array(8).fill(48)],
])('%s: periods are exact', (name, wanted) => {
  const spec = exampleSpec(
    tables.find((method) => method.name === name) as (typeof tables)[number],
  );
  const table = tableFor(pe, spec);
  const waves = createAnalysis(pe).waves(table.values);
  expect([...(waves?.lengths ?? [])].slice(0, wanted.length)).toEqual(wanted);
});

it.each(['normalised', 'floater', 'exponential', 'polynomial', 'learned'])(
  '%s: no column is given a period that it has not',
  (name) => {
    const spec = exampleSpec(
      tables.find((method) => method.name === name) as (typeof tables)[number],
    );
    const table = tableFor(pe, spec);
    const waves = createAnalysis(pe).waves(table.values);
    expect(waves?.exact).not.toContain(true);
    expect(waves?.lengths.filter((length) => length < Infinity)).toHaveLength(
      0,
    );
  },
);

// What descriptions say in numbers.
it('has the facts of the words about methods', () => {
  const { frequencies } = pe.rope({ headDim: 512 });
  const slow = frequencies.filter((w) => (2 * Math.PI) / w > 512).length;
  expect(slow / frequencies.length).toBeCloseTo(0.5, 1);
  const code = pe.code({ length: 16, dim: 6 }).data;
  const apart = (a: number, b: number) =>
    Array.from({ length: 6 }, (_, c) =>
      code[a * 6 + c] === code[b * 6 + c] ? 0 : 1,
    ).reduce((sum: number, one) => sum + one, 0);
  expect([apart(7, 8), apart(0, 8)]).toEqual([4, 1]);
  const cosines = (basis: 'legendre' | 'chebyshev') => {
    const table = pe.polynomial({ length: 256, dim: 8, basis });
    const columns = Array.from({ length: 8 }, (_, c) =>
      Array.from({ length: 256 }, (_, p) => Number(table.data[p * 8 + c])),
    );
    const map = pe.analysis.gram(columns, { normalise: true }).data;
    return Math.max(...map.map((v, i) => (i % 9 === 0 ? 0 : Math.abs(v))));
  };
  expect(cosines('legendre')).toBeLessThan(0.1);
  expect(cosines('chebyshev')).toBeGreaterThan(0.4);
});
