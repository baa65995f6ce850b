// The picture of a figure: its title, its panels, and its caption below them.

import { cssColour } from '../../shell/dom.js';
import { drawingPanel } from './drawing-panel.js';
import { type LinesPicture, linesPanel } from './lines-panel.js';
import { type MapPicture, mapPanel } from './map-panel.js';
import type { Box, Panel, Scene, Shape } from './shape.js';

/**
 * A part of a picture: a heat map, a line chart, a drawing of the page, or what
 * a figure draws itself.
 */
export type Part =
  | { readonly map: MapPicture }
  | { readonly lines: LinesPicture }
  | { readonly drawing: SVGSVGElement }
  | { readonly panel: Panel };

export interface Picture {
  readonly parts: readonly Part[];
  /** How many parts stand beside each other. Defaults to 1. */
  readonly columns?: number;
}

const size = { width: 1600, height: 1000 };
const field = { x: 20, y: 76, width: 1560, height: 870 };
const gap = 24;

function panelOf(part: Part): Panel {
  if ('panel' in part) return part.panel;
  if ('map' in part) return mapPanel(part.map);
  return 'lines' in part ? linesPanel(part.lines) : drawingPanel(part.drawing);
}

/** The places of parts, by rows. */
function boxes(count: number, columns: number): Box[] {
  const rows = Math.ceil(count / columns);
  const width = (field.width - (columns - 1) * gap) / columns;
  const height = (field.height - (rows - 1) * gap) / rows;
  return Array.from({ length: count }, (_, i) => ({
    ...{ width, height },
    x: field.x + (i % columns) * (width + gap),
    y: field.y + Math.floor(i / columns) * (height + gap),
  }));
}

export async function sceneOf(
  { parts, columns = 1 }: Picture,
  { title, caption }: { readonly title: string; readonly caption: string },
): Promise<Scene> {
  const inks = {
    ...{ ink: cssColour('--ink'), soft: cssColour('--ink-soft') },
    ...{ rule: cssColour('--rule'), neat: cssColour('--neat') },
    sheet: cssColour('--sheet'),
  };
  const places = boxes(parts.length, columns);
  const drawn = await Promise.all(
    parts.map((part, i) => panelOf(part)(places[i] as Box, inks)),
  );
  const text = { kind: 'text', anchor: 'start', x: 110 } as const;
  const shapes: Shape[] = [
    {
      ...{ ...text, y: 58, text: title, size: 38, title: true },
      ...{ colour: inks.ink, most: 1450 },
    },
    ...drawn.flat(),
    {
      ...{ ...text, y: 978, text: caption, size: 18 },
      ...{ colour: inks.soft, most: 1360 },
    },
    {
      ...{ ...text, x: 1560, y: 978, text: 'posenc', size: 18 },
      ...{ anchor: 'end', colour: inks.soft },
    },
  ];
  return { ...size, ground: inks.sheet, shapes };
}
