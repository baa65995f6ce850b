// The bars of a run as a part of a saved picture. It is loaded when a reader first
// saves one.

import {
  type Box,
  type Inks,
  rectangle,
  type Shape,
} from '../../plot/keep/shape.js';
import type { Bar } from './report.js';

/** The height of a bar with its words. */
const line = 84;

export function barShapes(
  bars: readonly Bar[],
  colours: { readonly posenc: string; readonly plain: string },
  box: Box,
  { ink, soft }: Inks,
): Shape[] {
  const most = Math.max(1, ...bars.map(({ ratio }) => ratio));
  const room = box.width - 260;
  return bars.flatMap(({ title, who, ratio, text }, i): Shape[] => {
    const y = box.y + 30 + i * line;
    const place = { x: box.x + 20, y: y + 14, height: 34 };
    const width = Math.max(2, (room * ratio) / most);
    return [
      {
        ...{ kind: 'text', x: box.x + 20, y, text: `${title}: ${who}` },
        ...{ size: 20, anchor: 'start', colour: soft },
      },
      {
        ...{ kind: 'path', d: rectangle({ ...place, width }) },
        fill: who === 'posenc' ? colours.posenc : colours.plain,
      },
      {
        ...{ kind: 'text', x: place.x + width + 12, y: y + 38, text },
        ...{ size: 22, anchor: 'start', colour: ink },
      },
    ];
  });
}
