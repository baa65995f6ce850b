// A formula on the page. Its MathML was made while the page was built, as trees
// of names and texts, so that no markup is parsed on the page.

import './formula.css';
import type { MathTree } from 'virtual:formulas';
import { equationsFor } from 'posenc/descriptions';
import { h, math } from '../shell/dom.js';
import type { Options } from '../state/spec.js';
import type { Loaded } from './late.js';

function build({
  tag,
  attributes,
  styles = {},
  children,
}: MathTree): MathMLElement {
  const inner = children.map((child): Node | string =>
    typeof child === 'string' ? child : build(child),
  );
  const element = math(tag, attributes, ...inner);
  // The content security policy forbids `style` attributes.
  for (const [property, value] of Object.entries(styles)) {
    element.style.setProperty(property, value);
  }
  return element;
}

export interface FormulaBox {
  readonly element: HTMLElement;
  /** Shows the equations that hold for options, those by default among them. */
  show(options: Options): void;
}

/** The formula of a method, in lines that stand side by side where there is room. */
export function createFormula({ words, trees }: Loaded): FormulaBox {
  const element = h('div', { class: 'formula', role: 'math' });
  let shown = '';
  return {
    element,
    show(options) {
      const equations = equationsFor(words.formula, options);
      const text = equations.map((equation) => equation.text).join(', ');
      if (text === shown) return;
      shown = text;
      element.setAttribute('aria-label', text);
      const lines = equations.flatMap(({ latex }) => trees[latex] ?? []);
      element.replaceChildren(
        ...lines.map((line) => {
          const part = build(line);
          part.setAttribute('aria-hidden', 'true');
          return part;
        }),
      );
    },
  };
}
