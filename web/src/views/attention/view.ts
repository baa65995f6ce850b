// The view of attention with two configurations side by side: how scores and
// weights change when the sentence moves or its words change places.

import './attention.css';
import { methods } from 'posenc/descriptions';
import { createGroup } from '../../controls/group.js';
import { createText } from '../../figures/words/text.js';
import { createIntro, createPitfalls } from '../../methods/intro.js';
import { createPanel } from '../../methods/panel.js';
import { createSnippet } from '../../methods/snippet.js';
import {
  createView,
  type Refusal,
  type ViewParts,
} from '../../shell/create-view.js';
import { h } from '../../shell/dom.js';
import { attempt, type Failure, type Outcome } from '../../shell/failure.js';
import type { View, ViewContext } from '../../shell/view.js';
import type { Store } from '../../state/store.js';
import { createArrows } from './arrows.js';
import { type Attended, gridOf } from './attend.js';
import {
  type Compared,
  checkState,
  compareSide,
  shownOrder,
  shownWords,
} from './compare.js';
import { createExamples } from './example-buttons.js';
import { createHeadChoice } from './head-choice.js';
import { createLedger } from './ledger.js';
import { createMaps, type Subject } from './maps.js';
import { computeProfile, type Profile, profiledWord } from './profile.js';
import { createProfileCharts } from './profile-chart.js';
import { createSide } from './side-control.js';
import { slots, titleOf } from './slots.js';
import { writeProgram } from './snippet.js';
import {
  type AttentionState,
  pageParameters,
  readState,
  type SideName,
  sides,
  writeState,
} from './state.js';

const method = methods.attention;
const farthest = 100_000;

const explanation =
  'Positions reach the scores in two ways. A table makes a vector of its ' +
  'place, so that scores change when the sentence moves; rotations, biases ' +
  'and relative terms depend on distances alone, so that they stay.';

/** Names of the controls of the page itself. */
const sceneNames = ['heads', 'headDim', 'causal', 'likeness'] as const;
type SceneName = (typeof sceneNames)[number];

type BySide<T> = Readonly<Record<SideName, T>>;

function bySide<T>(value: (side: SideName) => T): BySide<T> {
  return { a: value('a'), b: value('b') };
}

/** The path on this view of a parameter that an error names. */
function pathIn(side: SideName, param: string): string {
  if (param === 'start' || /^(?:key|query)Start$/.test(param)) return 'start';
  const slot = slots.find(({ option }) => {
    return option !== undefined && new RegExp(`^${option}\\b`).test(param);
  });
  if (slot?.option === undefined) return param;
  return `${side}.${slot.family}${param.slice(slot.option.length)}`;
}

