// The view of models: what a model does with positions, layer by layer, as its
// configuration says; what is odd in it; and the settings for longer texts.

import './models.css';
import {
  createView,
  type Drawn,
  type ViewParts,
} from '../../shell/create-view.js';
import { h, setText } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import type { View, ViewContext } from '../../shell/view.js';
import type { Store } from '../../state/store.js';
import { createBesideFigure, shownBeside } from './beside/beside-figure.js';
import { createCacheFigure } from './cache/cache-figure.js';
import { createContextFigure } from './context/context-figure.js';
import { createFactsFigure } from './facts/facts-figure.js';
import { createFindingsFigure } from './findings/findings-figure.js';
import { besideOf, knownOf, nameOf, readingOf, textOf } from './follow.js';
import { namings } from './namings.js';
import type { Reading } from './reading.js';
import { takeDrops } from './source/drops.js';
import {
  createBesideControl,
  createSourceControl,
} from './source/source-control.js';
import {
  fits,
  type ModelsState,
  pasted,
  readState,
  writeState,
} from './state.js';
import { layerShown } from './strip/layer-kinds.js';
import { createStripFigure } from './strip/strip-figure.js';
import { createTowerTabs } from './tower-tabs.js';
import { isLength, towerShown, towerWords } from './tower-words.js';
import { createLayerWaves } from './waves/layer-waves.js';

const claim = 'What a model really does with positions, layer by layer.';

/** What the link holds of the reader's own configuration. */
function linkWords({ own, pick, file }: ModelsState): string {
  if (own === null) return `From ${knownOf(pick)?.source ?? 'this page'}.`;
  const name = file === '' ? 'Your own' : `Your own: ${file}`;
  return fits(own)
    ? `${name}. The link of this view holds it.`
    : `${name}. It is too long for a link, which holds its name alone.`;
}

function build(
  { rotary }: Pick<ViewContext<'rotary'>, 'rotary'>,
  store: Store<ModelsState>,
  redraw: () => void,
): ViewParts<ModelsState> {
  /** Why the last file was not taken, and the state that it left as it was. */
  let refused: { readonly why: Failure; readonly state: ModelsState } | null =
    null;
  /** What is on the page, and what people call it. */
  let drawn: Reading | null = null;
  let called = '';
  /** The last length that can be one. */
  let to = 1;

  function change(patch: Partial<ModelsState>, step: boolean): void {
    refused = null;
    // Another configuration has other towers and layers.
    store[step ? 'step' : 'set'](patch);
    redraw();
  }

  const first = { tower: '', layer: Number.NaN };
  const source = createSourceControl({
    pick: (pick) => change({ ...first, pick, own: null, file: '' }, true),
    take: (own, file) => change({ ...first, own, file }, true),
    edit(own) {
      const { own: before, pick, file } = store.get();
      // The first change makes a known model the reader's own.
      const name = file === '' ? `${pick}, changed` : file;
      change({ own, file: name }, before === null);
    },
    refuse(why) {
      refused = { why, state: store.get() };
      redraw();
    },
  });
  const strip = createStripFigure((layer) => store.set({ layer }));
  const second = createBesideFigure(rotary, (withLayer) =>
    store.set({ withLayer }),
  );
  const beside = createBesideControl((name) =>
    store.step({ with: name, withLayer: Number.NaN }),
  );
  const facts = createFactsFigure();
  const waves = createLayerWaves(rotary, {
    title: 'Wavelengths of its pairs',
    label: 'Pair of the layer',
    file: 'model-wavelengths',
  });
  const tables = createCacheFigure(store.set);
  const findings = createFindingsFigure();
  const context = createContextFigure({
    to: (value) => store.set({ to: value }),
    engine: (name) => store.set({ for: name }),
  });

  const title = h('h3');
  const told = h('p', { class: 'hint tower-words' });
  const towers = createTowerTabs((tower) =>
    store.step({ tower, layer: Number.NaN }),
  );
  const figure = h(
    'div',
    { class: 'layers-figure' },
    h('div', { class: 'chart-head' }, title, told),
    towers.element,
    h('div', { class: 'pinned' }, strip.field, strip.sentence),
    strip.legend,
    strip.more,
  );
  const layer = h(
    'div',
    { class: 'layer-figure' },
    h('h4', {}, 'What the chosen layer does'),
    ...facts.elements,
    tables.element,
  );

  /** Gives the failure of a wrong length, which settings cannot have. */
  function drawReading(reading: Reading, state: ModelsState): Failure | null {
    drawn = reading;
    if (isLength(state.to)) to = state.to;
    const { name, tower } = towerShown(reading, state.tower);
    const at = layerShown(state.layer, tower);
    const chosen = tower.layers[at];
    setText(title, called);
    setText(told, towerWords(reading.model, tower));
    towers.draw(reading.towers, name);
    strip.draw(tower, at, called);
    if (chosen) facts.draw(chosen);
    const own = { name: called, tower, at };
    const reach = waves.draw(reading, own, to);
    const spec = chosen?.spec ?? null;
    const { cache, dtype, rows } = state;
    tables.draw(spec && { spec, cache, dtype, rows }, `${called} layer ${at}`);
    const other = besideOf(state.with);
    second.element.hidden = other === null;
    if (other) {
      const { with: its, withLayer } = state;
      second.draw(own, shownBeside(other, its, name, withLayer), other, to);
    }
    findings.draw(reading.model);
    const failure = context.draw(reading, state, reach);
    return isLength(state.to) ? null : failure;
  }

  takeDrops(
    figure,
    (file) => void source.takeFile(file),
    (text) => change({ ...first, own: text, file: pasted }, true),
  );

  return {
    controls: [source.known, source.file, beside.element],
    lead: source.known,
    pictures: [figure, layer],
    rest: [second.element, waves.element, findings.element, context.element],
    place(failure) {
      // Each of them has to remove what it showed before.
      const placed = [source.fail(failure), context.fail(failure)];
      return placed.includes(true);
    },
    refresh() {},
    draw(state): Drawn {
      source.show({
        pick: state.own === null && state.file === '' ? state.pick : '',
        text: textOf(state),
        words: linkWords(state),
      });
      beside.show(state.with);
      tables.show(state);
      context.show(state.to, state.for);
      const { value, failure } = readingOf(state);
      if (refused?.state !== state) refused = null;
      const why = refused?.why ?? failure;
      if (value !== null) called = nameOf(state);
      const reading = value ?? drawn;
      const length = reading && drawReading(reading, state);
      if (why === null && length !== null) {
        const seen = 'The wavelengths are compared with the last length.';
        return { failure: length, age: 'outdated', seen };
      }
      if (why === null) return null;
      const age = drawn === null ? 'empty' : 'outdated';
      const seen =
        drawn === null
          ? 'Nothing can be drawn of this file.'
          : 'The pictures show the last file that could be read.';
      // Whichever key is wrong, it stands in the text of the configuration.
      const { message, code } = why;
      return { failure: { message, code, param: 'config' }, age, seen };
    },
  };
}

export const create = (context: ViewContext<'rotary'>): View =>
  createView<ModelsState>(
    {
      name: 'models',
      title: 'Models',
      claim: () => claim,
      namings,
      read: readState,
      write: writeState,
      build: (store, redraw) => build(context, store, redraw),
    },
    context,
  );
