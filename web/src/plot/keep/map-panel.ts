// A heat map with its axes and the key to its colours, to be saved.

import { placeOf } from '../axis.js';
import type { HeatmapLook } from '../heatmap.js';
import { type Raster, resample } from '../resample.js';
import { type Panel, rectangle, type Shape } from './shape.js';

/** What a heat map of the page was given to draw, and the words of its key. */
export interface MapPicture extends Omit<HeatmapLook, 'label'> {
  readonly write: (value: number) => string;
  /** What stands above it, where a picture has several. */
  readonly title?: string;
}

const room = { left: 90, right: 20, top: 84, bottom: 62 };

/** The cells of a map as pixels, one for each of the picture. */
async function painted(
  look: MapPicture,
  size: Pick<Raster, 'width' | 'height'>,
): Promise<Raster> {
  const width = Math.round(size.width);
  const height = Math.round(size.height);
  let pixels = new Uint32Array(width * height);
  if ('values' in look.grid) {
    resample(look.grid, { width, height, pixels }, look);
    return { width, height, pixels };
  }
  let told = false;
  await look.grid.paint({ width, height }, look, (now) => {
    pixels = now;
    told = true;
  });
  if (!told) throw new Error('the picture could not be painted');
  return { width, height, pixels };
}

const label = { size: 18 } as const;

export function mapPanel(look: MapPicture): Panel {
  return async (box, { ink, neat }) => {
    const field = {
      x: box.x + room.left,
      y: box.y + room.top,
      width: box.width - room.left - room.right,
      height: box.height - room.top - room.bottom,
    };
    const { x, y, width, height } = field;
    const text = { kind: 'text', colour: ink, ...label } as const;
    // Halved, because the labels are as large as on a screen of two pixels.
    const [rows, columns] = [look.rows(height / 2), look.columns(width / 2)];
    const raster = await painted(look, field);
    const { low, high } = look.range;
    const wide = Math.min(400, width);
    const key = { x: x + width - wide, y: y + height + 14, width: wide };
    const colours = look.map.pixels;
    const across = columns.marks.flatMap((mark): Shape[] => {
      const at = x + placeOf(columns, mark.cell) * width;
      return [
        { kind: 'path', d: `M${at} ${y - 10}v9`, stroke: ink, width: 2 },
        { ...text, x: at, y: y - 17, text: mark.label, anchor: 'middle' },
      ];
    });
    const down = rows.marks.flatMap((mark): Shape[] => {
      const at = y + placeOf(rows, mark.cell) * height;
      return [
        { kind: 'path', d: `M${x - 10} ${at}h9`, stroke: ink, width: 2 },
        { ...text, x: x - 16, y: at + 6, text: mark.label, anchor: 'end' },
      ];
    });
    return [
      { kind: 'raster', ...field, raster },
      { kind: 'path', d: rectangle(field), stroke: neat, width: 1 },
      ...across,
      {
        ...{ ...text, x: x + width / 2, y: y - 42, anchor: 'middle' },
        text: columns.name,
      },
      ...down,
      {
        ...{ ...text, x: box.x + 18, y: y + height / 2, anchor: 'middle' },
        ...{ text: rows.name, upwards: true },
      },
      ...(look.title === undefined
        ? []
        : [
            {
              ...{ ...text, x, y: box.y + 18, anchor: 'start' as const },
              ...{ text: look.title, most: width },
            },
          ]),
      {
        ...{ kind: 'raster', ...key, height: 18 },
        raster: { width: colours.length, height: 1, pixels: colours },
      },
      ...[0, 0.5, 1].map(
        (part): Shape => ({
          ...text,
          x: key.x + part * key.width,
          y: key.y + 38,
          anchor: part === 0 ? 'start' : part === 1 ? 'end' : 'middle',
          text: look.write(low + (high - low) * part),
        }),
      ),
    ];
  };
}
