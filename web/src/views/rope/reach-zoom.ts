// Zooming the axis of distances. What does it is loaded when the chart comes near
// the window.

import {
  cropOf,
  endsOf,
  reachCells,
  reachIn,
} from '../../figures/reach/reach-span.js';
import type { Crop } from '../../plot/crop.js';
import type { Zoom } from '../../plot/zoom.js';
import { h } from '../../shell/dom.js';
import { followNear } from '../../shell/when-open.js';
import { during } from '../../state/pending.js';

type Reach = readonly number[];

export interface ReachZoomEvents {
  set(patch: { readonly reach: Reach }): void;
  /** The same as a step that the reader may want to go back from. */
  step(patch: { readonly reach: Reach }): void;
}

/** `field` is the chart, which has the focus of the keys. */
export function createReachZoom(
  field: HTMLElement,
  { set, step }: ReachZoomEvents,
) {
  const element = h('div');
  let zoom: Zoom | null = null;
  let reach: Reach = [];

  function show(): void {
    zoom?.show(reachCells, cropOf(endsOf(reach)));
  }

  /** A part that is smaller than the smallest leaves the chart as it is. */
  function told(tell: ReachZoomEvents['set']) {
    return (crop: Crop): void => {
      tell({ reach: reachIn(crop) });
      show();
    };
  }

  async function load(): Promise<void> {
    try {
      await during('load', async () => {
        const { createZoom } = await import('../../plot/zoom.js');
        const events = { move: told(set), jump: told(step) };
        zoom = createZoom(field, events, 'All distances');
        element.append(zoom.tools);
        show();
      });
    } catch {
      // The chart reads as well without: the next visit tries again.
    }
  }

  const leave = followNear(field, '10%', (near) => {
    if (!near) return;
    leave();
    void load();
  });

  return {
    element,
    show(next: Reach): void {
      reach = next;
      show();
    },
    /** Where the keys zoom: at a distance that is read. */
    at(distance: number): void {
      const column = Math.round(1000 * Math.log10(distance));
      zoom?.at({ row: 0, column });
    },
  };
}
