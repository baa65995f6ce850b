// Formulas as trees, written here as nested brackets.

import { type MethodDescription, methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { linesOf, type MathTree } from './mathml.js';

const silent = new Set(['mi', 'mo', 'mn']);

function brackets(tree: MathTree | string): string {
  if (typeof tree === 'string') return tree;
  const { tag, children } = tree;
  const inner = children.map(brackets).join(' ');
  return silent.has(tag) ? inner : `${tag}(${inner})`;
}

const digits = (text: string) => (text.match(/\d/g) ?? []).sort();

describe('linesOf', () => {
  it.each([
    ['x_i^2', ['math(mrow(msubsup(x i 2)))']],
    ['\\frac{a}{b}', ['math(mrow(mfrac(a b)))']],
    ['a=b,\\quad c=d', ['math(mrow(a = b))', 'math(mrow(c = d))']],
    ['\\text{if }c', ['math(mrow(mtext(if\u00a0) c))']],
  ])('%s', (latex, wanted) => {
    expect(linesOf(latex).map(brackets)).toEqual(wanted);
  });

  it.each([
    ['\\unknown', /unknown/],
    ['\\left(x', /Expected/],
    ['\\href{javascript:alert(1)}{x}', /Unsupported/],
    ['\\color{red}{x}', /no style color/],
    ['\\boxed{x}', /no style padding/],
    ['\\includegraphics{x.png}', /not trusted/],
    ['\\widehat{abc}', /formula.css/],
  ])('refuses %s', (latex, why) => {
    expect(() => linesOf(latex)).toThrow(why);
  });

  it('stretches only the fences that are written to be', () => {
    const stretched = (tree: MathTree | string): string[] => {
      if (typeof tree === 'string') return [];
      const { attributes = {}, children } = tree;
      const { fence, stretchy } = attributes;
      return fence && stretchy
        ? [`${children} ${stretchy}`]
        : children.flatMap(stretched);
    };
    for (const [latex, wanted] of [
      ['f(w)_k^2', ['( false', ') false']],
      ['\\lfloor p / 2^k \\rfloor', ['⌊ false', '⌋ false']],
      ['\\left(x^2\\right)', ['( true', ') true']],
      ['\\left[(x)\\right]', ['[ true', '( false', ') false', '] true']],
    ] as const) {
      expect(linesOf(latex).flatMap(stretched), latex).toEqual(wanted);
    }
  });
});

it.each(Object.values<MethodDescription>(methods))(
  'sets the formula of $name',
  ({ formula }) => {
    for (const { latex } of [formula].flat()) {
      const shown = linesOf(latex).map(brackets).join();
      // Temml drops a digit of a name in \\mathrm.
      expect(digits(shown), latex).toEqual(digits(latex));
    }
  },
);
