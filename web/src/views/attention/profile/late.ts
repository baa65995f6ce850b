// The charts of the score by distance, loaded when their fold is first opened:
// the library of lines is larger than the rest of the view.

import { h, setText } from '../../../shell/dom.js';
import { whenOpen } from '../../../shell/when-open.js';
import { begin } from '../../../state/pending.js';
import type { ProfileCharts, ProfileLook } from './chart.js';

export function createLateProfile() {
  const words = h('p', { class: 'hint', role: 'status' });
  const element = h('div', {}, words);
  let charts: ProfileCharts | null = null;
  let look: ProfileLook | null = null;

  whenOpen(element, async () => {
    const done = begin('load');
    try {
      const { createProfileCharts } = await import('./chart.js');
      charts = createProfileCharts();
      element.replaceChildren(charts.element);
      if (look !== null) charts.draw(look);
    } catch (error) {
      setText(words, `The charts could not be loaded: ${error}`);
    } finally {
      done();
    }
  });

  return {
    element,
    draw(next: ProfileLook): void {
      look = next;
      charts?.draw(next);
    },
    refresh: (): void => charts?.refresh(),
  };
}
