// Query and key of two words as arrows: how each pair turns with the position,
// and how the products of all pairs add up to the score.

import './arrows.css';
import type { Group } from '../../controls/control.js';
import { createGroup } from '../../controls/group.js';
import type { Meeting } from '../../figures/arrows/pairs.js';
import { createPlanes } from '../../figures/arrows/planes.js';
import { createWordChoice } from '../../figures/words/word-choice.js';
import { splitWords } from '../../figures/words/words.js';
import { speakValue } from '../../plot/ticks.js';
import { h, setText } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import { createLiveLine } from '../../shell/live.js';
import { createRuler } from './ruler.js';
import { pageParameters, type RopeState } from './state.js';

type Setter = (patch: Partial<RopeState>) => void;

/** Steps of the buttons that move both positions. */
const moves = [-1000, -1, 1, 1000] as const;

/** Fields for both positions, and buttons that move both. */
function createFields(set: Setter, move: (by: number) => void) {
  const { queryAt, keyAt } = pageParameters;
  const group: Group = createGroup({
    parameters: { queryAt, keyAt },
    names: ['queryAt', 'keyAt'],
    range: () => ({ low: 0, high: 100_000, spacing: 'decades', integer: true }),
    onInput: (name, value) =>
      set({ [name]: value === undefined ? Number.NaN : Number(value) }),
  });
  const buttons = moves.map((by) => {
    const sign = by < 0 ? '\u2212' : '+';
    const text = `${sign}${Math.abs(by)}`;
    const label = `Move both by ${by}`;
    const button = h('button', { type: 'button', 'aria-label': label }, text);
    button.addEventListener('click', () => move(by));
    return button;
  });
  return {
    ...group,
    element: h(
      'div',
      { class: 'ruler-fields' },
      ...group.elements,
      h('div', { class: 'actions' }, h('span', {}, 'Move both'), ...buttons),
    ),
  };
}

export function createArrows(set: Setter) {
  let state: RopeState | null = null;
  const query = createWordChoice('query', (place) => set({ query: place }));
  const key = createWordChoice('key', (place) => set({ key: place }));
  const ruler = createRuler(set);
  const fields = createFields(set, (by) => {
    if (state === null) return;
    set({ queryAt: state.queryAt + by, keyAt: state.keyAt + by });
  });
  const planes = createPlanes((pair) => set({ pair }));
  const live = createLiveLine();
  let said = '';

  /** Speaks what changed, but not what is there at first. */
  function speak({ queryAt, keyAt, score }: Meeting): void {
    const text =
      `score ${speakValue(score, 5)} with the query at ${queryAt} and the ` +
      `key at ${keyAt}`;
    if (said !== '' && said !== text) live.say(text);
    said = text;
  }

  const axes = h('p', { class: 'hint axes', hidden: true });
  const element = h(
    'figure',
    { class: 'arrows' },
    h(
      'div',
      { class: 'chart-head' },
      h('h3', {}, 'Query and key as arrows'),
      h(
        'p',
        { class: 'hint' },
        'Drag a position. Thin: the pair as the word has it. ' +
          'Thick: turned by position × ω. The vectors are invented.',
      ),
    ),
    h('div', { class: 'meeting' }, query.element, key.element),
    ruler.element,
    fields.element,
    axes,
    ...planes.elements,
    live.element,
  );
  return {
    element,
    fail: (failure: Failure | null) => fields.fail(failure),
    /** Shows the controls of a state, which may be wrong. */
    show(next: RopeState): void {
      state = next;
      const words = splitWords(next.text);
      query.show(words, next.query);
      key.show(words, next.key);
      ruler.show(next);
      fields.show({ queryAt: next.queryAt, keyAt: next.keyAt });
    },
    draw(meeting: Meeting, wanted: number): void {
      axes.hidden = meeting.axes === 1;
      setText(
        axes,
        `This rope has ${meeting.axes} axes. A word has the same position on ` +
          'each of them, as in a text.',
      );
      planes.draw(meeting, wanted, element);
      speak(meeting);
    },
  };
}
