// Attention over a sentence: what RoPE keeps when everything moves, and what
// it tells apart that attention without position cannot.

import { methods, type Posenc } from 'posenc';
import { createNumber } from '../../controls/number.js';
import { createPanel } from '../../controls/panel.js';
import { createChanges } from '../../shell/changes.js';
import { createColumns } from '../../shell/columns.js';
import { h, setText } from '../../shell/dom.js';
import { attempt, describeFailure, type Failure } from '../../shell/failure.js';
import {
  createIntro,
  createPitfalls,
  createPresets,
} from '../../shell/method.js';
import { createCopyButton } from '../../shell/save.js';
import { onThemeChange } from '../../shell/theme.js';
import { perFrame } from '../../state/frame.js';
import { decode, encode, initialState } from '../../state/hash.js';
import { createStore } from '../../state/store.js';
import type { View, ViewContext } from '../view.js';
import { writeCode } from './code.js';
import { createLedger } from './ledger.js';
import { createMaps } from './maps.js';
import { createProfileChart } from './profile.js';
import { computeProfile, computeSentence } from './sentence.js';
import {
  pageParameters,
  parameterNames,
  type RopeState,
  schema,
} from './state.js';
import { createText } from './text.js';

const { rope, attention } = methods;
const farthest = 100_000;

const explanation =
  'Turning q by its position and k by its own leaves in every score the ' +
  'difference of the two alone.';

/** A preset leaves out what has a default. */
const presetBase = {
  rotaryDim: Number.NaN,
  theta: rope.parameters.theta.default,
};

/** Names of the package's parameters that this page calls something else. */
const renamed: Readonly<Record<string, string>> = {
  keyStart: 'start',
  queryStart: 'start',
};

export function createRope(pe: Posenc, context: ViewContext): View {
  const store = createStore<RopeState>(initialState(schema));
  const text = createText(store.set);
  const start = createNumber(
    {
      name: 'start',
      doc: pageParameters.start.doc,
      slider: { low: 0, high: farthest, spacing: 'decades', integer: true },
    },
    (value) => store.set({ start: value ?? Number.NaN }),
  );
  const panel = createPanel({
    parameters: {
      ...rope.parameters,
      causal: attention.parameters.causal,
      likeness: pageParameters.likeness,
    },
    names: parameterNames,
    reach: {
      headDim: { high: 512, spacing: 'octaves' },
      rotaryDim: { high: 512, spacing: 'octaves' },
      theta: { high: 1e7, spacing: 'decades' },
      likeness: { high: 1, spacing: 'even' },
    },
    onInput: (name, value) => store.set({ [name]: value ?? Number.NaN }),
  });
  const status = h('p', { class: 'note wrong', role: 'alert', hidden: true });
  const changes = createChanges(rope);
  const ledger = createLedger();
  const maps = createMaps();
  const chart = createProfileChart();
  const code = h('pre', { tabindex: 0, 'aria-label': 'Code' }, h('code'));

  /** Each failure stands beside what it is about, or below the controls. */
  function show(failure: Failure | null): void {
    const param = failure && (renamed[failure.param] ?? failure.param);
    const message = failure && describeFailure(failure);
    const beside = { start, text };
    let placed = panel.fail(failure);
    for (const [name, part] of Object.entries(beside)) {
      part.fail(param === name ? message : null);
      placed ||= param === name;
    }
    status.hidden = failure === null || placed;
    setText(status, message ?? '');
    if (failure === null) {
      columns.show('current', null);
      return;
    }
    columns.show('outdated', {
      text: `The maps are of the values before. ${message}`,
      param: placed ? (param ?? null) : null,
    });
  }

  function draw(): void {
    const state = store.get();
    panel.show(state);
    changes.show({ layout: state.layout });
    start.set(state.start);
    const { value, failure } = attempt(() => ({
      sentence: computeSentence(pe, state),
      profile: computeProfile(pe, state),
    }));
    show(failure);
    text.show(state, value?.sentence.order);
    if (value === null) return;
    maps.draw(value.sentence, state.start);
    ledger.draw(value.sentence, state.start);
    chart.draw(value.profile);
    setText(
      code.firstElementChild as Element,
      writeCode(state, value.sentence.words.length),
    );
  }

  const redraw = perFrame(draw);
  store.subscribe(() => {
    redraw();
    context.changed();
  });
  onThemeChange(() => {
    redraw();
    chart.refresh();
  });

  const copy = createCopyButton('Copy code', () => code.textContent ?? '');
  const columns = createColumns({
    controls: [
      createPresets(rope.presets, (preset) =>
        store.set({ ...presetBase, ...preset }),
      ).element,
      panel.element,
      status,
    ],
    pictures: [ledger.element, maps.element],
    rest: [
      chart.element,
      h('div', { class: 'code' }, code, h('div', { class: 'actions' }, copy)),
      createPitfalls(rope),
    ],
  });
  draw();

  const element = h(
    'section',
    { class: 'view rope', 'aria-label': 'RoPE attention' },
    createIntro(rope, changes, h('h2', {}, 'Attention with RoPE'), explanation),
    h('div', { class: 'stage' }, text.element, start.element),
    columns.element,
  );
  return {
    element,
    restore: (query) => store.set(decode(schema, query)),
    query: () => encode(schema, store.get()),
  };
}
