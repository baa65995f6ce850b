// A second model below the first: its strip, and the facts of its chosen layer beside
// those of the first.

import type { Rotary } from 'posenc/rotary';
import { h, prose, setText } from '../../../shell/dom.js';
import { factsOf } from '../facts/fact-words.js';
import type { Reading } from '../reading.js';
import { layerShown } from '../strip/layer-kinds.js';
import { createStripFigure } from '../strip/strip-figure.js';
import { type Shown, towerShown, towerWords } from '../tower-words.js';
import { createLayerWaves } from '../waves/layer-waves.js';
import { differWords, rowsOf } from './beside.js';

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

export function createBesideFigure(
  rotary: Rotary,
  choose: (layer: number) => void,
) {
  const title = h('h3');
  const told = h('p', { class: 'hint' });
  const strip = createStripFigure(choose, {
    label: 'Layer of the second model',
    file: 'model-layers-second',
  });
  const waves = createLayerWaves(rotary, {
    title: 'Its wavelengths',
    label: 'Pair of the second layer',
    file: 'model-wavelengths-second',
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
    waves.element,
  );
  return {
    element,
    draw(first: Shown, second: Shown, reading: Reading, to: number): void {
      setText(title, `Beside it: ${second.name}`);
      setText(told, towerWords(reading.model, second.tower));
      strip.draw(second.tower, second.at, second.name);
      const [a, b] = [first, second].map(({ tower, at }) => tower.layers[at]);
      if (a === undefined || b === undefined) return;
      [first, second].forEach(({ name, at }, i) => {
        const head = heads[i + 1];
        if (head) setText(head, `${name}, layer ${at}`);
      });
      waves.draw(reading, second, to);
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
