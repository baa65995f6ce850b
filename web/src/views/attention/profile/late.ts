// The charts of the score by distance, loaded when their fold is first opened:
// the library of lines is larger than the rest of the view.

import { h } from '../../../shell/dom.js';
import { loadWhenOpen } from '../../../shell/when-open.js';
import type { ProfileCharts, ProfileLook } from './chart.js';

export function createLateProfile() {
  const words = h('p', { class: 'hint', role: 'status' });
  const element = h('div', {}, words);
  let charts: ProfileCharts | null = null;
  let look: ProfileLook | null = null;

  loadWhenOpen(element, words, 'The charts', async () => {
    const { createProfileCharts } = await import('./chart.js');
    charts = createProfileCharts();
    element.replaceChildren(charts.element);
    if (look !== null) charts.draw(look);
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
