// A formula on the page: MathML where the source is understood, else text.

import { h, math } from '../shell/dom.js';
import { type MathNode, parseLatex, splitEquations } from './latex.js';

function build({ tag, attributes, children }: MathNode): Element {
  const inner = children.map((c) => (typeof c === 'string' ? c : build(c)));
  return math(tag, attributes, ...inner);
}

/** Equations that stand side by side where there is room. */
export function createFormula(latex: string, plain: string): HTMLElement {
  const tree = parseLatex(latex);
  if (tree === null) return h('code', { class: 'formula' }, plain);
  const equations = splitEquations(tree).map((equation) =>
    math('math', { display: 'block', 'aria-hidden': 'true' }, build(equation)),
  );
  const attributes = { class: 'formula', role: 'math', 'aria-label': plain };
  return h('div', attributes, ...equations);
}
