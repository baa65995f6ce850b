// Query and key of two words as arrows: how each pair turns with the position,
// and how the products of all pairs add up to the score.

import './arrows.css';
import type { Group } from '../../controls/control.js';
import { createGroup } from '../../controls/group.js';
import { lineColour } from '../../plot/palette.js';
import { speakValue, writeSmall } from '../../plot/ticks.js';
import { freshId, h, setText } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import { createLiveLine } from '../../shell/live.js';
import { theme } from '../../shell/theme.js';
import { type Meeting, type Pair, spreadPairs } from './pairs.js';
import { createPlane, longestArrow } from './plane.js';
import { createPairReadout, createScoreReadout } from './readout.js';
import { createRuler } from './ruler.js';
import { pageParameters, type RopeState } from './state.js';
import { createWaterfall } from './waterfall.js';
import { shorten, splitWords } from './words.js';

type Setter = (patch: Partial<RopeState>) => void;

/** The most planes that are shown beside the chosen one. */
const mostPlanes = 6;
/** Steps of the buttons that move both positions. */
const moves = [-1000, -1, 1, 1000] as const;

/** A list of the words of the sentence, to choose one of. */
function createWordChoice(label: string, choose: (place: number) => void) {
  const id = freshId('word');
  const list = h('select', { id });
  list.addEventListener('change', () => choose(Number(list.value)));
  let shown = '';
  return {
    element: h(
      'p',
      { class: 'word-choice' },
      h('label', { for: id }, label),
      list,
    ),
    show(words: readonly string[], place: number): void {
      if (shown !== words.join(' ')) {
        shown = words.join(' ');
        list.replaceChildren(
          ...words.map((word, i) =>
            h('option', { value: i }, shorten(word, 20)),
          ),
        );
      }
      list.value = String(place < words.length ? place : 0);
    },
  };
}

/** Small planes of pairs from fast to slow; a press chooses one. */
function createPlaneRow(choose: (pair: number) => void) {
  const row = h('div', {
    class: 'planes',
    role: 'group',
    'aria-label': 'Pairs',
  });
  const made = Array.from({ length: mostPlanes }, () => {
    const plane = createPlane(false);
    const name = h('span', { class: 'plane-name numbers' });
    const frequency = h('span', { class: 'plane-name numbers' });
    const parts = [plane.element, name, frequency];
    const button = h('button', { type: 'button' }, ...parts);
    const entry = { plane, name, frequency, button, pair: 0 };
    button.addEventListener('click', () => choose(entry.pair));
    return entry;
  });
  row.append(...made.map(({ button }) => button));
  return {
    element: row,
    draw(pairs: readonly Pair[], chosen: number, longest: number): void {
      const shown = spreadPairs(pairs.length, mostPlanes);
      made.forEach((entry, i) => {
        const number = shown[i];
        const pair = number === undefined ? undefined : pairs[number];
        entry.button.hidden = pair === undefined;
        if (pair === undefined || number === undefined) return;
        entry.pair = number;
        entry.plane.draw(pair, longest);
        entry.button.setAttribute('aria-pressed', String(number === chosen));
        setText(entry.name, `pair ${number}`);
        setText(entry.frequency, `ω = ${writeSmall(pair.frequency, 2)}`);
      });
    },
  };
}

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
  const choose = (pair: number) => set({ pair });
  const plane = createPlane(true);
  const row = createPlaneRow(choose);
  const pair = createPairReadout();
  const waterfall = createWaterfall(choose);
  const score = createScoreReadout();
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
    h(
      'div',
      { class: 'pair-row' },
      h('div', { class: 'plane-box' }, plane.element),
      pair.element,
    ),
    row.element,
    h(
      'div',
      { class: 'chart-head' },
      h('h4', {}, 'The products of all pairs add up to the score'),
    ),
    waterfall.element,
    score.element,
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
      const { pairs } = meeting;
      const chosen = Math.min(wanted, pairs.length - 1);
      ['--query', '--key', '--more', '--less'].forEach((name, i) => {
        element.style.setProperty(name, lineColour(i, theme()));
      });
      const shown = [chosen, ...spreadPairs(pairs.length, mostPlanes)];
      const longest = Math.max(
        ...shown.map((i) => longestArrow(pairs[i] as Pair)),
      );
      plane.draw(pairs[chosen] as Pair, longest);
      row.draw(pairs, chosen, longest);
      pair.show(meeting, chosen);
      waterfall.draw(meeting, chosen);
      score.show(meeting);
      speak(meeting);
    },
  };
}
