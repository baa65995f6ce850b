// The view of attention over a sentence: scores with RoPE depend on distances,
// so they stay when all words move, and change when words are rearranged.

import './rope.css';
import { methods } from 'posenc/descriptions';
import { createGroup } from '../../controls/group.js';
import type { SliderRange } from '../../controls/stops.js';
import { effective, isPreset, withPreset } from '../../methods/defaults.js';
import { createIntro, createPitfalls } from '../../methods/intro.js';
import { createPanel } from '../../methods/panel.js';
import { createPresets } from '../../methods/presets.js';
import { rangeIn } from '../../methods/reach.js';
import { createSnippet } from '../../methods/snippet.js';
import { controlNames } from '../../methods/tables.js';
import {
  createView,
  type Refusal,
  type ViewParts,
} from '../../shell/create-view.js';
import { h } from '../../shell/dom.js';
import { attempt, type Failure } from '../../shell/failure.js';
import type { View, ViewContext } from '../../shell/view.js';
import { withOption } from '../../state/spec.js';
import type { Store } from '../../state/store.js';
import { createLedger } from './ledger.js';
import { createMaps } from './maps.js';
import { createProfileChart } from './profile.js';
import { computeProfile, computeSentence } from './sentence.js';
import { writeProgram } from './snippet.js';
import {
  method,
  pageParameters,
  type RopeState,
  readState,
  writeState,
} from './state.js';
import { createText } from './text.js';

const { causal } = methods.attention.parameters;
const farthest = 100_000;

const explanation =
  'Rotate q and k by their positions: their score then depends only on the ' +
  'distance.';

/** Ranges of sliders that show more than what models have. */
const ranges: Readonly<Record<string, Partial<SliderRange>>> = {
  headDim: { low: 2, high: 512, spacing: 'octaves' },
  rotaryDim: { low: 2, high: 512, spacing: 'octaves' },
  theta: { low: 1, high: 1e7, spacing: 'decades' },
};

/** Names of the controls besides those of the method. */
const sceneNames = ['causal', 'likeness'] as const;

/** Names of the package's parameters that this view calls something else. */
const renamed: Readonly<Record<string, string>> = {
  keyStart: 'start',
  queryStart: 'start',
};

function isSceneName(name: string): name is (typeof sceneNames)[number] {
  return sceneNames.some((other) => other === name);
}

/** `drawn`: there are maps of earlier values. */
function refusalOf(failure: Failure, drawn: boolean): Refusal {
  const param = renamed[failure.param] ?? failure.param;
  return {
    failure: { ...failure, param },
    age: drawn ? 'outdated' : 'empty',
    seen: drawn
      ? 'The maps show earlier values.'
      : 'No maps can be drawn with these values.',
  };
}

function build(
  store: Store<RopeState>,
  { pe }: ViewContext,
): ViewParts<RopeState> {
  const text = createText(store.set);
  const start = createGroup({
    parameters: { start: pageParameters.start },
    names: ['start'],
    range: () => ({
      low: 0,
      high: farthest,
      spacing: 'decades',
      integer: true,
    }),
    onInput: (_, value) =>
      store.set({ start: value === undefined ? Number.NaN : Number(value) }),
  });
  const presets = createPresets(method, (name) =>
    store.set({ spec: withPreset(method, store.get().spec, name) }),
  );
  const panel = createPanel<string>({
    parameters: {
      ...method.parameters,
      causal,
      likeness: pageParameters.likeness,
    },
    names: [...controlNames(method), ...sceneNames],
    range: (path, parameter) => ({
      ...rangeIn(method, path, parameter),
      ...ranges[path],
    }),
    onInput(name, value) {
      if (isSceneName(name)) store.set({ [name]: value ?? Number.NaN });
      else store.set({ spec: withOption(store.get().spec, name, value) });
    },
  });
  const intro = createIntro(
    method,
    h('h2', {}, 'Attention with RoPE'),
    explanation,
  );
  const ledger = createLedger();
  const maps = createMaps();
  const profile = createProfileChart();
  const snippet = createSnippet();
  let drawn = false;

  function place(failure: Failure | null): boolean {
    // Each of them has to remove what it showed before.
    return [panel, start, text]
      .map((part) => part.fail(failure))
      .includes(true);
  }

  return {
    head: [
      intro.element,
      h('div', { class: 'stage' }, text.element, ...start.elements),
    ],
    controls: [presets.element, panel.element],
    pictures: [ledger.element, maps.element],
    rest: [profile.element, snippet.element, createPitfalls(method)],
    place,
    refresh: profile.refresh,
    draw(state) {
      const options = effective(method, state.spec);
      panel.show({
        ...options,
        causal: state.causal,
        likeness: state.likeness,
      });
      presets.show((name) => isPreset(method, state.spec, name));
      intro.show(options);
      start.show({ start: state.start });
      const { value, failure } = attempt(() => ({
        sentence: computeSentence(pe, state),
        profile: computeProfile(pe, state),
      }));
      text.show(state, value?.sentence.order);
      if (failure !== null) return refusalOf(failure, drawn);
      drawn = true;
      maps.draw(value.sentence, state.start);
      ledger.draw(value.sentence, state.start);
      profile.draw(value.profile);
      snippet.show(writeProgram(state, value.sentence.words.length));
      return null;
    },
  };
}

export function create(context: ViewContext): View {
  return createView<RopeState>(
    {
      name: 'rope',
      title: 'RoPE attention',
      read: readState,
      write: writeState,
      build: (store) => build(store, context),
    },
    context,
  );
}
