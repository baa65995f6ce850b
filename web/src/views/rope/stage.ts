// The first screen: a ruler with the two words, the circle in which their
// arrows turn, and the score, which stays while both move.

import { createNumberField } from '../../controls/number-field.js';
import './ruler.css';
import './stage.css';
import { type Meeting, pairShown } from '../../figures/arrows/pairs.js';
import { createPlaneParts } from '../../figures/arrows/planes.js';
import { labelWord } from '../../figures/words/names.js';
import { createSeeded } from '../../figures/words/seeded.js';
import { swapped } from '../../figures/words/swap.js';
import { createWordChoice } from '../../figures/words/word-choice.js';
import { createKeep } from '../../plot/keep/keep.js';
import { speakValue, writeCount } from '../../plot/ticks.js';
import { h, setText } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import { createLiveLine } from '../../shell/live.js';
import type { Spec } from '../../state/spec.js';
import { toldOf } from './kept.js';
import { createLiveTable } from './live-table.js';
import { swapWords } from './live-words.js';
import {
  chosenPlaces,
  type Live,
  ownPlaces,
  placesOf,
  type Told,
} from './meeting.js';
import { createRuler } from './ruler.js';
import { shownOrder, shownWords } from './sentence.js';
import { createShares } from './shares.js';
import type { RopeState } from './state.js';
import { createWalkPlayer } from './walk-player.js';

type Setter = (patch: Partial<RopeState>) => void;

/** Steps of the buttons that move both positions. */
const moves = [-1000, -1, 1, 1000] as const;

/** The arrows are where the sentence has the words. */
const own = { queryAt: undefined, keyAt: undefined } as const;

function createMoves(move: (by: number) => void): HTMLElement {
  const buttons = moves.map((by) => {
    const sign = by < 0 ? '\u2212' : '+';
    const text = `${sign}${writeCount(Math.abs(by))}`;
    const label = `Move both by ${by}`;
    const button = h('button', { type: 'button', 'aria-label': label }, text);
    button.addEventListener('click', () => move(by));
    return button;
  });
  return h('div', { class: 'moves' }, h('span', {}, 'Move both'), ...buttons);
}

