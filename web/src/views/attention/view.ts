// The view of attention: the same words early and late, under two
// configurations side by side.

// Before the style sheet of the view, which changes it on narrow screens.
import './controls/controls.css';
import './attention.css';
import { createGroup } from '../../controls/group.js';
import { operations } from '../../methods/described/operations.js';
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
import { createFold, unfold } from '../../shell/fold.js';
import { loadPart } from '../../shell/parts.js';
import { asSheet } from '../../shell/sheet.js';
import { theme } from '../../shell/theme.js';
import type { View, ViewContext } from '../../shell/view.js';
import { whileOpen } from '../../shell/when-open.js';
import { createLate } from '../../state/late.js';
import type { Store } from '../../state/store.js';
import { nextTask } from '../../state/task.js';
import { createArrows } from './arrows.js';
import { createHeadChoice } from './controls/head-choice.js';
import { createSide } from './controls/side-control.js';
import { createComputing, looksOf, type Made } from './desk/computing.js';
import { createAttentionDesk } from './desk/jobs.js';
import { createSupply } from './desk/supply.js';
import { createLateLong } from './long/late.js';
import { shownOrder, shownWords } from './numbers/compare.js';
import type { Computed } from './numbers/computed.js';
import { profiledWord } from './numbers/profile.js';
import { roundingOf } from './numbers/rounding.js';
import { createLateProfile } from './profile/late.js';
import { createIndicesFigure } from './rows/figure.js';
import { callsOf, writeProgram } from './snippet.js';
import { savedOf } from './state/saved.js';
import { chosenAnew, titleOf } from './state/slots.js';
import {
  type AttentionState,
  bySide,
  namings,
  pageParameters,
  pageWords,
  readState,
  sides,
  writeState,
} from './state/state.js';
import { createExamples } from './story/example-buttons.js';
import { createStoryFigure } from './story/figure.js';
import { createTexts } from './story/texts.js';
import { tellChanges } from './story/words.js';
import { createMaps } from './terms/maps.js';
import { subjectsOf } from './terms/subjects.js';

const method = operations.attention;
const farthest = 100_000;

const claim =
  'Without positions, attention cannot tell who bites whom. RoPE can, wherever ' +
  'the text stands.';

const explanation =
  'The vectors are seeded, not trained: each word has one, which is query and ' +
  'key.';

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

/** The head that is shown; the last one where there is none such. */
function headOf({ head, heads }: AttentionState): number {
  return Math.min(Math.max(0, Math.round(head) || 0), heads - 1);
}

const titlesOf = (state: AttentionState) =>
  bySide((side) => titleOf(state[side]));

