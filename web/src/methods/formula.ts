// A formula on the page. Its MathML was made while the page was built, as trees
// of names and texts, so that no markup is parsed on the page. The trees of all
// methods are loaded when the fold around a formula is first opened, because most
// readers leave it closed.

import './formula.css';
import type { MathTree } from 'virtual:formulas';
import { equationsFor, type MethodDescription } from 'posenc/descriptions';
import { h, math } from '../shell/dom.js';
import { whenOpen } from '../shell/when-open.js';
import { begin } from '../state/pending.js';
import type { Options } from '../state/spec.js';

type Trees = Readonly<Record<string, readonly MathTree[]>>;
let trees: Trees | null = null;

/** Gives the trees of all formulas; none if they cannot be loaded. */
async function loadTrees(): Promise<Trees> {
  const done = begin('load');
  try {
    trees = (await import('virtual:formulas')).formulas;
    return trees;
  } catch {
    // The formula stays as plain text.
    return {};
  } finally {
    done();
  }
}

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

/**
 * The formula of a method: plain text until its trees are there, then lines that
 * stand side by side where there is room.
 */
export function createFormula({ formula }: MethodDescription): FormulaBox {
  const element = h('div', { class: 'formula', role: 'math' });
  let equations: ReturnType<typeof equationsFor> = [];
  let shown = '';

  function draw(): void {
    const lines = equations.flatMap(({ latex }) => trees?.[latex] ?? []);
    if (lines.length === 0) {
      element.replaceChildren(shown);
      return;
    }
    element.replaceChildren(
      ...lines.map((line) => {
        const part = build(line);
        part.setAttribute('aria-hidden', 'true');
        return part;
      }),
    );
  }

  whenOpen(element, async () => {
    await loadTrees();
    draw();
  });
  return {
    element,
    show(options) {
      equations = equationsFor(formula, options);
      const text = equations.map((equation) => equation.text).join(', ');
      if (text === shown) return;
      shown = text;
      element.setAttribute('aria-label', text);
      draw();
    },
  };
}