/** Computes for a side, and gives parameters in errors the names of the view. */
function attemptFor<T>(
  state: AttentionState,
  side: SideName,
  compute: () => T,
): Outcome<T> {
  const outcome = attempt(compute);
  if (outcome.failure === null) return outcome;
  const { failure } = outcome;
  const own = pathIn(side, failure.param);
  // What attention does not name is an option of the table.
  const { table } = state[side];
  const inTable = failure.message.startsWith(`${table?.method}:`);
  const param =
    inTable && own === failure.param && own !== 'start'
      ? `${side}.table.${own}`
      : own;
  return { value: null, failure: { ...failure, param } };
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

interface Computed {
  readonly compared: Compared;
  readonly profile: Profile;
}

/**
 * The maps of a head: scores, weights, what the scores are the sum of unless
 * that is one term, and the gate.
 */
function subjectsOf(all: BySide<Attended>, head: number): Subject[] {
  const grids = (pick: (one: Attended) => Attended['scores'] | undefined) =>
    bySide((side) => {
      const sheets = pick(all[side]);
      return sheets ? gridOf(sheets, head) : null;
    });
  const names = new Set(sides.flatMap((side) => Object.keys(all[side].terms)));
  const gated = sides.some((side) => all[side].gate);
  const terms = names.size > 1 ? [...names] : [];
  return [
    {
      ...{ name: 'scores', kind: 'diverging', hint: '' },
      grids: grids((one) => one.scores),
    },
    {
      ...{ name: 'weights', kind: 'sequential', hint: '' },
      grids: grids((one) => one.weights),
    },
    ...terms.map(
      (name): Subject => ({
        ...{ name, kind: 'diverging', hint: 'one term of the scores' },
        grids: grids((one) => one.terms[name]),
      }),
    ),
    ...(gated
      ? [
          {
            ...{ name: 'gate', kind: 'diverging' as const },
            hint: 'factor of the weights',
            grids: grids((one) => one.gate),
          },
        ]
      : []),
  ];
}

function build(
  store: Store<AttentionState>,
  { pe }: ViewContext,
): ViewParts<AttentionState> {
  const text = createText(store.set);
  const examples = createExamples((typed) => store.set({ ...typed, word: 0 }));
  const start = createGroup({
    parameters: { start: pageParameters.start },
    names: ['start'],
    range: () => ({
      ...{ low: 0, high: farthest, spacing: 'decades', integer: true },
    }),
    onInput: (_, value) =>
      store.set({ start: value === undefined ? Number.NaN : Number(value) }),
  });
  const panel = createPanel<SceneName>({
    parameters: pageParameters,
    names: sceneNames,
    range: (name) =>
      name === 'heads'
        ? { low: 1, high: 16, spacing: 'even', integer: true }
        : name === 'headDim'
          ? { low: 1, high: 512, spacing: 'octaves', integer: true }
          : { low: 0, high: 1, spacing: 'even', integer: false },
    onInput: (name, value) => store.set({ [name]: value ?? Number.NaN }),
  });
  const configurations = sides.map((name) => ({
    name,
    control: createSide(name, (side) => store.set({ [name]: side })),
  }));
  const swap = h('button', { type: 'button' }, 'Swap A and B');
  swap.addEventListener('click', () => {
    const { a, b } = store.get();
    store.set({ a: b, b: a });
  });
  const intro = createIntro(
    method,
    h('h2', {}, 'Attention, two ways'),
    explanation,
  );
  const heads = createHeadChoice((head) => store.set({ head }));
  const ledger = createLedger();
  const maps = createMaps(({ row, column }) =>
    store.set({ query: row, key: column }),
  );
  const profiles = createProfileCharts();
  const arrows = createArrows(pe, store.set);
  const snippet = createSnippet();
  let drawn = false;

  function place(failure: Failure | null): boolean {
    // Each of them has to remove what it showed before.
    return [...configurations.map(({ control }) => control), panel, start, text]
      .map((part) => part.fail(failure))
      .includes(true);
  }

  function compute(state: AttentionState): Outcome<BySide<Computed>> {
    const checked = attempt(() => checkState(state));
    if (checked.failure !== null) return checked;
    const [a, b] = sides.map((side) =>
      attemptFor(state, side, (): Computed => {
        const compared = compareSide(pe, state, state[side]);
        return { compared, profile: computeProfile(pe, state, state[side]) };
      }),
    ) as [Outcome<Computed>, Outcome<Computed>];
    if (a.failure !== null) return a;
    if (b.failure !== null) return b;
    return { value: { a: a.value, b: b.value }, failure: null };
  }

  function drawAll(state: AttentionState, computed: BySide<Computed>): void {
    const { start: first } = state;
    const words = shownWords(state);
    const head = Math.min(
      Math.max(0, Math.round(state.head) || 0),
      state.heads - 1,
    );
    const titles = bySide((side) => titleOf(state[side]));
    const attended = bySide((side) => computed[side].compared);
    heads.show(state.heads, head);
    ledger.draw(
      bySide((side) => ({ title: titles[side], compared: attended[side] })),
      first,
      shownOrder(state),
    );
    maps.draw({
      ...{ words, start: first, titles },
      subjects: subjectsOf(attended, head),
    });
    profiles.draw({
      ...{ word: profiledWord(state), head, titles },
      profiles: bySide((side) => computed[side].profile),
    });
    arrows.draw({ state, words, head, attended });
    snippet.show(writeProgram(state, words.length));
  }

  return {
    head: [
      intro.element,
      h(
        'div',
        { class: 'stage' },
        h('div', {}, text.element, examples.element),
        ...start.elements,
      ),
    ],
    controls: [
      ...configurations.map(({ control }) => control.element),
      h('div', { class: 'actions' }, swap),
      panel.element,
    ],
    pictures: [ledger.element, heads.element, maps.element],
    rest: [
      profiles.element,
      arrows.element,
      snippet.element,
      createPitfalls(method),
    ],
    place,
    refresh: profiles.refresh,
    draw(state) {
      const { heads: _, ...scene } = state;
      panel.show({
        ...{ heads: state.heads, headDim: scene.headDim },
        ...{ causal: scene.causal, likeness: scene.likeness },
      });
      for (const { name, control } of configurations) control.show(state[name]);
      intro.show({});
      start.show({ start: state.start });
      examples.show(state);
      const { value, failure } = compute(state);
      text.show(state, failure === null ? shownOrder(state) : undefined);
      if (failure !== null) return refusalOf(failure, drawn);
      drawAll(state, value);
      drawn = true;
      return null;
    },
  };
}

export function create(context: ViewContext): View {
  return createView<AttentionState>(
    {
      name: 'attention',
      title: 'Attention',
      read: readState,
      write: writeState,
      build: (store) => build(store, context),
    },
    context,
  );
}
