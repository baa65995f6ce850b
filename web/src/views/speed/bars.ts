// Bars of how fast each way of a work is, plain JavaScript being 1.

import { lineColour } from '../../plot/palette.js';
import { cssColour, h } from '../../shell/dom.js';
import { theme } from '../../shell/theme.js';
import { barsOf } from './report.js';
import type { Result } from './run.js';

/** The colours of both, which saved pictures have, too. */
export const barColours = () => ({
  posenc: lineColour(0, theme()),
  plain: cssColour('--ink-soft'),
});

/** The bars of each work, as a list that is read like its numbers. */
export function createBars() {
  const element = h('ul', {
    class: 'bars',
    'aria-label': 'Speed of each work',
  });
  return {
    element,
    draw(results: readonly Result[]): void {
      const bars = barsOf(results);
      const most = Math.max(1, ...bars.map(({ ratio }) => ratio));
      const colours = barColours();
      element.replaceChildren(
        ...bars.map(({ title, who, ratio, text }) => {
          const bar = h('span', { class: 'bar', 'aria-hidden': 'true' });
          bar.style.width = `${(70 * ratio) / most}%`;
          bar.style.background =
            who === 'posenc' ? colours.posenc : colours.plain;
          return h(
            'li',
            { 'data-who': who },
            h('span', { class: 'bar-name' }, `${title}: ${who}`),
            h('span', { class: 'bar-line' }, bar, h('b', {}, text)),
          );
        }),
      );
    },
  };
}
