// The view of biases: what each distance costs, head by head, and which rows of
// tables distances read.

import './biases.css';
import { createStrip } from '../../controls/segments.js';
import { carried, exampleSpec } from '../../methods/defaults.js';
import { createSnippet } from '../../methods/snippet.js';
import {
  createView,
  type Drawn,
  type Refusal,
  type ViewParts,
} from '../../shell/create-view.js';
import { h } from '../../shell/dom.js';
import { attempt, type Failure } from '../../shell/failure.js';
import { createFold } from '../../shell/fold.js';
import { asSheet } from '../../shell/sheet.js';
import type { View, ViewContext } from '../../shell/view.js';
import { whileOpen } from '../../shell/when-open.js';
import { withOption } from '../../state/spec.js';
import type { Store } from '../../state/store.js';
import { nextTask } from '../../state/task.js';
import { createBucketsFigure } from './buckets/figure.js';
import type { LookAsk, Looked } from './buckets/look-up.js';
import { createChoice } from './chooser.js';
import {
  type Curves,
  type CurvesAsk,
  clampDown,
  type HeadMap,
  type MapAsk,
} from './curves.js';
import { createCurvesChart, headIn } from './curves-chart.js';
import { createBiasDesk } from './desk/desk.js';
import { checkSpan, distancesOf, queryAt, shownDistance } from './distances.js';
import { setOptions } from './fill.js';
import { followJob } from './follow.js';
import { createHeadMap } from './head-map.js';
import {
  biasNamed,
  byQuery,
  effectOf,
  isGrid,
  methodOf,
  settle,
} from './methods.js';
import { modelOf, specOfModel } from './models.js';
import { createParts } from './parts.js';
import { createScene } from './scene.js';
import { createSlider } from './slider.js';
import { callsOf, writeProgram } from './snippet.js';
import {
  type BiasState,
  measures,
  namings,
  readState,
  writeState,
} from './state.js';
import { placeWords } from './words.js';

const claim =
  'Distance has a price: a head adds a bias b to the score of each key, and so ' +
  'multiplies its weight by e^b.';

/** What the state asks of the worker for the curves. */
function curvesAsk(state: BiasState): CurvesAsk {
  const { spec } = state;
  return {
    spec: setOptions(spec),
    distances: distancesOf(state),
    at: queryAt(state),
    down: isGrid(spec) ? clampDown(spec, state.down) : 0,
  };
}

function mapAsk(state: BiasState, head: number): MapAsk {
  const { spec } = state;
  return {
    spec: setOptions(spec),
    head,
    size: isGrid(spec) ? 2 : state.size,
    at: byQuery(spec) ? state.at : 0,
  };
}

/** A refusal before the worker is asked. */
const refusalOf = (failure: Failure, drawn: boolean): Refusal => ({
  failure,
  age: drawn ? 'outdated' : 'empty',
  seen: drawn
    ? 'The pictures show earlier values.'
    : 'Nothing can be drawn with these values.',
});

