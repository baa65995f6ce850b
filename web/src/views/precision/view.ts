// The view of precision: how wrong cosines and sines are by position and pair, in the
// ways in which programs compute and store them, and what that does to a score.

import './precision.css';
import { createNumberField } from '../../controls/number-field.js';
import { pairShown } from '../../figures/arrows/pairs.js';
import { createSnippet } from '../../methods/snippet.js';
import {
  createView,
  type Drawn,
  type ViewParts,
} from '../../shell/create-view.js';
import { h } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import { createFold } from '../../shell/fold.js';
import { theme } from '../../shell/theme.js';
import type { View, ViewContext } from '../../shell/view.js';
import type { Spec } from '../../state/spec.js';
import type { Store } from '../../state/store.js';
import { createPrecisionDesk } from './desk/desk.js';
import type { First } from './first.js';
import { createFirstsFigure } from './firsts-figure.js';
import { createPrecisionFollower } from './follow.js';
import { createLinesFigure } from './lines-figure.js';
import { createPairsFigure } from './pairs-figure.js';
import { createPicker, ropeNames, ropeOf } from './picker.js';
import { type KnownRope, pairsOf } from './ropes.js';
import { createScoresFigure } from './scores-figure.js';
import { writeProgram } from './snippet.js';
import {
  type PrecisionState,
  readState,
  refusalOf,
  writeState,
} from './state.js';
import { wayNames, ways, wayWords } from './ways.js';
import { waysIn } from './words.js';

const claim =
  'An angle in float32 loses about a bit with every doubling of the position.';

/** Nothing that was found yet. */
const none: readonly First[] = [];

/** What the ways are, one by one. */
const createWays = () =>
  h(
    'dl',
    { class: 'ways' },
    ...ways.flatMap((way) => [
      h('dt', {}, wayNames[way]),
      h('dd', {}, wayWords[way]),
    ]),
  );

/** The pair that a state shows; null for the worst of all. */
const pairOf = ({ pair }: PrecisionState, rope: KnownRope): number | null =>
  pair === undefined ? null : pairShown(pair, pairsOf(rope));

