// A second model below the first: its strip, and the facts of its chosen layer beside
// those of the first.

import { h, prose, setText } from '../../shell/dom.js';
import { differWords, rowsOf } from './beside.js';
import { factsOf } from './fact-words.js';
import { layerShown } from './layer-kinds.js';
import type { NamedTower, Reading } from './reading.js';
import { createStripFigure } from './strip-figure.js';
import { towerShown, towerWords } from './tower-words.js';

/** A model as it is shown: its name, a tower, and the number of a layer. */
export interface Shown {
  readonly name: string;
  readonly tower: NamedTower['tower'];
  readonly at: number;
}

/** The second model at the tower of the first; at its main one where it has none. */
export function shownBeside(
  reading: Reading,
  name: string,
  tower: string,
  layer: number,
): Shown {
  const shown = towerShown(reading, tower).tower;
  return { name, tower: shown, at: layerShown(layer, shown) };
}

export function createBesideFigure(choose: (layer: number) => void) {
  const title = h('h3');
  const told = h('p', { class: 'hint' });
  const strip = createStripFigure(choose, {
    label: 'Layer of the second model',
    file: 'model-layers-second',
  });
  const count = h('p', { class: 'reading' });
  const heads = ['fact', '', ''].map((word) => h('th', { scope: 'col' }, word));
  const body = h('tbody');
  const element = h(
    'figure',
    { class: 'chart beside-model' },
    h('div', { class: 'chart-head' }, title, told),
    strip.field,
    strip.sentence,
    strip.legend,
    strip.more,
    count,
    h(
      'table',
      { class: 'facts-beside numbers' },
      h('caption', { class: 'spoken' }, 'Facts of both layers'),
      h('thead', {}, h('tr', {}, ...heads)),
      body,
    ),
  );
  return {
    element,
    draw(first: Shown, second: Shown, reading: Reading): void {
      setText(title, `Beside it: ${second.name}`);
      setText(told, towerWords(reading.model, second.tower));
      strip.draw(second.tower, second.at, second.name);
      const [a, b] = [first, second].map(({ tower, at }) => tower.layers[at]);
      if (a === undefined || b === undefined) return;
      [first, second].forEach(({ name, at }, i) => {
        const head = heads[i + 1];
        if (head) setText(head, `${name}, layer ${at}`);
      });
      const rows = rowsOf(factsOf(a), factsOf(b));
      setText(count, differWords(rows));
      body.replaceChildren(
        ...rows.map(({ word, api, texts, differs }) =>
          h(
            'tr',
            { 'data-differs': differs },
            h('th', { scope: 'row' }, word, h('small', { class: 'api' }, api)),
            ...texts.map((text) =>
              differs
                ? h('td', {}, h('b', {}, ...prose(text || 'none')))
                : h('td', {}, ...prose(text)),
            ),
          ),
        ),
      );
    },
  };
}
