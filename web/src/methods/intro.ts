// The words of a description as parts of a view.

import { type MethodDescription, paperAddress } from 'posenc/descriptions';
import { h, prose } from '../shell/dom.js';
import type { Options } from '../state/spec.js';
import { formulaChanges } from './changes.js';
import { createFormula } from './formula.js';

/** The paper of a method as a link, if it has an address. */
function createSource({ paper }: MethodDescription): HTMLElement | string {
  if (paper === undefined) return '';
  const { authors, year, title } = paper;
  const name = `${authors} ${year}`;
  const href = paperAddress(paper);
  if (href === '') return h('cite', { title }, name);
  return h('a', { href, rel: 'noreferrer', title }, name);
}

export interface Intro {
  readonly element: HTMLElement;
  /** Shows the formula for options, those by default among them. */
  show(options: Options): void;
}

/** Name, formula, summary, paper and strengths, for a fold beside a figure. */
export function createIntro(
  method: MethodDescription,
  explanation = '',
): Intro {
  const { summary, goodAt, badAt } = method;
  const formula = createFormula(method);
  const changes = h('p', { class: 'hint changes', hidden: true });
  const element = h(
    'div',
    { class: 'intro' },
    h('h3', {}, method.title),
    formula.element,
    changes,
    h('p', {}, ...prose(`${summary} `), createSource(method)),
    explanation === '' ? '' : h('p', {}, explanation),
    h(
      'dl',
      { class: 'verdict' },
      h('div', {}, h('dt', {}, 'Good at'), h('dd', {}, ...prose(goodAt))),
      h('div', {}, h('dt', {}, 'Bad at'), h('dd', {}, ...prose(badAt))),
    ),
  );
  return {
    element,
    show(options) {
      formula.show(options);
      const sentences = formulaChanges(method, options);
      changes.hidden = sentences.length === 0;
      changes.replaceChildren(...prose(sentences.join(' ')));
    },
  };
}

/** The pitfalls of a method, folded away. */
export function createPitfalls(method: MethodDescription): HTMLElement {
  return h(
    'details',
    { class: 'pitfalls' },
    h('summary', {}, 'What people get wrong'),
    h('ul', {}, ...method.pitfalls.map((text) => h('li', {}, ...prose(text)))),
  );
}
