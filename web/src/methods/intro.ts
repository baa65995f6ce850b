// The words of a description as parts of a view.

import { type MethodDescription, paperAddress } from 'posenc/descriptions';
import { h, prose } from '../shell/dom.js';
import type { Options } from '../state/spec.js';
import { formulaChanges } from './changes.js';
import { createFormula } from './formula.js';
import { fillLate } from './late.js';

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
  const element = h('div', { class: 'intro' });
  let held: Options = {};
  let show: () => void = () => {};
  fillLate(element, method, (loaded) => {
    const { formula, badAt } = loaded.words;
    const box = createFormula(loaded);
    const changes = h('p', { class: 'hint changes' });
    show = () => {
      box.show(held);
      const sentences = formulaChanges({ ...method, formula }, held);
      changes.hidden = sentences.length === 0;
      changes.replaceChildren(...prose(sentences.join(' ')));
    };
    show();
    element.replaceChildren(
      h('h3', {}, method.title),
      box.element,
      changes,
      h('p', {}, ...prose(`${method.summary} `), createSource(method)),
      explanation === '' ? '' : h('p', {}, explanation),
      h(
        'dl',
        { class: 'verdict' },
        h(
          'div',
          {},
          h('dt', {}, 'Good at'),
          h('dd', {}, ...prose(method.goodAt)),
        ),
        h('div', {}, h('dt', {}, 'Bad at'), h('dd', {}, ...prose(badAt))),
      ),
    );
  });
  return {
    element,
    show(options) {
      held = options;
      show();
    },
  };
}

/** The pitfalls of a method, folded away. */
export function createPitfalls(method: MethodDescription): HTMLElement {
  const list = h('ul');
  fillLate(list, method, ({ words }) => {
    list.replaceChildren(
      ...words.pitfalls.map((text) => h('li', {}, ...prose(text))),
    );
  });
  return h(
    'details',
    { class: 'pitfalls' },
    h('summary', {}, 'What people get wrong'),
    list,
  );
}
