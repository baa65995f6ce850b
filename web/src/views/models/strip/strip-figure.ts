// The strip of all layers of a tower: a cell each, whose pattern says what its
// queries see and whose letter how positions come to its scores. It is a slider:
// arrow keys and presses choose a layer.

import type { Layer, Tower } from 'posenc/models';
import { columnsOf } from '../../../plot/keep/columns.js';
import type { KeptFigure } from '../../../plot/keep/figure.js';
import { createKeep } from '../../../plot/keep/keep.js';
import { placeAfter } from '../../../plot/place-after.js';
import { writeCount } from '../../../plot/ticks.js';
import { createDataTable } from '../../../shell/data-table.js';
import { h, setText } from '../../../shell/dom.js';
import { layerSentence } from '../layer-words.js';
import { sightLabel } from '../see-words.js';
import { turnLabel, widthsOf } from '../turn-words.js';
import { type Entry, noLetter, type Strip, stripOf } from './layer-kinds.js';

const legendEntry = (mark: HTMLElement, { label, count }: Entry<string>) =>
  h('li', {}, mark, `${label} (${writeCount(count)})`);

function legendOf({ sights, letters }: Strip): HTMLElement[] {
  return [
    ...sights.map((entry) => {
      const { mark } = entry;
      const sample = { class: 'layer sample', 'data-sight': mark };
      return legendEntry(h('span', { ...sample, 'aria-hidden': true }), entry);
    }),
    ...letters.map((entry) =>
      legendEntry(h('b', { class: 'letter' }, entry.mark), entry),
    ),
  ];
}

/** What saved files of the strip hold: NaN where a layer has no such number. */
function keptOf(tower: Tower, name: string): Omit<KeptFigure, 'name'> {
  const { layers } = tower;
  const numbers = (of: (layer: Layer) => number | null | undefined) =>
    Float64Array.from(layers, (layer) => of(layer) ?? Number.NaN);
  const specs = layers.flatMap(({ positions }) => positions);
  const distinct = new Map(specs.map((spec) => [JSON.stringify(spec), spec]));
  return {
    title: `Layers of ${name}`,
    caption: `${name}: ${layers.length} layers of the family ${tower.family}`,
    spec: [...distinct.values()],
    numbers: async () =>
      columnsOf([
        ['layer', numbers(({ index }) => index)],
        ['window', numbers(({ window }) => window)],
        ['headDim', numbers(({ headDim }) => headDim)],
        ['rotaryDim', numbers(({ spec }) => spec && widthsOf(spec).rotaryDim)],
        ['theta', numbers(({ spec }) => spec && (spec.theta ?? 10_000))],
        ['attentionFactor', numbers((layer) => layer.attentionFactor)],
        ['softmaxScale', numbers(({ softmaxScale }) => softmaxScale)],
      ]),
    picture: () => ({
      parts: [
        {
          async panel(box, inks) {
            const { stripShapes } = await import('./strip-panel.js');
            return stripShapes(stripOf(tower), box, inks);
          },
        },
      ],
    }),
  };
}

const first = { label: 'Layer', file: 'model-layers' };

/** `file` is the name of its files. */
export function createStripFigure(
  choose: (layer: number) => void,
  { label, file } = first,
) {
  const field = h('div', {
    class: 'layers',
    role: 'slider',
    tabindex: 0,
    'aria-label': label,
    'aria-valuemin': 0,
  });
  const sentence = h('p', { class: 'reading layer-words' });
  const legend = h('ul', { class: 'layers-legend' });
  let shown: {
    readonly tower: Tower;
    readonly at: number;
    readonly name: string;
  } | null = null;
  const keep = createKeep(
    () => shown && { ...keptOf(shown.tower, shown.name), name: file },
  );

  const table = createDataTable(() => {
    if (shown === null) return null;
    const { layers } = shown.tower;
    const { cells } = stripOf(shown.tower);
    return {
      caption: 'What each layer sees, and how positions come to it',
      heads: ['layer'],
      columns: ['letter', 'queries see', 'positions'],
      count: layers.length,
      row(i) {
        const layer = layers[i];
        if (layer === undefined) return [];
        const letter = cells[i]?.letter ?? '';
        return [
          String(i),
          letter === noLetter ? 'none' : letter,
          sightLabel(layer),
          turnLabel(layer),
        ];
      },
    };
  });

  /** Scrolls the cell of a layer into sight, inside of the strip alone. */
  function reveal(at: number): void {
    const cell = field.children[at];
    if (!(cell instanceof HTMLElement)) return;
    const { offsetTop: top, offsetHeight: height } = cell;
    const below = top + height - field.clientHeight;
    if (field.scrollTop > top) field.scrollTop = top;
    else if (field.scrollTop < below) field.scrollTop = below;
  }

  field.addEventListener('pointerdown', (event) => {
    const { target, button } = event;
    if (button !== 0 || !(target instanceof Element)) return;
    const cell = target.closest<HTMLElement>('.layer');
    if (cell?.parentElement === field) choose(Number(cell.dataset.layer));
  });
  field.addEventListener('keydown', (event) => {
    if (shown === null || event.altKey || event.ctrlKey || event.metaKey)
      return;
    const next = placeAfter(event.key, shown.at, shown.tower.layers.length);
    if (next === null) return;
    event.preventDefault();
    // The next key counts from here, though it may come before the next frame.
    shown = { ...shown, at: next };
    choose(next);
  });

  return {
    field,
    sentence,
    more: h('div', { class: 'more-of-figure' }, table.element, keep.element),
    legend,
    draw(tower: Tower, at: number, name: string): void {
      if (shown?.tower !== tower) {
        const strip = stripOf(tower);
        field.replaceChildren(
          ...strip.cells.map(({ sight, letter }, i) =>
            h(
              'span',
              { class: 'layer', 'data-sight': sight, 'data-layer': i },
              h('b', { class: 'letter' }, letter),
            ),
          ),
        );
        legend.replaceChildren(...legendOf(strip));
        field.setAttribute('aria-valuemax', String(tower.layers.length - 1));
      }
      for (const cell of field.children) {
        const chosen = cell === field.children[at];
        cell.classList.toggle('chosen', chosen);
      }
      reveal(at);
      const words = layerSentence(tower, at);
      setText(sentence, words);
      field.setAttribute('aria-valuenow', String(at));
      field.setAttribute('aria-valuetext', words);
      const before = shown;
      shown = { tower, at, name };
      if (before?.tower !== tower) table.refresh();
    },
  };
}
