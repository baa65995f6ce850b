// Query and key of two words as arrows, for each configuration with a rope.

import type { Posenc } from 'posenc';
import {
  checkDrawn,
  computeMeeting,
  type Meeting,
} from '../../figures/arrows/pairs.js';
import { createPlanes } from '../../figures/arrows/planes.js';
import { createWordChoice } from '../../figures/words/word-choice.js';
import { makeRope } from '../../methods/make.js';
import { writeCount } from '../../plot/ticks.js';
import { h, setText } from '../../shell/dom.js';
import { attempt, PageLimit } from '../../shell/failure.js';
import { type Spec, withOption } from '../../state/spec.js';
import type { Attended } from './numbers/attend.js';
import { titleOf } from './state/slots.js';
import { type AttentionState, type SideName, sides } from './state/state.js';

type Setter = (
  patch: Partial<Pick<AttentionState, 'query' | 'key' | 'pair'>>,
) => void;

/** Browsers do not draw larger numbers; some tables have them far out. */
const largestDrawn = 1e30;

/** A word of the sentence by its place in the order shown. */
function placeOf(wanted: number, count: number): number {
  return wanted >= 0 && wanted < count ? wanted : 0;
}

/** The meeting of the two chosen words in one head of a side with a rope. */
export function meetIn(
  pe: Posenc,
  state: AttentionState,
  rotation: Spec,
  { vectors }: Attended,
  head: number,
): Meeting {
  const { heads, headDim, start } = state;
  const spec = withOption(rotation, 'headDim', headDim);
  checkDrawn(makeRope(pe, spec));
  const width = heads * headDim;
  const count = vectors.length / width;
  const [query, key] = [state.query, state.key].map((place) =>
    placeOf(place, count),
  ) as [number, number];
  const part = (place: number) => {
    const from = place * width + head * headDim;
    return vectors.subarray(from, from + headDim);
  };
  const meeting = computeMeeting(pe, {
    ...{ spec, q: part(query), k: part(key) },
    ...{ queryAt: start + query, keyAt: start + key },
  });
  if (Math.abs(meeting.sum) <= largestDrawn) return meeting;
  const message = 'These vectors are too long to be drawn as arrows.';
  throw new PageLimit({ code: 'PAGE_LIMIT', param: 'start', message });
}

export interface ArrowsLook {
  readonly state: AttentionState;
  readonly words: readonly string[];
  readonly head: number;
  readonly attended: Readonly<Record<SideName, Attended>>;
}

export function createArrows(pe: Posenc, set: Setter) {
  const query = createWordChoice('query', (place) => set({ query: place }));
  const key = createWordChoice('key', (place) => set({ key: place }));
  const where = h('p', { class: 'hint' });
  const figures = sides.map((side) => {
    const planes = createPlanes((pair) => set({ pair }));
    const title = h('h4');
    const refused = h('p', { class: 'hint', hidden: true });
    const drawn = h('div', { class: 'arrows' }, ...planes.elements);
    const attributes = { class: 'arrows', 'data-arrows': side };
    const element = h('section', attributes, title, refused, drawn);
    return { side, planes, title, refused, drawn, element };
  });
  const element = h(
    'figure',
    { class: 'arrows' },
    h('div', { class: 'chart-head' }, where),
    h('div', { class: 'meeting' }, query.element, key.element),
    ...figures.map((figure) => figure.element),
  );
  return {
    element,
    /** Draws the arrows of each side that has a rope. */
    draw({ state, words, head, attended }: ArrowsLook): void {
      const [i, j] = [state.query, state.key].map((place) =>
        placeOf(place, words.length),
      ) as [number, number];
      query.show(words, i);
      key.show(words, j);
      setText(
        where,
        `Head ${head}, query at ${writeCount(state.start + i)}, key at ` +
          `${writeCount(state.start + j)}. Thin: the pair as the word has ` +
          'it. Thick: turned by position × ω.',
      );
      for (const figure of figures) {
        const { side, planes, title, refused, drawn } = figure;
        const { rotation } = state[side];
        figure.element.hidden = rotation === undefined;
        if (rotation === undefined) continue;
        const { relative, bias } = state[side];
        const alone = relative || bias ? ', the score of content alone' : '';
        setText(
          title,
          `${side.toUpperCase()}: ${titleOf(state[side])}${alone}`,
        );
        const { value, failure } = attempt(() =>
          meetIn(pe, state, rotation, attended[side], head),
        );
        refused.hidden = failure === null;
        drawn.hidden = failure !== null;
        setText(refused, failure?.message ?? '');
        if (value) planes.draw(value, state.pair, figure.element);
      }
    },
  };
}
