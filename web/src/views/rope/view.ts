// The view of attention over a sentence: scores with RoPE depend on distances,
// so they stay when all words move, and change when words are rearranged.

import { methods } from 'posenc/descriptions';
import { createGroup } from '../../controls/group.js';
import type { SliderRange } from '../../controls/stops.js';
import { checkDrawn } from '../../figures/arrows/pairs.js';
import { createText } from '../../figures/words/text.js';
import { splitWords } from '../../figures/words/words.js';
import { effective, isPreset, withPreset } from '../../methods/defaults.js';
import { createIntro, createPitfalls } from '../../methods/intro.js';
import { makeRope } from '../../methods/make.js';
import { createPanel } from '../../methods/panel.js';
import { rangeIn } from '../../methods/reach.js';
import { createSnippet } from '../../methods/snippet.js';
import { controlNames } from '../../methods/tables.js';
import {
  createView,
  type Refusal,
  type ViewParts,
} from '../../shell/create-view.js';
import { h } from '../../shell/dom.js';
import { attempt, type Failure, type Outcome } from '../../shell/failure.js';
import type { View, ViewContext } from '../../shell/view.js';
import { type Spec, type SpecValue, withOption } from '../../state/spec.js';
import type { Store } from '../../state/store.js';
import { createArrows } from './arrows.js';
import { createLedger } from './ledger.js';
import { keptLengths, lengthsOf, modelOf } from './lengths.js';
import { createMaps } from './maps.js';
import { meetWords } from './meeting.js';
import { createModels } from './models.js';
import { createProfileChart } from './profile.js';
import { createScaleReadout } from './scale.js';
import { begun } from './schedule.js';
import { computeProfile, computeSentence, shownOrder } from './sentence.js';
import { writeProgram } from './snippet.js';
import { computeSpans } from './spans.js';
import { createSpansChart } from './spans-chart.js';
import {
  method,
  namings,
  pageParameters,
  type RopeState,
  readState,
  writeState,
} from './state.js';

const { causal } = methods.attention.parameters;
const farthest = 100_000;

const claim =
  'Turn query and key by their positions: their score then depends only on ' +
  'the distance between them.';

/** Ranges of sliders that show more than what models have. */
const ranges: Readonly<Record<string, Partial<SliderRange>>> = {
  headDim: { low: 2, high: 512, spacing: 'octaves' },
  rotaryDim: { low: 2, high: 512, spacing: 'octaves' },
  theta: { low: 1, high: 1e7, spacing: 'decades' },
  contextLength: { low: 1, high: 2 ** 21, spacing: 'octaves' },
};

/** Names of the controls besides those of the method. */
const sceneNames = ['causal', 'likeness'] as const;

type Names = Readonly<Record<string, string>>;

/** Names of the package's parameters that the sentence calls something else. */
const sentenceNames: Names = { keyStart: 'start', queryStart: 'start' };
/** The same for the two words whose arrows are shown. */
const meetingNames: Names = { keyStart: 'keyAt', queryStart: 'queryAt' };

/** Computes, and gives parameters in errors the names that this view has. */
function attemptAs<T>(names: Names, compute: () => T): Outcome<T> {
  const outcome = attempt(compute);
  if (outcome.failure === null) return outcome;
  const { failure } = outcome;
  const param = names[failure.param] ?? failure.param;
  return { value: null, failure: { ...failure, param } };
}

function isSceneName(name: string): name is (typeof sceneNames)[number] {
  return sceneNames.some((other) => other === name);
}

/** `drawn`: there are pictures of earlier values. */
function refusalOf(failure: Failure, drawn: boolean): Refusal {
  return {
    failure,
    age: drawn ? 'outdated' : 'empty',
    seen: drawn
      ? 'The pictures show earlier values.'
      : 'Nothing can be drawn with these values.',
  };
}

/** The parts of a state on which the maps and the profile depend. */
const mapped = [
  'spec',
  'text',
  'causal',
  'start',
  'likeness',
  'order',
  'word',
] as const;

function sameMaps(a: RopeState | null, b: RopeState): boolean {
  return a !== null && mapped.every((name) => Object.is(a[name], b[name]));
}

