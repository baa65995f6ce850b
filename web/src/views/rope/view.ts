// The view of RoPE: two words whose arrows turn by their positions, the score
// that depends on their distance alone, and the sentence around them.

import { effective, withPreset } from '../../methods/defaults.js';
import { createIntro, createPitfalls } from '../../methods/intro.js';
import { createSnippet } from '../../methods/snippet.js';
import { createView, type ViewParts } from '../../shell/create-view.js';
import { h } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import { createFold } from '../../shell/fold.js';
import type { View, ViewContext } from '../../shell/view.js';
import { whileOpen } from '../../shell/when-open.js';
import type { Store } from '../../state/store.js';
import { createTurns } from '../../state/turns.js';
import { createRopeDesk } from './desk/desk.js';
import type { Reaches } from './desk/jobs.js';
import { createRopeFollower, type Followed } from './follow.js';
import { keptLengths, lengthsOf, modelOf } from './lengths.js';
import { method } from './method.js';
import { createModels } from './models.js';
import { createOptions, isSceneName } from './options.js';
import { createReachChart } from './reach-chart.js';
import { createScaleReadout } from './scale.js';
import { otherSchedule } from './schedule.js';
import { modelSpec, ownName } from './second/address.js';
import { choiceOf, createChoice } from './second/choice.js';
import { liveOf } from './second/names.js';
import { createSecondPlace } from './second/place.js';
import { shownOrder, shownWords } from './sentence.js';
import { createSentenceFigure } from './sentence-figure.js';
import { createSetOption } from './set-option.js';
import { writeProgram } from './snippet.js';
import { createSpansChart } from './spans-chart.js';
import { createStage } from './stage.js';
import { namings, type RopeState, readState, writeState } from './state.js';

/** The lengths of a model, or of its schedule: none that the reader gave. */
const ownLengths = { trained: undefined, target: undefined };

const claim =
  'Turned by their positions, two words score by their distance alone.';

/** The parts of the state that say how a picture is drawn. */
const looks = ['pair', 'way', 'subject', 'other'] as const;
type Look = Pick<RopeState, (typeof looks)[number]>;

interface Drawing {
  readonly picture: Followed;
  readonly look: Look;
}

/** Whether two drawings differ in the picture, or in one of some looks. */
function differ(
  a: Drawing | null,
  b: Drawing,
  ...names: readonly (keyof Look)[]
): boolean {
  if (a?.picture !== b.picture) return true;
  return names.some((name) => a.look[name] !== b.look[name]);
}

