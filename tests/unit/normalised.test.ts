/** Normalised positions: values, and options that are refused. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

describe('the values of normalised', () => {
  it('follow the formula of each domain', () => {
    expect(Array.from(pe.normalised({ length: 5 }).data)).toEqual([
      0, 0.25, 0.5, 0.75, 1,
    ]);
    const fraction = pe.normalised({ length: 4, domain: 'fraction', dim: 2 });
    expect(Array.from(fraction.data)).toEqual([
      0, 0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75,
    ]);
    const symmetric = pe.normalised({ length: 3, domain: 'symmetric' });
    expect(Array.from(symmetric.data)).toEqual([-1, 0, 1]);
  });

  it('exist for one position, for none, and outside the span', () => {
    expect(Array.from(pe.normalised({ length: 1 }).data)).toEqual([0]);
    expect(pe.normalised({ length: 0 }).shape).toEqual([0, 1]);
    const { data } = pe.normalised({ positions: [-10, 30], span: 11 });
    expect(Array.from(data)).toEqual([-1, 3]);
  });

  it('have a step that depends on the length', () => {
    for (const length of [32, 4096]) {
      const { data } = pe.normalised({ length, dtype: 'float64' });
      expect((data[6] as number) - (data[5] as number)).toBeCloseTo(
        1 / (length - 1),
        12,
      );
    }
  });
});

it.each([
  [{ positions: [1, 2] }, 'span', 'ERR_MISSING'],
  [{ length: 3, span: 1 }, 'span', 'ERR_RANGE'],
  [{ length: 3, dim: 1.5 }, 'dim', 'ERR_RANGE'],
  [{ length: 3, domain: 'half' }, 'domain', 'ERR_CHOICE'],
])('normalised refuses %o', (options, param, code) => {
  const error = thrown(() => pe.normalised(options as never));
  expect(error).toMatchObject({ code, param });
});
