// Query and key as arrows in the planes of the pairs, and the products of all
// pairs as bars that add up to the score.

import './planes.css';
import { lineColour } from '../../plot/palette.js';
import { h } from '../../shell/dom.js';
import { theme } from '../../shell/theme.js';
import { type Meeting, pairShown } from './pairs.js';
import { createPlane, longestArrow } from './plane.js';
import { createPlaneRow, rowOf } from './plane-row.js';
import { createPairReadout, createScoreReadout } from './readout.js';
import { createWaterfall } from './waterfall.js';

/** The custom properties of the style sheet that hold colours of lines. */
const colours = ['--query', '--key', '--more', '--less'] as const;

/** `choose` is called with the pair that the reader chose. */
export function createPlanes(choose: (pair: number) => void) {
  const plane = createPlane(true);
  const row = createPlaneRow(choose);
  const numbers = createPairReadout();
  const waterfall = createWaterfall(choose);
  const score = createScoreReadout();
  const turned = h(
    'div',
    { class: 'arrows-planes' },
    h(
      'div',
      { class: 'pair-row' },
      h('div', { class: 'plane-box' }, plane.element),
      numbers.element,
    ),
    row.element,
    h('h4', {}, 'The products of all pairs add up to the score'),
    waterfall.element,
  );
  const still = h(
    'p',
    { class: 'still', hidden: true },
    'This rope turns no pair, so the score does not depend on positions.',
  );
  return {
    elements: [turned, still, score.element] as const,
    /**
     * Draws a meeting, and sets the colours of `element`, which holds the
     * elements.
     */
    draw(meeting: Meeting, wanted: number, element: HTMLElement): void {
      const { pairs } = meeting;
      const chosen = pairShown(wanted, pairs.length);
      colours.forEach((name, i) => {
        element.style.setProperty(name, lineColour(i, theme()));
      });
      const pair = pairs[chosen];
      turned.hidden = pair === undefined;
      still.hidden = pair !== undefined;
      if (pair !== undefined) {
        const shown = [pair, ...rowOf(pairs).map(({ pair }) => pair)];
        const longest = Math.max(...shown.map(longestArrow));
        plane.draw(pair, longest);
        row.draw(pairs, chosen, longest);
        numbers.show(meeting, chosen);
        waterfall.draw(meeting, chosen);
      }
      score.show(meeting);
    },
  };
}