function build(
  store: Store<PrecisionState>,
  redraw: () => void,
): ViewParts<PrecisionState> {
  /** Who waits for the first figures. */
  let waiting: (() => void) | null = null;
  const follower = createPrecisionFollower(createPrecisionDesk(), () => {
    waiting?.();
    redraw();
  });
  const picker = createPicker((pick) => store.step({ pick }));
  const at = createNumberField({
    ...{ param: 'at', name: 'at', word: 'Position', look: 'control' },
    range: { low: 1, high: 2 ** 31, spacing: 'octaves', integer: true },
    doc: 'All pairs are shown for this position. A press on the chart sets it.',
    onInput: (value) => store.set({ at: value ?? Number.NaN }),
  });
  const error = createNumberField({
    ...{ param: 'error', name: 'error', word: 'Error', look: 'control' },
    range: { low: 1e-7, high: 1, spacing: 'decades', integer: false },
    doc: 'The first positions beyond it are searched. Cosines reach from \u22121 to 1.',
    onInput: (value) => store.set({ error: value ?? Number.NaN }),
  });
  const pair = createNumberField({
    ...{ param: 'pair', name: 'pair', word: 'Pair', look: 'control' },
    unset: 'worst',
    range: { low: 0, high: 127, spacing: 'even', integer: true },
    doc: 'Left empty: the pair with the largest error. Pair 0 turns fastest.',
    onInput: (value) => store.set({ pair: value }),
  });
  const lines = createLinesFigure((position) => store.set({ at: position }));
  const firsts = createFirstsFigure();
  const pairs = createPairsFigure((chosen) => store.set({ pair: chosen }));
  const scores = createScoresFigure({
    vectors: (vectors) => store.set({ vectors }),
    distance: (distance) => store.set({ distance }),
    choose: (position) => store.set({ at: position }),
  });
  const snippet = createSnippet();
  const about = createFold('ways', 'What the six lines are', createWays());
  const code = createFold(
    'code',
    'Code that gives these numbers',
    snippet.element,
  );
  /** What each figure was drawn of. */
  const drawn = new Map<string, readonly unknown[]>();

  /** Draws a figure where something that it shows has changed. */
  function drawOf(
    name: string,
    from: readonly unknown[],
    draw: () => void,
  ): void {
    const before = drawn.get(name);
    const own = [theme(), ...from];
    if (before?.every((one, i) => Object.is(one, own[i]))) return;
    drawn.set(name, own);
    draw();
  }

  function place(failure: Failure | null): boolean {
    // Each of them has to remove what it showed before.
    return [at, error, pair, scores]
      .map((one) => one.fail(failure))
      .includes(true);
  }

  function drawAll(state: PrecisionState, chosen: number | null): void {
    const [l, p, f, s] = [
      follower.lines(),
      follower.place(),
      follower.firsts(),
      follower.scores(),
    ];
    // Those that were searched for something else say nothing of this.
    const asked = { spec: l?.rope.spec, pair: chosen, error: state.error };
    const own =
      f !== null && JSON.stringify(f.asked) === JSON.stringify(asked)
        ? f
        : null;
    const found = own?.got ?? none;
    if (l !== null) {
      const all = waysIn(l.got.worst);
      const done = found.length === all.length;
      const { error, at } = state;
      drawOf('lines', [l, chosen, error, at, found], () =>
        lines.draw({ made: l, pair: chosen, error, at, firsts: found, done }),
      );
      if (f !== null) drawOf('firsts', [f, l], () => firsts.draw(f, all));
    }
    if (p !== null) {
      drawOf('pairs', [p, chosen], () =>
        pairs.draw(p, pairShown(chosen ?? 0, p.got.pairs.pairs)),
      );
      drawOf('score', [p], () => scores.drawPlace(p));
      drawOf('code', [p, found, chosen], () => {
        const { at, vectors, distance } = p.asked;
        const program = writeProgram({
          ...{ rope: p.rope, at, vectors, distance, pair: chosen },
          error: state.error,
          ways: waysIn(p.got.pairs.errors),
          firsts: found,
        });
        const spec = p.rope.spec as unknown as Spec;
        snippet.show(program, [{ spec, range: { length: 1, start: at } }]);
      });
    }
    if (s !== null) {
      drawOf('scores', [s, state.at], () => scores.draw(s, state.at));
    }
  }

  return {
    controls: [picker.element, at.element, error.element, pair.element],
    lead: picker.element,
    pictures: [lines.element, firsts.element],
    rest: [pairs.element, scores.element, about, code],
    place,
    // Figures that come after the view was seen would move what is below them.
    prepare(state) {
      if (refusalOf(state) !== null) return Promise.resolve();
      const rope = ropeOf(state.pick);
      const look = () => follower.want(rope, state, pairOf(state, rope));
      return new Promise((resolve) => {
        waiting = () => {
          const outcome = look();
          const failed = outcome !== null && outcome !== 'outdated';
          if (!failed && !follower.isThere()) return;
          waiting = null;
          resolve();
        };
        waiting();
      });
    },
    refresh: () => drawn.clear(),
    leave: () => follower.stop(),
    draw(state): Drawn {
      picker.show(state.pick);
      at.set(state.at);
      error.set(state.error);
      pair.set(state.pair);
      scores.show(state);
      const failure = refusalOf(state);
      if (failure !== null) {
        const earlier = follower.lines() !== null;
        return {
          failure,
          age: earlier ? 'outdated' : 'empty',
          seen: earlier
            ? 'The pictures show earlier values.'
            : 'Nothing can be drawn with these values.',
        };
      }
      const rope = ropeOf(state.pick);
      const chosen = pairOf(state, rope);
      const outcome = follower.want(rope, state, chosen);
      drawAll(state, chosen);
      return outcome;
    },
  };
}

export const create = (context: ViewContext): View =>
  createView<PrecisionState>(
    {
      name: 'precision',
      title: 'Precision',
      claim: () => claim,
      namings: [{ kind: 'model', entry: 'pick', names: () => ropeNames }],
      read: readState,
      write: writeState,
      build,
    },
    context,
  );
