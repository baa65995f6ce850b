// Query and key of two words as arrows, for each configuration with a rope.

import type { Attention } from 'posenc/attention';
import {
  checkDrawn,
  computeMeeting,
  type Meeting,
} from '../../figures/arrows/pairs.js';
import { createPlanes, stepsPanel } from '../../figures/arrows/planes.js';
import { createSeeded } from '../../figures/words/seeded.js';
import { createWordChoice } from '../../figures/words/word-choice.js';
import { makeRope } from '../../methods/make.js';
import { columnsOf } from '../../plot/keep/columns.js';
import type { KeptFigure } from '../../plot/keep/figure.js';
import { createKeep } from '../../plot/keep/keep.js';
import { writeCount, writeValue } from '../../plot/ticks.js';
import { createDataTable, type TableText } from '../../shell/data-table.js';
import { h, setText } from '../../shell/dom.js';
import { attempt, PageLimit } from '../../shell/failure.js';
import { whenQuiet } from '../../state/schedule.js';
import { type Spec, withOption } from '../../state/spec.js';
import type { Attended } from './numbers/attend.js';
import type { Saved } from './state/saved.js';
import { titleOf } from './state/slots.js';
import {
  type AttentionState,
  type SideName,
  sides,
  tableMs,
} from './state/state.js';

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
  pe: Attention,
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

/** The chosen pair; where none is, the one whose product is the largest. */
export function pairOf({ pairs }: Meeting, wanted: number): number {
  if (wanted >= 0) return wanted;
  const sizes = pairs.map(({ product }) => Math.abs(product));
  return sizes.indexOf(Math.max(...sizes));
}

export interface ArrowsLook {
  readonly state: AttentionState;
  readonly words: readonly string[];
  readonly head: number;
  readonly attended: Readonly<Record<SideName, Attended>>;
  readonly saved: Saved;
}

export function createArrows(pe: Attention, set: Setter) {
  const query = createWordChoice('query', (place) => set({ query: place }));
  const key = createWordChoice('key', (place) => set({ key: place }));
  const where = h('p', { class: 'hint' });
  let look: ArrowsLook | null = null;
  let meetings: Partial<Record<SideName, Meeting>> = {};
  const figures = sides.map((side) => {
    const planes = createPlanes((pair) => set({ pair }));
    const title = h('h4');
    const refused = h('p', { class: 'hint', hidden: true });
    const drawn = h('div', { class: 'arrows' }, ...planes.elements);
    const attributes = { class: 'arrows', 'data-arrows': side };
    const element = h('section', attributes, title, refused, drawn);
    return { side, planes, title, refused, drawn, element };
  });
  const table = createDataTable(tabulate);
  const fillTable = whenQuiet('studies', tableMs, table.refresh);
  const keep = createKeep(keptFigure);

  /** The sides whose arrows are drawn. */
  const drawn = () =>
    sides.flatMap((side) => {
      const meeting = meetings[side];
      return meeting ? [{ side, name: side.toUpperCase(), meeting }] : [];
    });

  const pairCount = () =>
    Math.max(0, ...drawn().map(({ meeting }) => meeting.pairs.length));

  /** The lines of the table: each pair, with what it adds to each score. */
  function tabulate(): TableText | null {
    const all = drawn();
    if (all.length === 0) return null;
    const write = (value: number | undefined) =>
      value === undefined ? '' : writeValue(value, 5);
    return {
      caption: 'The pairs of the ropes, and their parts of the sum',
      heads: ['pair'],
      columns: all.flatMap(({ name }) => [
        `${name}, turn per position (rad)`,
        `${name}, product`,
      ]),
      count: pairCount(),
      row: (index) => [
        String(index),
        ...all.flatMap(({ meeting }) => [
          write(meeting.pairs[index]?.frequency),
          write(meeting.pairs[index]?.product),
        ]),
      ],
    };
  }

  function keptFigure(): KeptFigure | null {
    const all = drawn();
    if (look === null || all.length === 0) return null;
    const { saved, state } = look;
    return {
      ...{ name: 'attention-arrows', title: 'Query and key as arrows' },
      ...saved,
      spec: { ...(saved.spec as object), query: state.query, key: state.key },
      numbers: async () =>
        columnsOf([
          ['pair', Array.from({ length: pairCount() }, (_, i) => i)],
          ...all.flatMap(
            ({ name, meeting: { pairs } }) =>
              [
                [`${name} frequency`, pairs.map(({ frequency }) => frequency)],
                [`${name} product`, pairs.map(({ product }) => product)],
              ] as const,
          ),
        ]),
      picture: () => ({
        columns: 2,
        parts: all.flatMap(({ side, meeting }) => {
          const own = figures.find((figure) => figure.side === side);
          const circle =
            own?.element.querySelector<SVGSVGElement>('.plane-box > svg');
          const panel = stepsPanel(meeting);
          return [...(circle ? [{ drawing: circle }] : []), { panel }];
        }),
      }),
    };
  }

  const element = h(
    'figure',
    { class: 'arrows' },
    h('div', { class: 'chart-head' }, where),
    h('div', { class: 'meeting' }, query.element, key.element),
    ...figures.map((figure) => figure.element),
    createSeeded(),
    h('div', { class: 'more-of-figure' }, table.element, keep.element),
  );
  return {
    element,
    /** Draws the arrows of each side that has a rope. */
    draw(next: ArrowsLook): void {
      const { state, words, head, attended } = next;
      look = next;
      meetings = {};
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
        if (!value) continue;
        meetings[side] = value;
        planes.draw(value, pairOf(value, state.pair), figure.element);
      }
      fillTable();
    },
  };
}
