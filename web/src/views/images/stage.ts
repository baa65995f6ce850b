// The main figure: a picture of patches, and how alike all of them are to the
// chosen one, in two ways beside each other.

import { limitsOf } from '../../figures/colour-range.js';
import { createPatchMap, patchGrid } from '../../figures/patch-map.js';
import type { ColourRange } from '../../plot/colormap.js';
import type { Grid } from '../../plot/grid.js';
import { h, setText } from '../../shell/dom.js';
import type { Size } from './calls.js';
import type { Made } from './follow.js';
import { createPatchPicture } from './picture.js';
import { sides } from './state.js';
import { toldOf } from './told.js';
import { measureOf, wayOf } from './ways.js';
import { measuresWords, slantWords } from './words.js';

/** How a map is read. */
const howWords =
  'A cross: the map tells rows and columns apart, and patches on a diagonal count as far. ' +
  'A round spot: all directions count the same.';

const idle = 'Point at a patch to read it; press it to choose it.';

function createMap(side: string, choose: (row: number) => void) {
  const title = h('h3');
  const slant = h('p', { class: 'hint slant' });
  const map = createPatchMap(choose, idle);
  const field = h(
    'div',
    { class: 'patch-panel', 'data-map': side },
    title,
    map.heatmap.element,
  );
  const about = h(
    'div',
    { class: 'patch-about', 'data-about': side },
    map.bar.element,
    map.reading,
    map.live,
    map.words,
    slant,
    h('div', { class: 'more-of-figure' }, map.data, map.keep),
  );
  return { title, slant, map, field, about };
}

export function createStage(choose: (row: number) => void) {
  const picture = createPatchPicture(choose);
  const maps = {
    left: createMap('left', choose),
    right: createMap('right', choose),
  };
  const measures = h('p', { class: 'hint measures' });
  const how = h('p', {}, howWords);
  const field = h(
    'div',
    { class: 'pinned trio' },
    h(
      'div',
      { class: 'patch-panel', 'data-map': 'picture' },
      h('h3', {}, 'Choose a patch'),
      picture.field,
    ),
    ...[maps.left.field, maps.right.field],
  );
  return {
    picture,
    field: h('figure', { class: 'patches-figure' }, field),
    about: h(
      'div',
      { class: 'trio-about' },
      h(
        'div',
        { class: 'patch-about' },
        picture.reading,
        picture.live,
        how,
        measures,
      ),
      ...[maps.left.about, maps.right.about],
    ),
    /** The picture follows the reader, who may be ahead of the maps. */
    show(grid: Size, row: number): void {
      picture.draw(grid, row);
      picture.field.parentElement?.style.setProperty('--shape', shapeOf(grid));
    },
    draw({ ask, got }: Made<'maps'>): void {
      const { grid } = ask.left;
      const { row, head } = ask;
      const rows = { start: 0, step: 1, grid, extra: 0 };
      for (const side of sides) {
        const asked = ask[side];
        const alike = got[side];
        const { title, slant, map, field } = maps[side];
        const told = toldOf(asked, head);
        setText(title, wayOf(asked.way).title);
        field.style.setProperty('--shape', shapeOf(grid));
        map.draw({
          ...{ rows, row, alike, range: nearRange(patchGrid({ rows, alike })) },
          measure: measureOf(asked.way),
          // Both sides may have one way.
          told: { ...told, name: `${told.name}-${side}` },
        });
        setText(slant, slantWords(alike, grid, row));
      }
      setText(measures, measuresWords(ask.left.way, ask.right.way));
    },
  };
}

/**
 * From the least to the most of some maps, rounded to tenths: their shapes are seen
 * where all of their numbers are near 1.
 */
export function nearRange(...grids: readonly Grid[]): ColourRange {
  const limits = grids.map(({ values }) => limitsOf(values));
  const least = Math.min(...limits.map(({ low }) => low));
  const most = Math.max(...limits.map(({ high }) => high));
  // A cosine may exceed 1 by rounding errors.
  const low = Math.floor(10 * least + 1e-5) / 10;
  const high = Math.ceil(10 * most - 1e-5) / 10;
  return { low: low < high ? low : low - 0.1, high };
}

/** Width by height of a grid as it is drawn; a thin one is drawn thicker. */
export const shapeOf = ([rows = 1, columns = 1]: readonly number[]): string =>
  String(Math.min(5, Math.max(0.6, columns / rows)));
