// The view of RoPE: two words whose arrows turn by their positions, the score
// that depends on their distance alone, and the sentence around them.

import { checkDrawn } from '../../figures/arrows/pairs.js';
import { effective, isPreset, withPreset } from '../../methods/defaults.js';
import { createIntro, createPitfalls } from '../../methods/intro.js';
import { makeRope } from '../../methods/make.js';
import { createSnippet } from '../../methods/snippet.js';
import {
  createView,
  type Refusal,
  type ViewParts,
} from '../../shell/create-view.js';
import { h } from '../../shell/dom.js';
import { attempt, type Failure, type Outcome } from '../../shell/failure.js';
import { createFold } from '../../shell/fold.js';
import type { View, ViewContext } from '../../shell/view.js';
import { type Spec, type SpecValue, withOption } from '../../state/spec.js';
import type { Store } from '../../state/store.js';
import { createInSteps } from './in-steps.js';
import { keptLengths, lengthsOf, modelOf } from './lengths.js';
import { compareWays, meetWords } from './meeting.js';
import { createModels } from './models.js';
import { createOptions, isSceneName } from './options.js';
import { computeReach, type Reach } from './reach.js';
import { createReachChart } from './reach-chart.js';
import { createScaleReadout } from './scale.js';
import { begun } from './schedule.js';
import { computeSentence, shownOrder, shownWords } from './sentence.js';
import { createSentenceFigure } from './sentence-figure.js';
import { writeProgram } from './snippet.js';
import { computeSpans } from './spans.js';
import { createSpansChart } from './spans-chart.js';
import { createStage } from './stage.js';
import {
  firstScene,
  method,
  namings,
  type RopeState,
  readState,
  scene,
  writeState,
} from './state.js';

const claim =
  'Turned by their positions, two words score by their distance alone.';

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

/** What the pictures show where a state cannot be drawn. */
const seen = {
  earlier: 'The pictures show earlier values.',
  first: 'The pictures show the first sentence.',
  nothing: 'Nothing can be drawn with these values.',
} as const;

function refusalOf(failure: Failure, what: keyof typeof seen): Refusal {
  const age = what === 'nothing' ? 'empty' : 'outdated';
  return { failure, age, seen: seen[what] };
}

type Part = keyof RopeState;

/** What the scores of the sentence depend on, what its maps, and the reach. */
const attended = [
  'spec',
  'text',
  'causal',
  'start',
  'likeness',
  'order',
] as const;
const mapped = [...attended, 'way', 'subject', 'other'] as const;
const reached = ['spec', 'text', 'likeness', 'word'] as const;

function isSame(a: RopeState | null, b: RopeState, parts: readonly Part[]) {
  return a !== null && parts.every((name) => Object.is(a[name], b[name]));
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

  const models = createModels(method, (chosen) => {
    const { spec } = store.get();
    // To choose the model that holds takes its options away.
    const name = chosen ?? modelOf(method, spec);
    if (name === undefined) return;
    // Another model has lengths of its own.
    const lengths = { trained: undefined, target: undefined };
    store.step({ spec: withPreset(method, spec, name), ...lengths });
  });
  const options = createOptions((name, value) => {
    if (isSceneName(name)) store.set({ [name]: value ?? Number.NaN });
    else setOption(name, value);
  });
  const intro = createIntro(method);
  const stage = createStage(store.set);
  const whole = createSentenceFigure(store.get, store.set);
  const reach = createReachChart();
  const reaching = createInSteps<Reach>();
  const spans = createSpansChart(store.set);
  const scale = createScaleReadout();
  const snippet = createSnippet();
  const { parts } = stage;
  const pairs = createFold(
    'pairs',
    'All pairs of the head, and how they add up to the score',
    h(
      'p',
      { class: 'hint' },
      'From fast to slow. Press one to see its arrows.',
    ),
    parts.row,
    parts.numbers,
    parts.waterfall,
    parts.score,
  );
  const lengths = createFold(
    'lengths',
    'Longer texts than those of the training',
    spans.element,
    scale.element,
  );
  const code = createFold(
    'code',
    'Code that gives these numbers',
    snippet.element,
  );
  /** The last states whose maps, and whose reach, are on the page. */
  let mapsOf: RopeState | null = null;
  let reachOf: RopeState | null = null;
  let sentence: ReturnType<typeof computeSentence> | null = null;
  let drawn = false;

  function place(failure: Failure | null): boolean {
    // Each of them has to remove what it showed before.
    const placed = [options, whole, stage].map((part) => part.fail(failure));
    const spanned = spans.fail(failure);
    if (spanned) lengths.open = true;
    return placed.includes(true) || spanned;
  }

  function drawMaps(state: RopeState): Failure | null {
    if (isSame(mapsOf, state, mapped)) return null;
    const { value, failure } = attemptAs(sentenceNames, () => {
      if (sentence !== null && isSame(mapsOf, state, attended)) return sentence;
      checkDrawn(makeRope(pe, state.spec));
      return computeSentence(pe, state);
    });
    if (failure !== null) return failure;
    mapsOf = state;
    sentence = value;
    whole.draw(value, state);
    return null;
  }

  function drawPairs(state: RopeState): Failure | null {
    const { value, failure } = attemptAs(meetingNames, () => {
      const meeting = meetWords(pe, state);
      return {
        meeting,
        rope: makeRope(pe, state.spec),
        scores: compareWays(pe, state, meeting),
        spans: computeSpans(pe, state),
      };
    });
    if (failure !== null) return failure;
    const { meeting, scores, rope } = value;
    pairs.hidden = !stage.draw(meeting, scores, state.pair, pairs);
    snippet.show(writeProgram(state, shownWords(state), shownOrder(state)));
    spans.draw(value.spans, state.pair);
    scale.show(rope, meeting.hasRest);
    return null;
  }

  function drawReach(state: RopeState): void {
    if (isSame(reachOf, state, reached)) return;
    reachOf = state;
    reaching.run(computeReach(pe, state), reach.draw);
  }

  return {
    about: intro.element,
    controls: [models.element, options.element],
    pictures: [stage.element, whole.element],
    rest: [reach.element, pairs, lengths, code, createPitfalls(method)],
    place,
    refresh() {
      mapsOf = null;
      spans.refresh();
      reach.refresh();
    },
    leave() {
      stage.stop();
      reaching.cancel();
      reachOf = null;
    },
    draw(state) {
      const held = effective(method, state.spec);
      const { causal, likeness } = state;
      options.show({ ...held, causal, likeness });
      models.show((name) => isPreset(method, state.spec, name));
      intro.show(held);
      stage.show(state);
      spans.show(state);
      const failure = drawMaps(state) ?? drawPairs(state);
      whole.show(state, failure === null);
      if (failure !== null) {
        if (drawn) return refusalOf(failure, 'earlier');
        if (!Object.hasOwn(scene, failure.param)) {
          return refusalOf(failure, 'nothing');
        }
        // Its control stands among the pictures, which must not be empty then.
        const other = { ...firstScene, spec: state.spec };
        if (drawMaps(other) ?? drawPairs(other)) {
          return refusalOf(failure, 'nothing');
        }
        drawReach(other);
        drawn = true;
        return refusalOf(failure, 'first');
      }
      drawReach(state);
      drawn = true;
      return null;
    },
  };
}

export function create(context: ViewContext<'posenc'>): View {
  return createView<RopeState>(
    {
      name: 'rope',
      title: 'RoPE',
      claim: () => claim,
      namings,
      read: readState,
      write: writeState,
      build: (store) => build(store, context),
    },
    context,
  );
}
