// Query and key as arrows in the planes of the pairs, and the products of all
// pairs as bars that add up to the score.

import './planes.css';
import type { KeptFigure } from '../../plot/keep/figure.js';
import type { Panel } from '../../plot/keep/shape.js';
import { lineColour } from '../../plot/palette.js';
import { h } from '../../shell/dom.js';
import { theme } from '../../shell/theme.js';
import { type Meeting, type Pair, pairShown } from './pairs.js';
import { createPlane, longestArrow } from './plane.js';
import { createPlaneRow, rowOf } from './plane-row.js';
import { createPairReadout, createScoreReadout } from './readout.js';
import { barColours } from './steps.js';
import { createWaterfall } from './waterfall.js';
import { circleWords } from './words.js';

/** What files say besides what they show. */
type Told = Pick<KeptFigure, 'name' | 'caption' | 'spec'>;

function toldOf(
  { name, caption, spec }: Told,
  what: string,
  { queryAt, keyAt }: Meeting,
): Told {
  const places = `query at ${queryAt}, key at ${keyAt}`;
  return { name: `${name}-${what}`, caption: `${caption} · ${places}`, spec };
}

/** The bars of a meeting as a part of a saved picture. */
export const stepsPanel =
  (meeting: Meeting): Panel =>
  async (box, inks) => {
    const { stepShapes } = await import('./kept.js');
    return stepShapes(meeting, box, inks);
  };

/** The length of the longest arrow of a pair and of those in the row. */
function longestOf(pairs: readonly Pair[], chosen: Pair): number {
  const drawn = [chosen, ...rowOf(pairs).map(({ pair }) => pair)];
  return Math.max(...drawn.map(longestArrow));
}

/**
 * The figures of a meeting, for a view to arrange. `choose` is called with the
 * pair that the reader chose.
 */
export function createPlaneParts(choose: (pair: number) => void) {
  const plane = createPlane(true);
  const row = createPlaneRow(choose);
  const numbers = createPairReadout();
  const waterfall = createWaterfall(choose);
  const score = createScoreReadout();
  const circle = h('div', { class: 'plane-box', role: 'img' }, plane.element);
  const still = h(
    'p',
    { class: 'still', hidden: true },
    'This rope turns no pair, so the score does not depend on positions.',
  );
  let shown: { readonly meeting: Meeting; readonly pair: number } | null = null;
  const turned = [circle, row.element, numbers.element, waterfall.element];
  return {
    /** The arrows of the chosen pair. */
    circle,
    /** Small circles, to choose a pair by. */
    row: row.element,
    numbers: numbers.element,
    /** The products of all pairs as bars. */
    waterfall: waterfall.element,
    score: score.element,
    /** The files of the circle; null while there is none. */
    keptCircle(told: Told): KeptFigure | null {
      if (shown === null) return null;
      const { meeting, pair } = shown;
      return {
        ...toldOf(told, 'circle', meeting),
        title: `Query and key in pair ${pair}`,
        numbers: async () => (await import('./kept.js')).circleNumbers(meeting),
        picture: () => ({ parts: [{ drawing: plane.element }] }),
      };
    },
    /** The files of the bars; null while there are none. */
    keptSteps(told: Told): KeptFigure | null {
      if (shown === null) return null;
      const { meeting } = shown;
      return {
        ...toldOf(told, 'sum', meeting),
        title: 'The products of all pairs add up to the score',
        numbers: async () => (await import('./kept.js')).stepNumbers(meeting),
        picture: () => ({ parts: [{ panel: stepsPanel(meeting) }] }),
      };
    },
    /** What is said of a rope that turns nothing. */
    still,
    /**
     * Draws the circle of a meeting, and sets the colours of the elements that
     * hold the parts. False when the rope turns no pair.
     */
    drawCircle(
      meeting: Meeting,
      wanted: number,
      holders: readonly HTMLElement[],
    ): boolean {
      const { pairs } = meeting;
      const chosen = pairShown(wanted, pairs.length);
      for (const { style } of holders) {
        for (const [name, colour] of Object.entries(barColours)) {
          style.setProperty(`--${name}`, lineColour(colour, theme()));
        }
      }
      const pair = pairs[chosen];
      shown = pair === undefined ? null : { meeting, pair: chosen };
      for (const part of turned) part.hidden = pair === undefined;
      still.hidden = pair !== undefined;
      if (pair !== undefined) {
        plane.draw(pair, longestOf(pairs, pair));
        circle.setAttribute('aria-label', circleWords(meeting, chosen));
      }
      return pair !== undefined;
    },
    /** Draws all pairs of the meeting whose circle was drawn last. */
    drawPairs(meeting: Meeting): void {
      if (shown !== null) {
        const { pairs } = meeting;
        const { pair: chosen } = shown;
        const longest = longestOf(pairs, pairs[chosen] as Pair);
        row.draw(pairs, chosen, longest);
        numbers.show(meeting, chosen);
        waterfall.draw(meeting, chosen);
      }
      score.show(meeting);
    },
  };
}

/** The figures of a meeting below each other. */
export function createPlanes(choose: (pair: number) => void) {
  const parts = createPlaneParts(choose);
  const turned = h(
    'div',
    { class: 'arrows-planes' },
    h('div', { class: 'pair-row' }, parts.circle, parts.numbers),
    parts.row,
    h('h4', {}, 'The products of all pairs add up to the score'),
    parts.waterfall,
  );
  return {
    elements: [turned, parts.still, parts.score] as const,
    /**
     * Draws a meeting, and sets the colours of `element`, which holds the
     * elements.
     */
    draw(meeting: Meeting, wanted: number, element: HTMLElement): void {
      turned.hidden = !parts.drawCircle(meeting, wanted, [element]);
      parts.drawPairs(meeting);
    },
  };
}
