// The place of the second rope on the page. What draws it is loaded when there is
// first one, because most readers look at one rope.

import { h } from '../../../shell/dom.js';
import type { Failure } from '../../../shell/failure.js';
import { during } from '../../../state/pending.js';
import type { Spec } from '../../../state/spec.js';
import type { Reach } from '../reach.js';
import type { RopeState } from '../state.js';
import type { Comparison } from './compare.js';
import type { createSecondFigure, SecondEvents } from './figure.js';

type Figure = ReturnType<typeof createSecondFigure>;

/** `redraw` draws everything anew, once the figure is there. */
export function createSecondPlace(events: SecondEvents, redraw: () => void) {
  const element = h('div');
  let figure: Figure | null = null;
  let loading = false;

  async function load(): Promise<void> {
    loading = true;
    try {
      await during('load', async () => {
        const { createSecondFigure } = await import('./figure.js');
        figure = createSecondFigure(events);
        element.replaceChildren(figure.element);
        redraw();
      });
    } catch {
      const why = 'The comparison could not be loaded. Choose it again to try.';
      element.replaceChildren(h('p', { role: 'status' }, why));
    } finally {
      loading = false;
    }
  }

  return {
    element,
    /** Shows the options of the second rope, which may be wrong. */
    show(second: Spec | null): void {
      element.hidden = second === null;
      if (figure !== null) figure.show(second);
      else if (second !== null && !loading) void load();
    },
    fail: (failure: Failure | null): boolean => figure?.fail(failure) ?? false,
    draw(comparison: Comparison, state: RopeState): void {
      figure?.draw(comparison, state);
    },
    drawReach(first: Reach, second: Reach, state: RopeState): void {
      figure?.drawReach(first, second, state);
    },
  };
}
