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
import type { Failure } from '../../shell/failure.js';
import type { View, ViewContext } from '../../shell/view.js';
import type { Store } from '../../state/store.js';
import { createArrows } from './arrows.js';
import { createBesideFigure } from './beside-figure.js';
import { shownOrder, shownWords } from './compare.js';
import { bySide, type Computed, compute } from './computed.js';
import { createExamples } from './example-buttons.js';
import { createHeadChoice } from './head-choice.js';
import { createIndicesFigure } from './indices-figure.js';
import { createLedger } from './ledger.js';
import { createLongFigure } from './long-figure.js';
import { createMaps } from './maps.js';
import { profiledWord } from './profile.js';
import { createProfileCharts } from './profile-chart.js';
import { createSide } from './side-control.js';
import { titleOf } from './slots.js';
import { writeProgram } from './snippet.js';
import {
  type AttentionState,
  pageParameters,
  readState,
  sides,
  writeState,
} from './state.js';
import { subjectsOf } from './subjects.js';

const method = methods.attention;
const farthest = 100_000;

const claim =
  'A table makes scores change when the sentence moves; rotations, biases and ' +
  'relative terms know distances alone, so that scores stay.';

const explanation =
  'The vectors are invented: each word has one, which is query and key.';

/** Names of the controls of the page itself. */
const sceneNames = ['heads', 'headDim', 'causal', 'likeness'] as const;
type SceneName = (typeof sceneNames)[number];

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

function build(
  store: Store<AttentionState>,
  { posenc: pe }: ViewContext<'posenc'>,
): ViewParts<AttentionState> {
  const text = createText(store.set);
  const examples = createExamples((typed) => store.step({ ...typed, word: 0 }));
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
    store.step({ a: b, b: a });
  });
  const intro = createIntro(method, explanation);
  const heads = createHeadChoice((head) => store.set({ head }));
  const ledger = createLedger();
  const maps = createMaps(({ row, column }) =>
    store.set({ query: row, key: column }),
  );
  const beside = createBesideFigure(() => store.set({ beside: '' }));
  const profiles = createProfileCharts();
  const arrows = createArrows(pe, store.set);
  const indices = createIndicesFigure(store.set);
  const long = createLongFigure(store.set);
  const snippet = createSnippet();
  let drawn = false;

  function place(failure: Failure | null): boolean {
    // Each of them has to remove what it showed before.
    return [
      ...configurations.map(({ control }) => control),
      panel,
      start,
      text,
      indices,
      long,
    ]
      .map((part) => part.fail(failure))
      .includes(true);
  }

  /** Draws what was computed for a state. */
  function drawAll(
    state: AttentionState,
    { sides: computed, indices: rows, beside: together }: Computed,
  ): void {
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
    beside.draw(together && { beside: together, head, titles });
    profiles.draw({
      ...{ word: profiledWord(state), head, titles },
      profiles: bySide((side) => computed[side].profile),
    });
    arrows.draw({ state, words, head, attended });
    indices.draw(rows);
    long.draw(state, head, titles);
    snippet.show(writeProgram(pe, state, words));
  }

  return {
    about: intro.element,
    head: [
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
    pictures: [ledger.element, heads.element, beside.element, maps.element],
    rest: [
      maps.others,
      profiles.element,
      arrows.element,
      long.element,
      indices.element,
      snippet.element,
      createPitfalls(method),
    ],
    place,
    refresh: profiles.refresh,
    leave: long.leave,
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
      indices.show(state);
      long.show(state);
      const { value, failure } = compute(pe, state);
      text.show(state, failure === null ? shownOrder(state) : undefined);
      if (failure !== null) return refusalOf(failure, drawn);
      drawAll(state, value);
      drawn = true;
      return null;
    },
  };
}

export function create(context: ViewContext<'posenc'>): View {
  return createView<AttentionState>(
    {
      name: 'attention',
      title: 'Attention, two ways',
      claim: () => claim,
      read: readState,
      write: writeState,
      build: (store) => build(store, context),
    },
    context,
  );
}