function build(
  store: Store<RopeState>,
  { posenc: pe }: ViewContext<'posenc'>,
): ViewParts<RopeState> {
  const works = (spec: Spec) =>
    attempt(() => makeRope(pe, spec)).failure === null;

  function setOption(name: string, value: SpecValue | undefined): void {
    const state = store.get();
    const { spec } = state;
    const next =
      name === 'scaling'
        ? begun(method, spec, value, works, lengthsOf(method, spec, state))
        : value;
    const changed = withOption(spec, name, next);
    const kept = keptLengths(method, spec, changed, state);
    store.set({ spec: changed, ...kept });
  }

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
  const models = createModels(method, (chosen) => {
    const { spec } = store.get();
    const held = modelOf(method, spec);
    // To choose the model that holds takes its options away.
    const name = chosen ?? held;
    if (name === undefined) return;
    // Another model has lengths of its own.
    const lengths = { trained: undefined, target: undefined };
    store.step({ spec: withPreset(method, spec, name), ...lengths });
  });
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
      else setOption(name, value);
    },
  });
  const intro = createIntro(method);
  const ledger = createLedger();
  const arrows = createArrows(store.set);
  const maps = createMaps(({ row, column }) => {
    const state = store.get();
    const order = shownOrder(state);
    store.set({
      query: order[row] ?? row,
      key: order[column] ?? column,
      queryAt: state.start + row,
      keyAt: state.start + column,
    });
  });
  const profile = createProfileChart();
  const spans = createSpansChart(store.set);
  const scale = createScaleReadout();
  const snippet = createSnippet();
  /** The last state whose maps are on the page. */
  let mapsOf: RopeState | null = null;
  let drawn = false;

  function place(failure: Failure | null): boolean {
    // Each of them has to remove what it showed before.
    return [panel, start, text, arrows, spans]
      .map((part) => part.fail(failure))
      .includes(true);
  }

  function drawMaps(state: RopeState): Failure | null {
    if (sameMaps(mapsOf, state)) return null;
    const { value, failure } = attemptAs(sentenceNames, () => {
      checkDrawn(makeRope(pe, state.spec));
      return {
        sentence: computeSentence(pe, state),
        profile: computeProfile(pe, state),
      };
    });
    if (failure !== null) return failure;
    mapsOf = state;
    maps.draw(value.sentence, state.start);
    ledger.draw(value.sentence, state.start);
    profile.draw(value.profile);
    return null;
  }

  function drawPairs(state: RopeState): Failure | null {
    const { value, failure } = attemptAs(meetingNames, () => ({
      rope: makeRope(pe, state.spec),
      meeting: meetWords(pe, state),
      spans: computeSpans(pe, state),
    }));
    if (failure !== null) return failure;
    arrows.draw(value.meeting, state.pair);
    const order = shownOrder(state);
    const typed = splitWords(state.text);
    const words = order.map((place) => typed[place] as string);
    snippet.show(writeProgram(state, words, order));
    spans.draw(value.spans, state.pair);
    scale.show(value.rope, value.meeting.hasRest);
    return null;
  }

  return {
    head: [h('div', { class: 'stage' }, text.element, ...start.elements)],
    about: intro.element,
    controls: [models.element, panel.element],
    pictures: [arrows.element, ledger.element, maps.element],
    rest: [
      spans.element,
      scale.element,
      profile.element,
      snippet.element,
      createPitfalls(method),
    ],
    place,
    refresh() {
      mapsOf = null;
      spans.refresh();
      profile.refresh();
    },
    draw(state) {
      const options = effective(method, state.spec);
      panel.show({
        ...options,
        causal: state.causal,
        likeness: state.likeness,
      });
      models.show((name) => isPreset(method, state.spec, name));
      intro.show(options);
      start.show({ start: state.start });
      arrows.show(state);
      spans.show(state);
      const failure = drawMaps(state) ?? drawPairs(state);
      text.show(state, failure === null ? shownOrder(state) : undefined);
      if (failure !== null) return refusalOf(failure, drawn);
      drawn = true;
      return null;
    },
  };
}

export function create(context: ViewContext<'posenc'>): View {
  return createView<RopeState>(
    {
      name: 'rope',
      title: 'Attention with RoPE',
      claim: () => claim,
      namings,
      read: readState,
      write: writeState,
      build: (store) => build(store, context),
    },
    context,
  );
}