function build(
  store: Store<RopeState>,
  redraw: () => void,
): ViewParts<RopeState> {
  const desk = createRopeDesk();
  const follower = createRopeFollower(desk, redraw);

  const setOption = createSetOption(desk, {
    spec: () => store.get().spec,
    lengths: (spec) => lengthsOf(method, spec, store.get()),
    take(changed) {
      const state = store.get();
      const kept = keptLengths(method, state.spec, changed, state);
      // Another schedule is a step that the reader can go back from.
      const step = otherSchedule(state.spec, changed);
      store[step ? 'step' : 'set']({ spec: changed, ...kept });
    },
  });
  const setSecond = createSetOption(desk, {
    spec: () => store.get().second,
    lengths: (spec) => lengthsOf(method, spec, ownLengths),
    take(second) {
      const before = store.get().second;
      const step = before !== null && otherSchedule(before, second);
      store[step ? 'step' : 'set']({ second });
    },
  });

  const models = createModels(method, {
    label: 'A model with these options',
    name: 'first',
    others: { '': 'none of the models below' },
    choose(chosen) {
      const { spec } = store.get();
      // To choose the model that holds takes its options away.
      const name = chosen || modelOf(method, spec);
      if (name === undefined) return;
      store.step({ spec: withPreset(method, spec, name), ...ownLengths });
    },
  });
  const choice = createChoice((name) => {
    const { spec } = store.get();
    if (name === '') store.step({ second: null });
    else if (name === ownName) store.step({ second: { ...spec } });
    else store.step({ second: modelSpec(name) });
  });
  const beside = createSecondPlace(
    {
      set: setSecond,
      swap() {
        const { spec, second } = store.get();
        if (second === null) return;
        store.step({ spec: second, second: spec, ...ownLengths });
      },
      choosePair: (pair) => store.set({ pair }),
    },
    () => {
      refresh();
      redraw();
    },
  );
  const options = createOptions((name, value) => {
    if (isSceneName(name)) store.set({ [name]: value ?? Number.NaN });
    else setOption(name, value);
  });
  const intro = createIntro(method);
  const stage = createStage(store.set);
  const whole = createSentenceFigure(store.get, store.set);
  const reachChart = createReachChart(store);
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
    stage.keepSteps,
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
  /** What lies in a closed fold is drawn when it opens. */
  const open = { lengths: whileOpen(lengths) };
  /** What is on the page. */
  let drawn: Drawing | null = null;
  let reached: Reaches | null = null;
  /** The text and the number of pairs of what is drawn. */
  let shape = '';
  /** What is drawn of `drawn`, from the top of the page to its end. */
  const turns = createTurns({
    circle: () => drawn && drawCircle(drawn),
    beside: () => drawn && drawBeside(drawn),
    whole: () => drawn && drawWhole(drawn),
    pairs: () => drawn && drawPairs(drawn),
    code: () => drawn && showProgram(drawn),
  });

  function refresh(): void {
    drawn = null;
    reached = null;
  }

  function place(failure: Failure | null): boolean {
    // Each of them has to remove what it showed before.
    const all = [options, whole, stage, beside];
    const placed = all.map((part) => part.fail(failure));
    const spanned = spans.fail(failure);
    if (spanned) lengths.open = true;
    return placed.includes(true) || spanned;
  }

  function drawCircle({ picture, look }: Drawing): void {
    const { meeting, scores, comparison } = picture;
    const state = { ...picture.state, ...look };
    const other = comparison && liveOf(comparison, state);
    const { pair, spec } = state;
    pairs.hidden = !stage.draw(meeting, scores, other, pair, pairs, spec);
  }

  function drawBeside({ picture, look }: Drawing): void {
    const { comparison, state } = picture;
    if (comparison !== null) beside.draw(comparison, { ...state, ...look });
  }

  function drawWhole({ picture, look }: Drawing): void {
    whole.draw(picture.sentence, { ...picture.state, ...look });
  }

  function drawPairs({ picture, look }: Drawing): void {
    const { meeting, state } = picture;
    stage.drawPairs(meeting);
    open.lengths(() => {
      spans.draw(picture.spans, state.spec, look.pair);
      scale.show(picture.scale, meeting.hasRest);
    });
  }

  function showProgram({ picture: { state } }: Drawing): void {
    const words = shownWords(state);
    const range = { length: words.length, start: state.start };
    const program = writeProgram(state, words, shownOrder(state));
    snippet.show(program, [{ spec: state.spec, range }]);
  }

  /** Draws what the worker computed, where it differs from what is drawn. */
  function drawPicture(next: Drawing): void {
    const { meeting, state } = next.picture;
    const before = drawn;
    drawn = next;
    // Other words or pairs make all anew: more than the time of one frame.
    const own = JSON.stringify([state.text, meeting.pairs.length]);
    const apart = own !== shape;
    shape = own;
    const names = [
      ...(differ(before, next, 'pair')
        ? (['circle', 'beside', 'pairs'] as const)
        : []),
      ...(differ(before, next, 'way', 'subject', 'other')
        ? (['whole'] as const)
        : []),
      ...(differ(before, next) ? (['code'] as const) : []),
    ];
    turns.draw(names, apart);
  }

  return {
    about: intro.element,
    controls: [models.element, choice.element, options.element],
    pictures: [stage.element],
    rest: [
      // The second rope stands next to the score of both.
      beside.element,
      whole.element,
      reachChart.element,
      pairs,
      lengths,
      code,
      createPitfalls(method),
    ],
    place,
    refresh,
    leave() {
      stage.stop();
      follower.stop();
      turns.end();
    },
    draw(state) {
      const held = effective(method, state.spec);
      const { causal, likeness } = state;
      options.show({ ...held, causal, likeness });
      models.show(modelOf(method, state.spec) ?? '');
      choice.show(choiceOf(state.second));
      beside.show(state.second);
      intro.show(held);
      stage.show(state);
      spans.show(state);
      reachChart.show(state);
      const outcome = follower.want(state);
      whole.show(state, typeof outcome === 'string' || outcome === null);
      const [picture, reach] = [follower.picture(), follower.reach()];
      if (picture !== null) {
        const { pair, way, subject, other } = state;
        drawPicture({ picture, look: { pair, way, subject, other } });
      }
      if (reach !== null && reach !== reached) {
        const { first, second } = reach;
        reachChart.draw(first);
        if (second !== null) beside.drawReach(first, second, state);
      }
      reached = reach;
      return outcome;
    },
  };
}

export function create(context: ViewContext): View {
  return createView<RopeState>(
    {
      name: 'rope',
      title: 'RoPE',
      claim: () => claim,
      namings,
      read: readState,
      write: writeState,
      build,
    },
    context,
  );
}
