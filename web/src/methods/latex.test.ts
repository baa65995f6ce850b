// Formulas as trees, written here as nested brackets.

import { methods } from 'posenc';
import { describe, expect, it } from 'vitest';
import { type MathNode, parseLatex, splitEquations } from './latex.js';

function brackets(tree: MathNode | string): string {
  if (typeof tree === 'string') return tree;
  const inner = tree.children.map(brackets).join(' ');
  return tree.tag === 'mi' || tree.tag === 'mo' || tree.tag === 'mn'
    ? inner
    : `${tree.tag}(${inner})`;
}

function read(source: string): string | null {
  const tree = parseLatex(source);
  return tree && brackets(tree);
}

describe('parseLatex', () => {
  it.each([
    ['x', 'x'],
    ['x_i^2', 'msubsup(x i 2)'],
    ['b^{-2k/D}', 'msup(b mrow(− 2 k / D))'],
    ['\\frac{a}{b+1}', 'mfrac(a mrow(b + 1))'],
    ['\\sin(p\\,\\omega_k)', 'mrow(sin ( p mspace() msub(ω k) ))'],
    ['\\cos x', 'mrow(mrow(cos mspace()) x)'],
    ['\\text{if } c', 'mrow(mtext(if\u00a0) c)'],
    ['a_{\\mathrm{in}}', 'msub(a mtext(in))'],
    [
      '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}',
      'mrow(( mtable(mtr(mtd(a) mtd(b)) mtr(mtd(c) mtd(d))) ))',
    ],
    ['\\tfrac12 x', 'mrow(mfrac(1 2) x)'],
    ['\\hat p', 'mover(p ^)'],
    ['\\mathbb{R}^{D}', 'msup(ℝ D)'],
    ['\\mathcal N', '𝒩'],
    ['p \\bmod w', 'mrow(p mtext(\u00a0mod\u00a0) w)'],
    ['\\left\\lfloor c/2 \\right\\rfloor', 'mrow(⌊ mrow(c / 2) ⌋)'],
    ['h\\left(x\\right)^2', 'mrow(h msup(mrow(( x )) 2))'],
  ])('%s', (source, tree) => expect(read(source)).toBe(tree));

  it.each([
    '\\unknown',
    '\\left(x',
    '\\mathbb x',
    '\\mathcal{AB}',
    '\\frac{a}',
    '{a',
    '\\begin{tikz}',
    'a}',
  ])('gives up on %s', (source) => expect(read(source)).toBeNull());
});

it('takes the equations of a formula apart', () => {
  const split = (source: string) => {
    const tree = parseLatex(source);
    return tree && splitEquations(tree).map(brackets);
  };
  expect(split('a=b,\\quad c=d')).toEqual(['mrow(a = b ,)', 'mrow(c = d)']);
  expect(split('a=b')).toEqual(['mrow(a = b)']);
  expect(split('x')).toEqual(['x']);
});

it('stretches only the fences that are written to be', () => {
  const stretched = (tree: MathNode | string): string[] => {
    if (typeof tree === 'string') return [];
    const own = tree.attributes?.stretchy;
    return tree.tag === 'mo' && own !== undefined
      ? [`${tree.children} ${own}`]
      : tree.children.flatMap(stretched);
  };
  for (const [source, wanted] of [
    ['f(w)_k^2', ['( false', ') false']],
    ['|r|^{a}', ['| false', '| false']],
    ['\\lfloor p / 2^k \\rfloor', ['⌊ false', '⌋ false']],
    ['\\left(x^2\\right)', ['( true', ') true']],
    ['\\left[(x)\\right]', ['[ true', '( false', ') false', '] true']],
    ['a + b', []],
  ] as const) {
    const tree = parseLatex(source);
    expect(tree && stretched(tree), source).toEqual(wanted);
  }
});

it.each(Object.values(methods))('sets the formula of $name', ({ formula }) => {
  expect(parseLatex(formula.latex), formula.latex).not.toBeNull();
});
