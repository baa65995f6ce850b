// Attention over a long sequence, as a picture of both configurations. A worker
// draws it row by row, and anew for each part that a reader zooms to.

import type { Desk } from '../../../engine/desk.js';
import { createNewest } from '../../../engine/newest.js';
import { persist } from '../../../engine/persist.js';
import { WorkerTrouble } from '../../../engine/trouble.js';
import { createSeeded } from '../../../figures/words/seeded.js';
import { type Crop, writeCrop } from '../../../plot/crop.js';
import { createKeep } from '../../../plot/keep/keep.js';
import { createDataTable } from '../../../shell/data-table.js';
import { h, setText } from '../../../shell/dom.js';
import { followNear } from '../../../shell/when-open.js';
import { perFrame, whenQuiet } from '../../../state/schedule.js';
import { type Saved, savedOf } from '../state/saved.js';
import type { AttentionState, BySide } from '../state/state.js';
import { askOf, type LongAnswer, type LongJobs, wordsOf } from './ask.js';
import { writeProgress } from './look.js';
import { createLongMaps } from './maps.js';
import { LongModel } from './model.js';

type Patch = Partial<Pick<AttentionState, 'length' | 'of' | 'pool' | 'zoom'>>;

export interface LongEvents {
  set(patch: Patch): void;
  /** The same as a step that the reader may want to go back from. */
  step(patch: Patch): void;
}

/** Milliseconds without input before the worker begins. */
const restMs = 100;

export type LongFigure = ReturnType<typeof createLongFigure>;

/**
 * Adds the pictures to `element`.
 * @param desk has them drawn, and nothing else
 */
export function createLongFigure(
  element: HTMLElement,
  desk: Desk<LongJobs>,
  events: LongEvents,
) {
  const model = new LongModel();
  const zoomOf = (crop: Crop): readonly number[] =>
    model.wanted ? writeCrop(crop, wordsOf(model.wanted)) : [];
  const maps = createLongMaps(model, {
    move: (crop) => events.set({ zoom: zoomOf(crop) }),
    jump: (crop) => events.step({ zoom: zoomOf(crop) }),
  });
  const progress = h('p', { class: 'hint numbers', 'data-long': 'progress' });
  const again = h('button', { type: 'button' }, 'Try again');
  again.addEventListener('click', start);
  const table = createDataTable(maps.table);
  const keep = createKeep(() => (saved ? maps.kept(titles, saved) : null));
  element.append(
    h(
      'p',
      { class: 'hint try' },
      h('b', {}, 'Try. '),
      'Drag a box over a map: its words fill both maps, computed anew.',
    ),
    createSeeded(),
    h('div', { class: 'long-head' }, progress, again, maps.tools, maps.bar),
    maps.live,
    h('div', { class: 'maps' }, ...maps.elements),
    maps.reading,
    h('div', { class: 'more-of-figure' }, table.element, keep.element),
  );
  let titles: BySide<string> = { a: '', b: '' };
  let saved: Saved | null = null;
  let near = false;

  // Answers come faster than frames.
  const repaint = perFrame(paint);
  const work = createNewest('studies');
  const rest = whenQuiet('studies', restMs, start);

  followNear(element, '25%', (now) => {
    near = now;
    ask();
  });

  /** Asks the worker, if the figure can be seen and lacks something. */
  function ask(): void {
    if (near && model.due) rest();
  }

  function start(): void {
    const wanted = model.begin();
    paint();
    if (wanted === undefined) return;
    work.want(async (signal) => {
      const told = (answer: LongAnswer | null) => {
        if (answer !== null && !signal.aborted) model.take(answer);
        repaint();
      };
      const draw = () => desk.ask('long', wanted, { signal, told });
      try {
        await persist(draw, () => model.replace());
      } catch (error) {
        if (!(error instanceof WorkerTrouble)) throw error;
        model.breakOff();
      }
      repaint();
    });
  }

  function paint(): void {
    const { wanted, state, before } = model;
    element.dataset.state = state;
    again.hidden = state !== 'broken';
    setText(progress, wanted === undefined ? '' : writeProgress(wanted, model));
    // Until others begin, pictures stay; after a zoom, they follow it.
    if (state !== 'waiting' || before) maps.draw(titles);
    // A table that grew with each row would be written anew for each.
    if (state === 'drawn') table.refresh();
  }

  paint();
  return {
    draw(state: AttentionState, head: number, names: BySide<string>): void {
      titles = names;
      saved = savedOf(state, head);
      if (model.want(askOf(state, head))) {
        work.stop();
        maps.clear();
      }
      ask();
      paint();
    },
    /** Gives up what is not drawn yet. */
    leave(): void {
      rest.cancel();
      work.stop();
      desk.close();
      model.giveUp();
      paint();
    },
  };
}
