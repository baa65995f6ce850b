// Two ropes beside each other: what they differ in, in sentences, numbers and
// charts, with the options of the second.

import './second.css';
import { h, setText } from '../../../shell/dom.js';
import type { Failure } from '../../../shell/failure.js';
import { createFold } from '../../../shell/fold.js';
import type { Spec, SpecValue } from '../../../state/spec.js';
import type { Reach } from '../reach.js';
import type { RopeState } from '../state.js';
import { createSecondCharts } from './charts.js';
import type { Comparison } from './compare.js';
import { nameSides } from './names.js';
import { createSecondOptions } from './options.js';
import { compareWords, factNames, factsOf } from './words.js';

export interface SecondEvents {
  set(name: string, value: SpecValue | undefined): void;
  /** The two ropes change places. */
  swap(): void;
  choosePair(pair: number): void;
}

export function createSecondFigure({ set, swap, choosePair }: SecondEvents) {
  const title = h('h3');
  const words = h('div');
  const heads = [h('th'), h('th')] as const;
  for (const head of heads) head.scope = 'col';
  const rows = Object.entries(factNames).map(([name, text]) => {
    const cells = (['first', 'second'] as const).map((side) =>
      h('td', { class: 'numbers', 'data-number': `${side}-${name}` }),
    );
    const fact = name as keyof typeof factNames;
    const element = h('tr', {}, h('th', { scope: 'row' }, text), ...cells);
    return { fact, cells, element };
  });
  const charts = createSecondCharts(choosePair);
  const options = createSecondOptions(set);
  const change = createFold(
    'second-options',
    'Options of the second rope',
    options.element,
  );
  const turn = h('button', { type: 'button' }, 'Swap the two ropes');
  turn.addEventListener('click', swap);
  const element = h(
    'figure',
    { class: 'second', hidden: true },
    h('div', { class: 'second-head' }, title, turn),
    words,
    h(
      'table',
      { class: 'live second-facts' },
      h('caption', { class: 'spoken' }, 'Numbers of the two ropes'),
      h('thead', {}, h('tr', {}, h('td'), ...heads)),
      h('tbody', {}, ...rows.map(({ element }) => element)),
    ),
    change,
    charts.element,
  );
  return {
    element,
    /** Shows the options of the second rope, which may be wrong. */
    show(second: Spec | null): void {
      element.hidden = second === null;
      if (second !== null) options.show(second);
    },
    fail(failure: Failure | null): boolean {
      const placed = options.fail(failure);
      if (placed) change.open = true;
      return placed;
    },
    draw(comparison: Comparison, state: RopeState): void {
      if (state.second === null) return;
      const names = nameSides(state.spec, state.second);
      setText(title, `${names.first} against ${names.second}`);
      words.replaceChildren(
        ...compareWords(comparison, names, state).map((text) =>
          h('p', {}, text),
        ),
      );
      setText(heads[0], names.first);
      setText(heads[1], names.second);
      const facts = [comparison.first, comparison.second].map(factsOf);
      for (const { fact, cells } of rows) {
        cells.forEach((cell, i) => {
          setText(cell, facts[i]?.[fact] ?? '');
        });
      }
      charts.drawPairs(comparison, names, state);
    },
    drawReach(first: Reach, second: Reach, state: RopeState): void {
      if (state.second === null) return;
      charts.drawReach(first, second, nameSides(state.spec, state.second));
    },
  };
}
