// Charts of a word's score with itself over the distance, a line for each head.

import { createSeeded } from '../../../figures/words/seeded.js';
import { shorten } from '../../../figures/words/words.js';
import { columnsOf } from '../../../plot/keep/columns.js';
import { createKeep } from '../../../plot/keep/keep.js';
import { createLines } from '../../../plot/lines.js';
import type { LinesLook } from '../../../plot/lines-look.js';
import { lineColour } from '../../../plot/palette.js';
import { writeCount, writeValue } from '../../../plot/ticks.js';
import { createDataTable, type TableText } from '../../../shell/data-table.js';
import { cssColour, freshId, h, setText } from '../../../shell/dom.js';
import { describeFailure, type Outcome } from '../../../shell/failure.js';
import { theme } from '../../../shell/theme.js';
import { whenQuiet } from '../../../state/schedule.js';
import type { Profile } from '../numbers/profile.js';
import type { Saved } from '../state/saved.js';
import { type SideName, sides, tableMs } from '../state/state.js';

export interface ProfileLook {
  readonly word: string;
  /** The head that is drawn in colour. */
  readonly head: number;
  readonly profiles: Readonly<Record<SideName, Outcome<Profile>>>;
  readonly titles: Readonly<Record<SideName, string>>;
  readonly saved: Saved;
}

/** Both ends of the values of all lines, with some room. */
function rangeOf(look: ProfileLook): [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity];
  for (const side of sides) {
    for (const line of look.profiles[side].value?.heads ?? []) {
      for (const value of line) {
        if (!Number.isFinite(value)) continue;
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
  }
  const room = 0.05 * (high - low) || 1;
  return low <= high ? [low - room, high + room] : [0, 1];
}

export type ProfileCharts = ReturnType<typeof createProfileCharts>;

export function createProfileCharts() {
  const title = h('h3');
  const hint = h('p', { class: 'hint numbers reading' });
  const id = freshId('distance');
  const slider = h('input', { id, type: 'range', min: 0, step: 1 });
  slider.addEventListener('input', () => {
    const index = Number(slider.value);
    for (const { lines } of charts) lines.mark(index);
    read(index);
  });
  const table = createDataTable(tabulate);
  const fillTable = whenQuiet('studies', tableMs, table.refresh);
  let look: ProfileLook | null = null;
  let pictures: Partial<Record<SideName, LinesLook>> = {};
  const keep = createKeep(() => {
    if (look === null) return null;
    const { word, profiles, titles, saved } = look;
    const [first] = sides.flatMap((side) => profiles[side].value ?? []);
    const shown = sides.flatMap((side) => {
      const lines = pictures[side];
      const title = `${side.toUpperCase()}: ${titles[side]}`;
      return lines ? [{ lines: { ...lines, title } }] : [];
    });
    if (first === undefined) return null;
    return {
      name: 'attention-score-by-distance',
      title: `The score of “${word}” with itself, by distance`,
      ...saved,
      numbers: async () =>
        columnsOf([
          ['distance', first.distances],
          ...sides.flatMap((side) =>
            (profiles[side].value?.heads ?? []).map(
              (values, head) =>
                [`${side.toUpperCase()} head ${head}`, values] as const,
            ),
          ),
        ]),
      picture: () => ({ columns: 2, parts: shown }),
    };
  });
  const charts = sides.map((side) => {
    const name = h('span');
    const value = h('output', { class: 'numbers' });
    const missing = h('p', { class: 'hint', hidden: true });
    const lines = createLines(`Score over the distance in ${side}`, read);
    const element = h(
      'div',
      { class: 'profile', 'data-profile': side },
      h('p', { class: 'profile-head' }, name, value),
      lines.element,
      missing,
    );
    return { side, name, value, lines, missing, element };
  });

  function read(index: number | null): void {
    if (look === null) return;
    const { head, profiles } = look;
    const { distances } = profiles.a.value ?? profiles.b.value ?? {};
    const distance = index === null ? undefined : distances?.[index];
    setText(
      hint,
      distance === undefined
        ? `head ${head}; thin grey lines are the other heads`
        : `head ${head}, distance ${writeCount(distance)}`,
    );
    if (index !== null) slider.value = String(index);
    for (const { side, value } of charts) {
      const number =
        index === null ? undefined : profiles[side].value?.heads[head]?.[index];
      setText(value, number === undefined ? '' : writeValue(number, 5));
    }
  }

  /** The lines of the table: each distance, with the head that is shown. */
  function tabulate(): TableText | null {
    if (look === null) return null;
    const { head, word, profiles, titles } = look;
    const { distances } = profiles.a.value ?? profiles.b.value ?? {};
    const there = sides.filter((side) => profiles[side].value !== null);
    return {
      caption: `The score of “${word}” with itself, by distance`,
      heads: ['distance'],
      columns: there.map((side) => `${side.toUpperCase()}: ${titles[side]}`),
      count: distances?.length ?? 0,
      row: (index) => [
        writeCount(distances?.[index] ?? Number.NaN),
        ...there.map((side) => {
          const value = profiles[side].value?.heads[head]?.[index];
          return value === undefined ? '' : writeValue(value, 5);
        }),
      ],
    };
  }

  return {
    element: h(
      'figure',
      { class: 'chart profiles' },
      h('div', { class: 'chart-head' }, title, hint),
      ...charts.map(({ element }) => element),
      h(
        'div',
        { class: 'profile-distance' },
        h('label', { for: id }, 'Distance'),
        slider,
      ),
      createSeeded(),
      h('div', { class: 'more-of-figure' }, table.element, keep.element),
    ),
    draw(next: ProfileLook): void {
      look = next;
      const { word, head, profiles, titles } = next;
      setText(
        title,
        `The score of “${shorten(word, 20)}” with itself, by distance`,
      );
      const range = rangeOf(next);
      pictures = {};
      const soft = cssColour('--ink-soft');
      for (const { side, name, lines, missing } of charts) {
        setText(name, `${side.toUpperCase()}: ${titles[side]}`);
        const { value, failure } = profiles[side];
        lines.element.hidden = failure !== null;
        missing.hidden = failure === null;
        setText(missing, failure ? describeFailure(failure) : '');
        if (value === null) continue;
        const { heads, distances } = value;
        const others = heads.map((values, number) => ({
          label: `head ${number}`,
          colour: soft,
          values,
          width: 0.6,
        }));
        const own = heads[head];
        const chosen = own && {
          ...{ label: `head ${head}`, values: own, width: 2.5 },
          colour: lineColour(side === 'a' ? 1 : 0, theme()),
        };
        const drawn: LinesLook = {
          x: distances,
          lines: chosen ? [...others, chosen] : others,
          xName: 'distance of the key from the query',
          yName: 'score',
          range,
        };
        pictures[side] = drawn;
        lines.draw(drawn);
      }
      const { distances } = profiles.a.value ?? profiles.b.value ?? {};
      const first = slider.max === '';
      slider.max = String((distances?.length ?? 1) - 1);
      // Where nothing was read yet, browsers put a slider in different places.
      if (first) slider.value = String(distances?.indexOf(0) ?? 0);
      slider.setAttribute('aria-valuetext', hint.textContent ?? '');
      read(null);
      fillTable();
    },
    refresh(): void {
      for (const { lines } of charts) lines.refresh();
    },
  };
}
