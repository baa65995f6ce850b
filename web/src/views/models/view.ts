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
import { createBesidePart } from './beside/beside-part.js';
import { createCacheFigure } from './cache/cache-figure.js';
import { createContextFigure } from './context/context-figure.js';
import { createFactsFigure } from './facts/facts-figure.js';
import { createFindingsFigure } from './findings/findings-figure.js';
import { knownOf, nameOf, readingOf, textOf } from './follow.js';
import { namings } from './namings.js';
import type { Reading } from './reading.js';
import { takeDrops } from './source/drops.js';
import { changedName, ownWords } from './source/own-words.js';
import { createSourceControl } from './source/source-control.js';
import { type ModelsState, pasted, readState, writeState } from './state.js';
import { layerShown } from './strip/layer-kinds.js';
import { createStripFigure } from './strip/strip-figure.js';
import { createTowerTabs } from './tower-tabs.js';
import { isLength, towerShown, towerWords } from './tower-words.js';
import { createLayerWaves } from './waves/layer-waves.js';

const claim = 'What a model really does with positions, layer by layer.';

/** Where the configuration is from, and what the link holds of it. */
const linkWords = (state: ModelsState): string =>
  state.own === null
    ? `From ${knownOf(state.pick)?.source ?? 'this page'}.`
    : ownWords(state, 'own');

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
      const state = store.get();
      change(
        { own, file: changedName(state.pick, state.file) },
        state.own === null,
      );
    },
    refuse(why) {
      refused = { why, state: store.get() };
      redraw();
    },
  });
  const strip = createStripFigure((layer) => store.set({ layer }));
  const beside = createBesidePart(rotary, store, redraw);
  const facts = createFactsFigure();
  const waves = createLayerWaves(rotary, {
    title: 'Wavelengths of its pairs',
    label: 'Pair of the layer',
    file: 'model-wavelengths',
  });
  const tables = createCacheFigure(store.set);
  /** The state before the file was mended. */
  let before: ModelsState | null = null;
  const findings = createFindingsFigure({
    mend(text) {
      before = store.get();
      change({ own: text, file: changedName(before.pick, before.file) }, true);
    },
    back() {
      if (before !== null) {
        const { own, file, pick } = before;
        change({ own, file, pick }, true);
      }
    },
  });
  const context = createContextFigure(rotary, { set: store.set, redraw });

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

  /**
   * Gives the failure of a wrong length, which settings cannot have. `text` is that
   * of the file; null while it cannot be read.
   */
  function drawReading(
    reading: Reading,
    state: ModelsState,
    text: string | null,
  ): Failure | null {
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
    beside.draw(own, name, state.withLayer, to);
    findings.draw(reading, text);
    return context.draw(reading, own, state, reach);
  }

  takeDrops(
    figure,
    (file) => void source.takeFile(file),
    (text) => change({ ...first, own: text, file: pasted }, true),
    beside.drops,
  );

  return {
    controls: [source.known, source.file, beside.control],
    lead: source.known,
    pictures: [figure, layer],
    rest: [beside.figure, waves.element, findings.element, context.element],
    place(failure) {
      // Each of them has to remove what it showed before.
      const placed = [source.fail(failure), context.fail(failure)];
      return placed.includes(true);
    },
    refresh: context.refresh,
    leave: context.leave,
    draw(state): Drawn {
      source.show({
        pick: state.own === null && state.file === '' ? state.pick : '',
        text: textOf(state),
        words: linkWords(state),
      });
      beside.show(state);
      tables.show(state);
      context.show(state);
      const { value, failure } = readingOf(state);
      if (refused?.state !== state) refused = null;
      const why = refused?.why ?? failure;
      if (value !== null) called = nameOf(state);
      const reading = value ?? drawn;
      const text = why === null ? textOf(state) : null;
      const length = reading && drawReading(reading, state, text);
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