export function createStage(set: Setter) {
  let state: RopeState | null = null;
  /** The rope that is drawn. */
  let spec: Spec | null = null;
  const query = createWordChoice('Query', (at) => choose('query', at));
  const key = createWordChoice('Key', (at) => choose('key', at));
  const positions = (['queryAt', 'keyAt'] as const).map((param) =>
    createNumberField({
      param,
      name: 'at position',
      look: 'number-field',
      onInput: (value) => set({ [param]: value ?? Number.NaN }),
    }),
  );
  const ruler = createRuler(set);
  const player = createWalkPlayer(set);
  const swap = h('button', { type: 'button', class: 'swap' });
  const back = h('button', { type: 'button' }, 'Back to the sentence');
  const parts = createPlaneParts((pair) => set({ pair }));
  const shares = createShares((pair) => set({ pair }));
  const told = () => spec && toldOf(spec, 'pairs');
  const keepCircle = createKeep(() => {
    const own = told();
    return own && parts.keptCircle(own);
  });
  const keepSteps = createKeep(() => {
    const own = told();
    return own && parts.keptSteps(own);
  });
  const table = createLiveTable();
  const live = createLiveLine();
  const axes = h('p', { class: 'hint axes', hidden: true });
  const pairName = h('span', { class: 'numbers' });
  let pairs = { pair: 0, count: 1 };
  const pairSteps = ([-1, 1] as const).map((by) => {
    const name = by < 0 ? 'Faster pair' : 'Slower pair';
    const button = h(
      'button',
      { type: 'button', 'aria-label': name, title: name },
      by < 0 ? '\u2039' : '\u203a',
    );
    button.addEventListener('click', () => set({ pair: pairs.pair + by }));
    return [button, by] as const;
  });
  const [faster, slower] = pairSteps.map(([button]) => button);
  const pairBox = h(
    'div',
    { class: 'pair-box' },
    h(
      'div',
      { class: 'pair-steps' },
      ...[faster ?? '', pairName, slower ?? '', keepCircle.element],
    ),
    h('p', { class: 'hint' }, 'Thin: the word’s own. Thick: turned.'),
  );
  let said = '';

  /** Chooses a word by its place among the words shown. */
  function choose(name: 'query' | 'key', at: number): void {
    if (state === null) return;
    set({ [name]: shownOrder(state)[at] ?? at, ...own });
  }

  swap.addEventListener('click', () => {
    if (state === null) return;
    const order = shownOrder(state);
    const [a, b] = chosenPlaces(state).map((at) => order[at] as number);
    const next = swapped(order, a as number, b as number);
    const typed = next.every((place, i) => place === i);
    set({ order: typed ? [] : next, ...own });
  });
  back.addEventListener('click', () => set(own));

  /** Speaks what changed, but not what is there at first. */
  function speak({ queryAt, keyAt, score }: Meeting): void {
    const text =
      `score ${speakValue(score, 5)} with the query at ${queryAt} and the ` +
      `key at ${keyAt}`;
    if (said !== '' && said !== text) live.say(text);
    said = text;
  }

  const moving = createMoves((by) => {
    if (state === null) return;
    const { queryAt, keyAt } = placesOf(state);
    set({ queryAt: queryAt + by, keyAt: keyAt + by });
  });
  const [queryAt, keyAt] = positions.map(({ element }) => element);
  const element = h(
    'figure',
    { class: 'turning', 'aria-label': 'Two words that turn' },
    h(
      'p',
      { class: 'hint try' },
      h('b', {}, 'Try. '),
      'Drag the bar of both: the score stays.',
    ),
    ruler.element,
    h('div', { class: 'transport' }, player.element, moving),
    h(
      'div',
      { class: 'turning-row' },
      h(
        'div',
        { class: 'turned pinned' },
        ...[parts.circle, table.score, shares.element, pairBox],
      ),
      table.table,
      h(
        'div',
        { class: 'chosen' },
        h('div', {}, query.element, queryAt ?? ''),
        h('div', {}, key.element, keyAt ?? ''),
        h('div', { class: 'chosen-actions' }, swap, back),
        axes,
        parts.still,
        createSeeded(),
      ),
    ),
    live.element,
  );
  return {
    element,
    parts,
    drawPairs: parts.drawPairs,
    /** Saves the bars, which the view places. */
    keepSteps: keepSteps.element,
    stop: player.stop,
    fail: (failure: Failure | null) =>
      positions.map((field) => field.fail(failure)).includes(true),
    /** Shows the controls of a state, which may be wrong. */
    show(next: RopeState): void {
      state = next;
      const words = shownWords(next);
      const chosen = chosenPlaces(next);
      const places = placesOf(next);
      query.show(words, chosen[0]);
      key.show(words, chosen[1]);
      ruler.show(
        places,
        chosen.map((at) => labelWord(words, at, 9)),
      );
      player.show(places);
      positions[0]?.set(places.queryAt);
      positions[1]?.set(places.keyAt);
      setText(swap, swapWords(words, chosen));
      swap.disabled = chosen[0] === chosen[1];
      const home = ownPlaces(next);
      back.hidden =
        home.queryAt === places.queryAt && home.keyAt === places.keyAt;
    },
    /**
     * Draws a meeting under the rope `of`, without the parts that show all of
     * its pairs, which `also` holds. False when the rope turns no pair.
     */
    draw(
      meeting: Meeting,
      scores: Live,
      second: (Told & { readonly name: string }) | null,
      wanted: number,
      also: HTMLElement,
      of: Spec,
    ): boolean {
      spec = of;
      axes.hidden = meeting.axes === 1;
      setText(
        axes,
        `This rope has ${meeting.axes} axes. A word has the same position on ` +
          'each of them, as in a text.',
      );
      const turns = parts.drawCircle(meeting, wanted, [element, also]);
      const count = meeting.pairs.length;
      const pair = pairShown(wanted, count);
      pairs = { pair, count };
      setText(pairName, `Pair ${pair} of ${count}`);
      for (const [button, by] of pairSteps) {
        button.disabled = pair + by < 0 || pair + by >= count;
      }
      pairBox.hidden = shares.element.hidden = !turns;
      if (turns) shares.draw(meeting, pair);
      table.show(scores, second);
      speak(meeting);
      return turns;
    },
  };
}
