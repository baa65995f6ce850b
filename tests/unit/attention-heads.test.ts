/** A term in attention is for heads that attention has. */

import { load } from 'posenc';
import { methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';

const pe = await load();

/** What places a map, which attention does itself. */
const PLACES = /^(queries|keys|(query|key)(Positions|Start)|dtype|out)$/;

const terms = Object.values(methods).flatMap(
  ({ name = '', family = '', parameters, example }) => {
    const { heads, ...rest } = (example ?? {}) as { readonly heads?: number };
    const isTerm = family === 'bias' || family === 'gate';
    if (!isTerm || !('queries' in parameters)) return [];
    // One head is never too many.
    if (heads === undefined || heads === 1) return [];
    const own = Object.entries(rest).filter(([word]) => !PLACES.test(word));
    const term = { method: name, heads, ...Object.fromEntries(own) };
    return [{ name, family, heads, term }];
  },
);

it('there are terms with heads of their own', () => {
  const names = terms.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['alibi', 'fire', 'urpe']));
});

/** Inputs of attention for some heads. */
function inputs(heads: number) {
  const q = Float32Array.from({ length: 3 * heads * 2 }, (_, i) => Math.sin(i));
  return { q, k: q, heads, headDim: 2 };
}

describe.each(terms)('$name for $heads heads', ({ family, heads, term }) => {
  it.each([1, family === 'gate' ? heads + 1 : heads - 1])(
    'is refused where there are %d',
    (there) => {
      const given = { ...inputs(there), [family]: term };
      const calls = [
        () => pe.attention(given as never),
        () => pe.plan({ method: 'attention', ...given } as never),
        () => pe.attentionMap({ ...given, width: 3, height: 3 } as never),
        () =>
          pe.attentionGradient({
            ...{ ...given, v: given.q, upstream: given.q },
          } as never),
      ];
      for (const call of calls) {
        expect(call).toThrow(
          expect.objectContaining({
            param: `${family}.heads`,
            value: heads,
            code: 'ERR_SHAPE',
          }),
        );
      }
    },
  );
});

const heads = 4;
const shared = inputs(heads);

it('the message says whose heads they must be', () => {
  expect(() =>
    pe.attention({ ...shared, bias: { method: 'alibi', heads: 8 } }),
  ).toThrow(
    'attention: bias.heads must be at most 4, the heads of attention, got 8',
  );
});

it('the same number of heads is what it was', () => {
  const of = (bias: object) =>
    pe.attention({ ...shared, bias: { method: 'alibi', ...bias } } as never);
  expect(of({ heads })).toEqual(of({}));
});
