// The view of images: how alike the patches of a picture are by their positions
// alone, in two ways; what becomes of that in larger pictures; and the positions of
// texts, images and videos in a row.

import '../../figures/figures.css';
import './images.css';
import { createSnippet } from '../../methods/snippet.js';
import { createView, type ViewParts } from '../../shell/create-view.js';
import { h } from '../../shell/dom.js';
import { attempt, type Failure } from '../../shell/failure.js';
import { createFold } from '../../shell/fold.js';
import { theme } from '../../shell/theme.js';
import type { View, ViewContext } from '../../shell/view.js';
import type { Store } from '../../state/store.js';
import { createTurns } from '../../state/turns.js';
import { createBeyondFigure } from './beyond-figure.js';
import { createImagesDesk } from './desk/desk.js';
import { type Asks, createImagesFollower, isRefusal } from './follow.js';
import { type Change, createOptions } from './options.js';
import { checkSize } from './patch-rows.js';
import { createPictureControl } from './picture-control.js';
import { createSequenceFigure } from './sequence/figure.js';
import type { Sequence } from './sequence/models.js';
import { readParts } from './sequence/parts.js';
import { callsIn, writeMaps } from './snippet.js';
import { createStage } from './stage.js';
import {
  askedOf,
  type ImagesState,
  namings,
  readState,
  rowBeyond,
  rowIn,
  wayAt,
  writeState,
} from './state.js';
import { createWayControl } from './way-control.js';
import { wayOf } from './ways.js';

/** What the maps show; a table before any training knows nothing. */
const claimOf = ({ method, with: other }: ImagesState): string =>
  [method, other].includes('learned')
    ? 'By waves a model knows which patches lie near before it sees a pixel; a learned table has to learn it.'
    : 'Before it sees a single pixel, a model knows by positions which patches lie near each other.';

const sequenceOf = (state: ImagesState): Sequence => {
  const { model, program, seconds, stamp } = state;
  return { model, program, seconds, stamp, parts: readParts(state.parts) };
};

/** What the worker is asked for a state. */
function asksOf(state: ImagesState): Asks {
  const { grid, patch, head, to } = state;
  const [left, right] = [state.method, state.with].map((way) =>
    askedOf(state, way),
  ) as [ReturnType<typeof askedOf>, ReturnType<typeof askedOf>];
  const row = rowIn(patch, grid);
  const way = wayAt(state, state.side);
  return {
    maps: { left, right, head, row },
    beyond: {
      ...{ asked: askedOf(state, way), head, to, hows: wayOf(way).beyond },
      ...{ row, rowBeyond: rowBeyond(row, grid, to) },
    },
    ids: sequenceOf(state),
  };
}

function build(
  store: Store<ImagesState>,
  redraw: () => void,
): ViewParts<ImagesState> {
  const follower = createImagesFollower(createImagesDesk(), redraw);

  const choose = (row: number) => {
    const columns = store.get().grid[1] ?? 1;
    store.set({ patch: [Math.floor(row / columns), row % columns] });
  };
  const change: Change = (name, value) =>
    store.set({ [name]: value } as Partial<ImagesState>);

  const stage = createStage(choose);
  const left = createWayControl('method', 'Left map', (method) =>
    store.step({ method }),
  );
  const right = createWayControl('with', 'Right map', (way) =>
    store.step({ with: way }),
  );
  const lead = h('div', { class: 'ways' }, left.element, right.element);
  const options = createOptions(change);
  const picture = createPictureControl(stage.picture.take);
  picture.drops(stage.field);
  const beyond = createBeyondFigure({
    change,
    side: (side) => store.set({ side }),
    choose(row, larger) {
      const { grid, to } = store.get();
      choose(larger ? rowBeyond(row, to, grid) : row);
    },
  });
  const sequence = createSequenceFigure({
    parts: (parts, step) =>
      store[step ? 'step' : 'set']({ parts, token: Number.NaN }),
    model: (model) => store.step({ model }),
    program: (program) => store.step({ program }),
    number: (name, value) => store.set({ [name]: value }),
    token: (token) => store.set({ token }),
  });
  const snippet = createSnippet();
  const code = createFold(
    'code',
    'Code that gives these maps',
    snippet.element,
  );

  /** They come one after the other, below what is there already. */
  const below = [beyond.element, code, sequence.element];
  for (const one of below) one.hidden = true;

  /** What is on the page, with the theme of its colours. */
  let drawn: Readonly<Record<string, unknown>> = {};
  let state = store.get();
  const turns = createTurns({
    stage() {
      const made = follower.maps();
      if (made !== null) stage.draw(made);
    },
    beyond() {
      const made = follower.beyond();
      if (made !== null) beyond.draw(made);
      beyond.element.hidden = false;
    },
    code() {
      const made = follower.maps();
      if (made !== null) snippet.show(writeMaps(made.ask), callsIn(made.ask));
      code.hidden = false;
    },
    sequence() {
      const made = follower.ids();
      if (made !== null) sequence.draw(made, state.token);
      sequence.element.hidden = false;
    },
  });

  /** Draws what has changed: all of it at first, a part a frame. */
  function drawParts(): void {
    const ids = follower.ids();
    const next = {
      stage: follower.maps(),
      beyond: follower.beyond(),
      sequence: ids,
      code: follower.maps(),
    };
    const token = `${state.token} ${theme()}`;
    const names = (Object.keys(next) as (keyof typeof next)[]).filter(
      (name) =>
        next[name] !== null &&
        (next[name] !== drawn[name] ||
          (name === 'sequence' && drawn.token !== token)),
    );
    const first = drawn.stage === undefined;
    drawn = { ...next, token };
    if (names.length > 0) turns.draw(names, first || names.length > 2);
  }

  function place(failure: Failure | null): boolean {
    // Each of them has to remove what it showed before.
    const all = [options, beyond, sequence].map((part) => part.fail(failure));
    return all.includes(true);
  }

  return {
    controls: [lead, options.element, picture.element],
    lead,
    pictures: [stage.field, stage.about],
    rest: below,
    prepare: (first) => follower.prepare(asksOf(first)),
    place,
    refresh() {
      drawn = {};
    },
    leave() {
      follower.stop();
      turns.end();
    },
    draw(next) {
      state = next;
      left.show(state.method);
      right.show(state.with);
      options.show(state, [state.method, state.with]);
      beyond.show(state);
      const asks = asksOf(state);
      // A wrong grid leaves the picture as it is; the worker says why.
      const { value: size } = attempt(() => checkSize('grid', state.grid));
      if (size !== null) stage.show(size, asks.maps.row);
      sequence.show(asks.ids);
      const outcome = follower.want(asks);
      // What is refused may have its control in any of them.
      if (isRefusal(outcome)) for (const one of below) one.hidden = false;
      drawParts();
      return outcome;
    },
  };
}

export const create = (context: ViewContext): View =>
  createView<ImagesState>(
    {
      name: 'images',
      title: 'Images',
      claim: claimOf,
      namings,
      read: readState,
      write: writeState,
      build,
    },
    context,
  );
