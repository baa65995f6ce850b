// The second model: where it comes from, and what stands below the first of it.

import type { Rotary } from 'posenc/rotary';
import type { Failure } from '../../../shell/failure.js';
import type { Store } from '../../../state/store.js';
import { besideOf, nameBeside, textBeside } from '../follow.js';
import type { Reading } from '../reading.js';
import { createBesideControl } from '../source/beside-control.js';
import type { OtherDrops } from '../source/drops.js';
import { changedName, ownWords } from '../source/own-words.js';
import { type ModelsState, pasted } from '../state.js';
import type { Shown } from '../tower-words.js';
import { createBesideFigure, shownBeside } from './beside-figure.js';

/** What of a state is the second model. */
type Second = Pick<ModelsState, 'with' | 'withOwn' | 'withFile'>;

export function createBesidePart(
  rotary: Rotary,
  store: Store<ModelsState>,
  redraw: () => void,
) {
  /** Why the last file was not taken, and the state that it left as it was. */
  let refused: { readonly why: Failure; readonly state: ModelsState } | null =
    null;
  /** What is on the page, and what people call it. */
  let drawn: { readonly reading: Reading; readonly name: string } | null = null;
  let stale = false;

  function change(second: Second, step: boolean): void {
    refused = null;
    // Another configuration has other layers.
    const layer = step ? { withLayer: Number.NaN } : {};
    store[step ? 'step' : 'set']({ ...second, ...layer });
    redraw();
  }

  const take = (withOwn: string, withFile: string) =>
    change({ withOwn, withFile, with: '' }, true);
  const figure = createBesideFigure(rotary, (withLayer) =>
    store.set({ withLayer }),
  );
  const control = createBesideControl({
    choose: (name) => change({ with: name, withOwn: null, withFile: '' }, true),
    take,
    edit(withOwn) {
      const { with: pick, withFile: file, withOwn: before } = store.get();
      const withFile = changedName(pick, file);
      change({ withOwn, withFile, with: '' }, before === null);
    },
    refuse(why) {
      refused = { why, state: store.get() };
      redraw();
    },
  });
  const drops: OtherDrops = {
    places: [control.element, figure.element],
    takeFile: (file) => void control.takeFile(file),
    takeText: (text) => take(text, pasted),
  };

  return {
    control: control.element,
    figure: figure.element,
    drops,
    /** Shows where it comes from, and why it may be none. */
    show(state: ModelsState): void {
      if (refused?.state !== state) refused = null;
      const outcome = besideOf(state);
      const why = refused?.why ?? outcome?.failure ?? null;
      control.fail(why);
      const text = textBeside(state);
      const isOwn = state.withOwn !== null;
      control.show({
        pick: isOwn ? '' : state.with,
        // What is wrong is told below the field.
        text: why === null ? text : (text ?? ''),
        words: isOwn ? ownWords(state, 'withOwn') : '',
      });
      // What cannot be read leaves the last one.
      stale = why !== null;
      if (outcome === null) drawn = null;
      else if (outcome.value !== null) {
        drawn = { reading: outcome.value, name: nameBeside(state) };
      }
      figure.element.hidden = drawn === null;
    },
    /** Draws it below the first, of which `tower` is shown. */
    draw(own: Shown, tower: string, layer: number, to: number): void {
      if (drawn === null) return;
      const { reading } = drawn;
      const name = stale ? `${drawn.name}, as it was before` : drawn.name;
      figure.draw(own, shownBeside(reading, name, tower, layer), reading, to);
    },
  };
}
