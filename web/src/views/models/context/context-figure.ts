// One slider for the length of the texts; what each schedule makes of the chosen layer
// there, over each other; and the settings for each in every engine.

import type { Layer } from 'posenc/models';
import type { Rotary } from 'posenc/rotary';
import { createNumberField } from '../../../controls/number-field.js';
import { createTabs } from '../../../controls/tabs.js';
import { h, setText } from '../../../shell/dom.js';
import { describeFailure, type Failure } from '../../../shell/failure.js';
import type { Reading } from '../reading.js';
import type { Engine, ModelsState } from '../state.js';
import type { Shown } from '../tower-words.js';
import { isLength } from '../tower-words.js';
import { stillWords } from '../waves/wave-words.js';
import { firstTraining, isOfPictures } from '../waves/waves.js';
import { createScheduleChoice } from './choice.js';
import {
  contextOf,
  type Offer,
  offerOf,
  reachWords,
  refusedBy,
} from './context.js';
import { curveCode } from './curve-code.js';
import type { Drawing } from './curve-looks.js';
import { createCurveProgram } from './curve-program.js';
import { type CurveWord, curveWords, spanWords } from './curve-words.js';
import { curvesOf, isCurve, spanOf } from './curves.js';
import { colourOf, createCurvesFigure } from './curves-figure.js';
import { createScores } from './follow-scores.js';
import {
  type ScheduleWord,
  scheduledOf,
  shownOf,
  titleOf,
  typeOf,
} from './schedules.js';
import { createSettingsBlock } from './settings-block.js';
import { engineNames } from './settings-text.js';

export interface ContextEvents {
  set(
    patch: Partial<Pick<ModelsState, 'to' | 'for' | 'schedules' | 'curve'>>,
  ): void;
  /** Scores have come. */
  redraw(): void;
}

type Wanted = Pick<ModelsState, 'to' | 'for' | 'schedules' | 'curve'>;

/** Why no curve is drawn of a layer; '' where some are. */
function noCurves({ tower, at }: Shown, main: boolean): string {
  const layer = tower.layers[at];
  if (!main) return 'Lengths of texts say nothing of this tower.';
  if (layer === undefined || layer.spec === null) {
    return layer ? stillWords(layer, tower) : '';
  }
  return isOfPictures(layer)
    ? 'Its positions are cells of a picture, which no text makes longer.'
    : '';
}

export function createContextFigure(
  rotary: Rotary,
  { set, redraw }: ContextEvents,
) {
  const field = createNumberField({
    param: 'to',
    name: 'to',
    word: 'Texts of up to so many tokens',
    look: 'control',
    range: {
      ...{ low: 1024, high: 10_000_000 },
      ...{ spacing: 'octaves', integer: true },
    },
    onInput: (value) => set({ to: value ?? Number.NaN }),
  });
  const scores = createScores(redraw);
  const choice = createScheduleChoice(
    (schedules) => set({ schedules }),
    colourOf,
  );
  const curves = createCurvesFigure(
    (curve: CurveWord) => set({ curve }),
    scores,
  );
  const tabs = createTabs('Engine', engineNames, (engine: Engine) =>
    set({ for: engine }),
  );
  const reach = h('p', { class: 'reading' });
  const of = h('p', { class: 'hint' });
  const program = createCurveProgram();
  const refused = h('p', { class: 'refused', role: 'status' });
  const blocks: ReturnType<typeof createSettingsBlock>[] = [];
  /** What the figure shows. */
  let drawn = '';
  let drawnOf: Reading | null = null;
  let drawing: Drawing | null = null;

  function drawBlocks(
    reading: Reading,
    { to, for: engine }: Wanted,
    shown: readonly (readonly [word: ScheduleWord, title: string])[],
  ): void {
    const before = blocks.length;
    while (blocks.length < shown.length) blocks.push(createSettingsBlock());
    blocks.length = shown.length;
    const offers = shown.map(([word]) => offerOf(reading, to, engine, word));
    const reason = refusedBy(offers);
    setText(refused, reason ? describeFailure(reason) : '');
    refused.hidden = reason === null;
    shown.forEach(([word, title], i) => {
      const curve = drawing?.curves.find((one) => one.word === word);
      const offer = offers[i] as Offer;
      blocks[i]?.draw({
        ...{ word, title },
        // What holds for all is told once.
        offer: reason ? { ...offer, failure: null } : offer,
        colour: curve ? colourOf(word) : null,
        words: curve ? curveWords(curve) : [],
      });
    });
    if (before === blocks.length) return;
    const elements = blocks.map(({ element }) => element);
    tabs.panel.replaceChildren(refused, ...elements);
  }

  function drawCurves(
    reading: Reading,
    { name, layer }: Shown & { readonly layer: Layer },
    { to, curve }: Wanted,
    words: readonly ScheduleWord[],
    reached: number | undefined,
  ): void {
    const first = firstTraining(layer) ?? reached;
    const asked = { reading, layer, first, to };
    const all = curvesOf(rotary, asked, scheduledOf(asked, words));
    drawing = {
      curves: all.filter(isCurve),
      span: spanOf(asked),
      caption: `${name}, layer ${layer.index}, texts of ${to} tokens`,
    };
    setText(of, spanWords(layer, drawing.span));
    program.show(curveCode(layer, drawing.curves, drawing.span));
    curves.draw(curve, drawing);
  }

  return {
    element: h(
      'figure',
      { class: 'chart context' },
      h('div', { class: 'chart-head' }, h('h3', {}, 'Longer texts'), reach),
      field.element,
      choice.element,
      of,
      curves.element,
      program.element,
      tabs.element,
    ),
    fail: (why: Failure | null) => field.fail(why),
    show({ to, for: engine, curve }: Wanted): void {
      field.set(to);
      tabs.set(engine);
      curves.show(curve);
    },
    leave: () => scores.stop(),
    /** Forgets the old colours of the page. */
    refresh(): void {
      drawn = '';
    },
    /** Gives the reason why a length is none. */
    draw(
      reading: Reading,
      shown: Shown,
      state: Wanted,
      reached: number | undefined,
    ): Failure | null {
      const { to, for: engine, curve, schedules } = state;
      const main = shown.tower === reading.towers[0].tower;
      const still = noCurves(shown, main);
      const type = typeOf(reading);
      choice.show(schedules, type);
      if (!isLength(to)) {
        drawn = '';
        return contextOf(reading, to, engine).failure;
      }
      const id = JSON.stringify([
        ...[to, engine, curve, schedules],
        ...[shown.name, main, shown.at],
      ]);
      if (drawn === id && drawnOf === reading) {
        // Scores may have come.
        if (drawing !== null && curve === 'score') curves.draw(curve, drawing);
        return null;
      }
      [drawn, drawnOf] = [id, reading];
      setText(reach, reachWords(reached));
      choice.element.hidden = still !== '';
      curves.element.hidden = still !== '';
      program.element.hidden = still !== '';
      drawing = null;
      const layer = shown.tower.layers[shown.at];
      if (still !== '' || layer === undefined) {
        setText(of, still);
        drawBlocks(reading, state, [['longer', 'Settings']]);
        return null;
      }
      const words = shownOf(schedules, type);
      drawCurves(reading, { ...shown, layer }, state, words, reached);
      drawBlocks(
        reading,
        state,
        words.map((word) => [word, titleOf(word, type)] as const),
      );
      return null;
    },
  };
}