function build(
  store: Store<AttentionState>,
  redraw: () => void,
  { attention }: ViewContext<'attention'>,
): ViewParts<AttentionState> {
  const start = createGroup({
    parameters: { start: pageParameters.start },
    names: ['start'],
    words: pageWords,
    range: () => ({
      ...{ low: 0, high: farthest, spacing: 'decades', integer: true },
    }),
    onInput: (_, value) =>
      store.set({ start: value === undefined ? Number.NaN : Number(value) }),
  });
  const texts = createTexts(store.set, start.elements);
  const examples = createExamples((typed) => store.step({ ...typed, word: 0 }));
  const panel = createPanel<SceneName>({
    parameters: pageParameters,
    names: sceneNames,
    words: pageWords,
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
    control: createSide(name, (side) => {
      // Another method is a step that the reader can go back from.
      const step = chosenAnew(store.get()[name], side);
      store[step ? 'step' : 'set']({ [name]: side });
    }),
  }));
  const swap = h('button', { type: 'button' }, 'Swap A and B');
  swap.addEventListener('click', () => {
    const { a, b } = store.get();
    store.step({ a: b, b: a });
  });
  const intro = createIntro(method, explanation);
  const heads = createHeadChoice((head) => store.set({ head }));
  const story = createStoryFigure(
    ({ row, column }) => store.set({ query: row, key: column }),
    store.set,
  );
  const maps = createMaps(({ row, column }) =>
    store.set({ query: row, key: column }),
  );
  const profiles = createLateProfile();
  const arrows = createArrows(attention, store.set);
  const indices = createIndicesFigure(store.set);
  const long = createLateLong(createAttentionDesk('long'), store);
  const snippet = createSnippet();
  const folds = {
    options: asSheet(
      createFold('options', 'Heads, vectors and mask', panel.element),
    ),
    examples: createFold('examples', 'More sentences', examples.element),
    terms: createFold('terms', 'Scores, term by term', maps.element),
    profile: createFold('profile', 'Score by distance', profiles.element),
    arrows: createFold('arrows', 'Query and key as arrows', arrows.element),
    long: createFold('long', 'Up to 100 000 words', long.element),
    rows: createFold('rows', 'Clipping and buckets', indices.element),
    code: createFold('code', 'The same numbers in a program', snippet.element),
  };
  /** What lies in a closed fold is drawn when it opens. */
  const open = {
    terms: whileOpen(folds.terms),
    profile: whileOpen(folds.profile),
    arrows: whileOpen(folds.arrows),
    rows: whileOpen(folds.rows),
    code: whileOpen(folds.code),
  };
  const supply = createSupply(attention, () => loadPart('absolute'));
  const computing = createComputing(supply, redraw);
  const late = createLate(redraw);
  let drawn = false;
  let shown: Made | null = null;
  let rowsDrawn = '';

  function place(failure: Failure | null): boolean {
    // Each of them has to remove what it showed before.
    const placed = [
      ...configurations.map(({ control }) => control),
      panel,
      start,
      texts,
      indices,
      long,
    ]
      .map((part) => part.fail(failure))
      .includes(true);
    if (placed) {
      const notes = head.parentElement?.querySelectorAll('.note.wrong') ?? [];
      for (const note of notes) unfold(note);
    }
    return placed;
  }

  function showControls(state: AttentionState): void {
    const { heads: count, headDim, causal, likeness } = state;
    panel.show({ heads: count, headDim, causal, likeness });
    for (const { name, control } of configurations) control.show(state[name]);
    intro.show({});
    start.show({ start: state.start });
    examples.show(state);
    indices.show(state);
    long.show(state);
    texts.show(state);
  }

  /** Draws what was computed for a state. */
  function drawAll(
    state: AttentionState,
    { sides: computed, indices: rows, story: told }: Computed,
  ): void {
    const { start: first } = state;
    const words = shownWords(state);
    const order = shownOrder(state);
    const head = headOf(state);
    const titles = titlesOf(state);
    const saved = savedOf(state, head);
    const attended = bySide((side) => computed[side].compared);
    heads.show(state.heads, head);
    story.draw({
      ...{ story: told, head, show: state.show, titles, saved },
      told: bySide((side) => {
        const { show } = state;
        const { moved, reordered, largest } =
          computed[side].compared.steps[show];
        const pairing = told.sides[side];
        const rounding = roundingOf(show, {
          ...pairing.largest,
          [show]: Math.max(largest, pairing.largest[show]),
        });
        const beside = state.beside === '' ? null : pairing.most[show];
        const changes = { show, moved, reordered, rounding, beside };
        return tellChanges(changes, first, order);
      }),
    });
    const subjects = subjectsOf(attended, head);
    folds.terms.hidden = subjects.length === 0;
    open.terms(() =>
      maps.draw({ words, start: first, titles, subjects, saved }),
    );
    open.profile(() =>
      profiles.draw({
        ...{ word: profiledWord(state), head, titles, saved },
        profiles: bySide((side) => computed[side].profile),
      }),
    );
    folds.arrows.hidden = !sides.some((side) => state[side].rotation);
    open.arrows(() => arrows.draw({ state, words, head, attended, saved }));
    open.rows(() => {
      // As many as 262 144 cells, which most changes leave as they are.
      const now = JSON.stringify([state.scheme, state.size, theme()]);
      if (now !== rowsDrawn) indices.draw(rows);
      rowsDrawn = now;
    });
    open.code(() => {
      const { pe } = supply;
      snippet.show(writeProgram(pe, state, words), callsOf(pe, state, words));
    });
  }

  const head = h('div', { class: 'attention-head' }, texts.element);
  return {
    about: intro.element,
    head: [head],
    controls: [
      h(
        'div',
        { class: 'configurations' },
        ...configurations.map(({ control }) => control.element),
        swap,
      ),
      heads.element,
      folds.options,
      folds.examples,
    ],
    pictures: [story.element],
    rest: [
      ...[folds.terms, folds.profile, folds.arrows],
      ...[folds.long, folds.rows, folds.code],
      createPitfalls(method),
    ],
    place,
    refresh: profiles.refresh,
    leave() {
      late.end();
      computing.leave();
      long.leave();
    },
    async prepare(state) {
      await computing.prepare(state);
      await nextTask();
      showControls(state);
    },
    draw(state) {
      showControls(state);
      const { made, current, trouble } = computing.knownOf(state);
      if (trouble !== null) {
        late.end();
        return { ...refusalOf(trouble, drawn), retry: computing.retry };
      }
      if (!current) late.wait();
      else late.end();
      const failure = made?.outcome.failure ?? null;
      if (current && failure !== null) return refusalOf(failure, drawn);
      const value = made?.outcome.value;
      // What is computed in a worker follows a slider a little later.
      if (value && (current || made !== shown)) {
        const { head, query, key, pair, show } = looksOf(state);
        drawAll({ ...made.state, head, query, key, pair, show }, value);
        shown = made;
        drawn = true;
        // The reader waits for the next one from now on.
        late.end();
        if (!current) late.wait();
      }
      if (current) long.draw(state, headOf(state), titlesOf(state));
      return late.is && drawn ? 'outdated' : null;
    },
  };
}

export function create(context: ViewContext<'attention'>): View {
  return createView<AttentionState>(
    {
      name: 'attention',
      title: 'Attention, two ways',
      claim: () => claim,
      namings,
      read: readState,
      write: writeState,
      build: (store, redraw) => build(store, redraw, context),
    },
    context,
  );
}