function build(
  store: Store<BiasState>,
  redraw: () => void,
): ViewParts<BiasState> {
  const desk = createBiasDesk();
  const seen = 'The pictures show earlier values.';
  const curves = followJob<CurvesAsk, Curves>(
    (input, signal) => desk.ask('curves', input, { signal }),
    seen,
    redraw,
  );
  const maps = followJob<MapAsk, HeadMap>(
    (input, signal) => desk.ask('map', input, { signal }),
    seen,
    redraw,
  );
  const looks = followJob<LookAsk, Looked>(
    (input, signal) => desk.ask('rows', input, { signal }),
    'The rows of the table are those of an earlier pair.',
    redraw,
  );

  const choice = createChoice(
    (name) => {
      const { spec } = store.get();
      if (name === spec.method) return;
      const to = biasNamed(name);
      store.step({ spec: settle(carried(methodOf(spec), to, spec)), head: 0 });
    },
    (name) => {
      const spec = specOfModel(name);
      // To choose none takes the options of the model away.
      if (name === '')
        store.step({ spec: exampleSpec(methodOf(store.get().spec)) });
      else if (spec !== undefined) store.step({ spec, head: 0 });
    },
  );
  const parts = createParts((name, value) => {
    store.set({
      spec: settle(withOption(store.get().spec, name, value), name),
    });
  });
  const scene = createScene(store.set);
  const setDistance = (distance: number) => store.set({ distance });
  const distance = createSlider('distance', 'Distance', (place) => {
    const to = distancesOf(store.get())[place];
    if (to !== undefined) setDistance(to);
  });
  const head = createSlider('head', 'Head', (place) =>
    store.set({ head: place }),
  );
  const measure = createStrip('left axis', measures, (show) =>
    store.set({ show }),
  );
  const lead = h(
    'div',
    { class: 'bias-lead' },
    ...[distance.element, head.element, measure.element],
  );
  const chart = createCurvesChart(setDistance);
  const map = createHeadMap(setDistance);
  const buckets = createBucketsFigure(store.set, store.step);
  const snippet = createSnippet();
  const folds = {
    scene: asSheet(createFold('scene', 'What is drawn', scene.element)),
    code: createFold('code', 'Code that gives these numbers', snippet.element),
  };
  const openCode = whileOpen(folds.code);
  /** What is on the page, and whether a refusal is about the table of rows. */
  let drawn: { readonly state: BiasState; readonly curves: Curves } | null =
    null;
  let ofRows = false;

  function place(failure: Failure | null): boolean {
    // Each of them has to remove what it showed before.
    const own = ofRows ? null : failure;
    const inScene = scene.fail(own);
    if (inScene) folds.scene.open = true;
    return [
      parts.fail(own),
      inScene,
      buckets.fail(ofRows ? failure : null),
    ].includes(true);
  }

  function showControls(state: BiasState): void {
    const { spec } = state;
    choice.show(spec.method, modelOf(spec));
    parts.show(methodOf(spec), spec);
    chart.tell(state);
    scene.show(state);
    measure.set(state.show);
    measure.element.hidden = effectOf(spec) === 'factor';
  }

  /** Shows where the sliders stand; those of a wrong state stay. */
  function showSliders(state: BiasState, heads: number): void {
    const all = distancesOf(state);
    const at = shownDistance(state);
    distance.show({
      ...{ at: Math.max(0, all.indexOf(at)), count: all.length },
      text: placeWords(state.spec, at),
    });
    const own = headIn(state, heads);
    head.show({ at: own, count: heads, text: `head ${own} of ${heads}` });
  }

  function drawCurves(state: BiasState, made: Curves): void {
    drawn = { state, curves: made };
    chart.draw(state, made);
    const own = headIn(state, made.heads.length);
    const shown = maps.made();
    const current = shown?.input.head === own ? shown.output : null;
    openCode(() => {
      const all = { state, head: own, curves: made, map: current };
      snippet.show(writeProgram(all), callsOf(all));
    });
  }

  return {
    about: parts.intro,
    controls: [choice.element, lead, parts.panel, folds.scene],
    lead,
    pictures: [chart.element],
    rest: [map.element, buckets.element, folds.code, parts.pitfalls],
    place,
    refresh() {
      map.refresh();
    },
    /** Words and controls have their room before the worker answers. */
    async prepare(state) {
      showControls(state);
      buckets.show(state);
      await nextTask();
    },
    leave() {
      for (const follower of [curves, maps, looks]) follower.stop();
    },
    draw(state): Drawn {
      showControls(state);
      ofRows = false;
      const look = looks.want(buckets.show(state));
      const looked = looks.made();
      if (looked !== null) buckets.draw(looked.output);
      const wrong = attempt(() => checkSpan(state)).failure;
      if (wrong !== null) return refusalOf(wrong, drawn !== null);
      const ask = curvesAsk(state);
      const outcome = curves.want(ask);
      const made = curves.made();
      if (made === null) return outcome;
      const current = curves.isOf(ask);
      const heads = made.output.heads.length;
      if (current) showSliders(state, heads);
      if (current || drawn !== null) {
        const { head: own, show, raw } = state;
        const before = drawn?.state ?? state;
        const now = current ? state : { ...before, head: own, show, raw };
        drawCurves(now, made.output);
      }
      const own = headIn(state, heads);
      const mapped = current ? maps.want(mapAsk(state, own)) : null;
      const mapMade = maps.made();
      if (mapMade !== null && drawn !== null) {
        map.draw(
          { ...drawn.state, spec: mapMade.input.spec },
          mapMade.output,
          mapMade.input.head,
        );
      }
      const first = outcome ?? mapped;
      ofRows = first === null || typeof first === 'string';
      return ofRows && typeof look === 'object' ? (look ?? first) : first;
    },
  };
}

export function create(context: ViewContext): View {
  return createView<BiasState>(
    {
      name: 'biases',
      title: 'Biases',
      claim: () => claim,
      namings,
      read: readState,
      write: writeState,
      build,
    },
    context,
  );
}
