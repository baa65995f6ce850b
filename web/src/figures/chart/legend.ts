// The legend of a chart: one entry for each colour, however many marks have it.

import { svg } from '../../shell/dom.js';
import type { ChartLook, Series } from './look.js';
import { bandPath, isStroke, type Mark, markPath } from './marks.js';
import { pathsOf } from './paths.js';

/** What one colour stands for. */
export interface Entry {
  readonly colour: string;
  readonly label: string;
  /** Its marks, each once, from below to above. */
  readonly marks: readonly Mark[];
}

const markNames: Readonly<Record<Mark, string>> = {
  ...{ dot: 'dots', ring: 'small dots', line: 'line', dashed: 'dashes' },
  ...{ thin: 'thin line', bold: 'bold line', band: 'band' },
};

type Legend = Pick<ChartLook, 'x' | 'xTo' | 'across' | 'up' | 'series'>;

/** The marks that are drawn of a series. */
function marksOf(look: Legend, series: Series): readonly Mark[] {
  const drawn = pathsOf(look, series).map(({ mark }) => mark);
  return drawn.length > 0 ? drawn : [series.mark];
}

/** Where series share a colour, their marks tell them apart. */
export function entriesOf(look: Legend): readonly Entry[] {
  const colours = [...new Set(look.series.map(({ colour }) => colour))];
  return colours.map((colour) => {
    const group = new Map(
      look.series
        .filter((series) => series.colour === colour)
        .map((series) => [series.kind ?? series.label, series]),
    );
    const told = [...group].map(([label, series]) => ({
      label,
      marks: marksOf(look, series),
    }));
    const marks = [...new Set(told.flatMap(({ marks }) => marks))];
    const [only] = told;
    if (told.length === 1 && only) return { colour, label: only.label, marks };
    const label = told
      .map(({ label, marks }) => {
        const names = marks.map((mark) => markNames[mark]);
        return `${label} (${names.join(' and ')})`;
      })
      .join(', ');
    return { colour, label, marks };
  });
}

/** The size of a swatch, in its own units. */
const [wide, high] = [22, 12];

/** The path of a mark in a swatch of several, each in a line of its own. */
function samplePath(mark: Mark, at: number, count: number): string {
  const y = (high * (at + 0.5)) / count;
  if (mark === 'band') {
    const half = high / count / 2 - 0.5;
    const ends = { from: 0, to: wide, top: y - half, bottom: y + half };
    return bandPath([ends]);
  }
  const [from, to] = isStroke(mark) ? [0, wide] : [5, wide - 5];
  return markPath(mark, [
    [from, y],
    [to, y],
  ]);
}

/** The marks of an entry for the legend. */
export function swatchOf({ colour, marks }: Entry): SVGElement {
  const paths = marks.map((mark, i) => {
    const d = samplePath(mark, i, marks.length);
    const path = svg('path', { class: `mark mark-${mark}`, d });
    path.style.color = colour;
    return path;
  });
  return svg(
    'svg',
    {
      class: 'chart-swatch',
      viewBox: `0 0 ${wide} ${high}`,
      'aria-hidden': 'true',
    },
    ...paths,
  );
}
