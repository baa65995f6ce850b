// A drawing of the lesson as a part of a picture that is saved: loaded with what
// makes the files. It is drawn from its data, so that a file is as wide as on a wide
// screen, and shows the end of what moves on the page.

import {
  type Box,
  type Panel,
  rectangle,
  type Shape,
} from '../plot/keep/shape.js';
import { cssColour } from '../shell/dom.js';
import { short, through } from './paths.js';
import type { Drawing, Look, Shape as Part, Rect, Tone } from './shape.js';

/** The property of the style sheets for each tone. */
const properties: Readonly<Record<Exclude<Tone, 'none'>, string>> = {
  ...{ ink: '--ink', soft: '--ink-soft', rule: '--rule', sheet: '--sheet' },
  ...{ query: '--query', key: '--key', place: '--place', wrong: '--wrong' },
  grip: '--over',
};

/** Where a part stands in the picture, how large, and how opaque. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly opacity: number;
}

function roundedPath({ x, y, w, h, round = 0 }: Rect): string {
  if (round === 0) return rectangle({ x, y, width: w, height: h });
  const r = short(Math.min(round, w / 2, h / 2));
  const corner = (dx: number, dy: number) =>
    `a${r} ${r} 0 0 1 ${short(dx * +r)} ${short(dy * +r)}`;
  return (
    `M${short(x + +r)} ${short(y)}h${short(w - 2 * +r)}${corner(1, 1)}` +
    `v${short(h - 2 * +r)}${corner(-1, 1)}h${short(2 * +r - w)}${corner(-1, -1)}` +
    `v${short(2 * +r - h)}${corner(1, -1)}Z`
  );
}

function pathOf(part: Exclude<Part, { kind: 'text' | 'group' | 'grip' }>) {
  switch (part.kind) {
    case 'line':
      return through([part.from, part.to]);
    case 'path':
      return part.d;
    case 'rect':
      return roundedPath(part);
    case 'circle': {
      const { x, y, r } = part;
      const half = `a${short(r)} ${short(r)} 0 1 0`;
      return `M${short(x - r)} ${short(y)}${half} ${short(2 * r)} 0${half} ${short(-2 * r)} 0Z`;
    }
  }
}

const colourOf = (tone: Tone | undefined): string | undefined =>
  tone === undefined || tone === 'none'
    ? undefined
    : cssColour(properties[tone]);

function painted(look: Look, filled: boolean, { scale, opacity }: Place) {
  const stroke = colourOf(look.stroke);
  const fill = colourOf(look.fill ?? (filled ? 'ink' : 'none'));
  return {
    opacity: opacity * (look.opacity ?? 1),
    width: scale * (look.width ?? 1),
    ...(stroke === undefined ? {} : { stroke }),
    ...(fill === undefined ? {} : { fill }),
    ...(look.dash ? { dash: [4 * scale, 4 * scale] } : {}),
  };
}

function shapesOf(part: Part, place: Place): Shape[] {
  const { x, y, scale, opacity } = place;
  switch (part.kind) {
    case 'group':
    case 'grip': {
      const own = part.kind === 'group' ? (part.opacity ?? 1) : 1;
      const inner = {
        x: x + scale * (part.x ?? 0),
        y: y + scale * (part.y ?? 0),
        ...{ scale, opacity: opacity * own },
      };
      return part.shapes.flatMap((shape) => shapesOf(shape, inner));
    }
    case 'text': {
      const { text, size = 13, anchor = 'start', face, fill = 'ink' } = part;
      return [
        {
          ...{ kind: 'text', text, anchor, size: scale * size },
          ...{ x: x + scale * part.x, y: y + scale * part.y },
          colour: colourOf(fill) ?? '',
          title: face === 'serif',
        },
      ];
    }
    default:
      return [
        {
          ...{ kind: 'path', d: pathOf(part) },
          ...painted(
            part,
            part.kind === 'rect' || part.kind === 'circle',
            place,
          ),
          matrix: [scale, 0, 0, scale, x, y],
        },
      ];
  }
}

/** A drawing as large as a box allows, in its middle. */
export const panelOf =
  ({ width, height, shapes }: Drawing): Panel =>
  (box: Box) => {
    const scale = Math.min(box.width / width, box.height / height);
    const place = {
      x: box.x + (box.width - scale * width) / 2,
      y: box.y + (box.height - scale * height) / 2,
      ...{ scale, opacity: 1 },
    };
    return shapes.flatMap((shape) => shapesOf(shape, place));
  };
