// The elements that a drawing stands for, as data: the page makes and mends
// elements by it, and the build writes a file of it.

import { short } from './paths.js';
import type { Drawing, Grip, Look, Shape } from './shape.js';

export interface Element {
  readonly tag: 'g' | 'line' | 'path' | 'rect' | 'circle' | 'text';
  /** What is the same from one drawing to the next. */
  readonly key?: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Where it stands; the page moves it there smoothly. */
  readonly place?: readonly [x: number, y: number];
  readonly text?: string;
  readonly children: readonly Element[];
}

type Attributes = Record<string, string>;

function looks(look: Look, fill: string): Attributes {
  const names = [`fill-${look.fill ?? fill}`];
  if (look.stroke) names.push(`stroke-${look.stroke}`);
  if (look.dash) names.push('dashed');
  return {
    class: names.join(' '),
    ...(look.width === undefined ? {} : { 'stroke-width': short(look.width) }),
    ...(look.opacity === undefined ? {} : { opacity: short(look.opacity) }),
    ...(look.mark === undefined ? {} : { 'data-mark': look.mark }),
  };
}

const numbers = (values: Readonly<Record<string, number>>): Attributes =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, short(value)]),
  );

function gripOf(grip: Grip): Element {
  const reach = grip.reach ?? 22;
  return {
    tag: 'g',
    key: grip.key,
    place: [grip.x, grip.y],
    attributes: {
      class: 'grip',
      'data-grip': grip.key,
      role: 'slider',
      tabindex: '0',
      'aria-label': grip.label,
      'aria-valuenow': short(grip.value),
      'aria-valuemin': short(grip.min),
      'aria-valuemax': short(grip.max),
      'aria-valuetext': grip.said,
    },
    children: [
      {
        tag: 'rect',
        attributes: {
          class: 'reach',
          ...numbers({ x: -reach, y: -22, width: 2 * reach, height: 44 }),
        },
        children: [],
      },
      ...grip.shapes.map(elementOf),
    ],
  };
}

function elementOf(shape: Shape): Element {
  const bare = { children: [] };
  switch (shape.kind) {
    case 'grip':
      return gripOf(shape);
    case 'group': {
      const { x = 0, y = 0, key, mark, opacity } = shape;
      return {
        tag: 'g',
        place: [x, y],
        ...(key === undefined ? {} : { key }),
        attributes: {
          ...(mark === undefined ? {} : { 'data-mark': mark }),
          ...(opacity === undefined ? {} : { opacity: short(opacity) }),
        },
        children: shape.shapes.map(elementOf),
      };
    }
    case 'line': {
      const [x1, y1] = shape.from;
      const [x2, y2] = shape.to;
      const ends = numbers({ x1, y1, x2, y2 });
      return {
        tag: 'line',
        attributes: { ...looks(shape, 'none'), ...ends },
        ...bare,
      };
    }
    case 'path':
      return {
        tag: 'path',
        attributes: { ...looks(shape, 'none'), d: shape.d },
        ...bare,
      };
    case 'rect': {
      const { x, y, w: width, h: height, round: rx = 0 } = shape;
      const box = numbers({ x, y, width, height, rx });
      return {
        tag: 'rect',
        attributes: { ...looks(shape, 'ink'), ...box },
        ...bare,
      };
    }
    case 'circle': {
      const { x: cx, y: cy, r } = shape;
      return {
        tag: 'circle',
        attributes: { ...looks(shape, 'ink'), ...numbers({ cx, cy, r }) },
        ...bare,
      };
    }
    case 'text': {
      const { x, y, size = 13, anchor = 'start', face = 'sans' } = shape;
      const look = looks(shape, 'ink');
      return {
        tag: 'text',
        attributes: {
          ...look,
          class: [...[look.class, face], ...(shape.halo ? ['halo'] : [])].join(
            ' ',
          ),
          ...numbers({ x, y, 'font-size': size }),
          'text-anchor': anchor,
        },
        text: shape.text,
        children: [],
      };
    }
  }
}

export function treeOf({ shapes }: Drawing): readonly Element[] {
  return shapes.map(elementOf);
}
