// The figures on the pages of methods: numbers of each method's example, computed while
// the page is built, with the options that a reader may change.

import type { Posenc, Tensor } from 'posenc';
import type { MethodDescription } from 'posenc/descriptions';
import { gridOf } from '../src/documents/example-grid.js';
import {
  type Changeable,
  captionOf,
  type MethodData,
  mostCells,
} from '../src/documents/method-data.js';
import { rangeOf } from '../src/figures/colour-range.js';
import { elsewhere } from '../src/figures/elsewhere.js';
import { colormap, entryOf, type Theme } from '../src/plot/colormap.js';
import { type Grid, isEmpty } from '../src/plot/grid.js';
import { escaped } from './html.js';
import { pngFile } from './png.js';
import { filled } from './small-pictures.js';

const parts = {
  table: 'absolute',
  rotation: 'rotary',
  bias: 'bias',
  relative: 'attention',
  gate: 'attention',
} as const satisfies Record<
  NonNullable<MethodDescription['family']>,
  MethodData['part']
>;

/** The most options that a page offers. */
const mostFields = 4;

/** Positions where something begins move a picture and change no more. */
const isDull = (name: string): boolean => /start$/i.test(name);

/** The options with a number that can be changed by itself. */
function changeable(
  pe: Posenc,
  method: MethodDescription,
  options: MethodData['options'],
): Changeable[] {
  const own = Object.keys(method.example ?? {});
  const names = [...new Set([...own, ...Object.keys(method.parameters)])];
  return names
    .flatMap((name): Changeable[] => {
      const parameter = method.parameters[name];
      if (parameter?.kind !== 'number' || isDull(name)) return [];
      const given =
        options[name] ?? ('default' in parameter && parameter.default);
      if (typeof given !== 'number') return [];
      // A picture of a rope has as many pairs as there is room for.
      if (method.family === 'rotation' && name === 'headDim') return [];
      const { min, max, integer = false } = parameter;
      const field = {
        ...{ name, value: given, integer },
        ...(min === undefined ? {} : { min }),
        ...(max === undefined ? {} : { max: Math.min(max, 512) }),
      };
      return isFree(pe, method, options, field) ? [field] : [];
    })
    .slice(0, mostFields);
}

/** Whether another value is taken, and changes the picture: arrays may forbid it. */
function isFree(
  pe: Posenc,
  method: MethodDescription,
  options: MethodData['options'],
  { name, value }: Changeable,
): boolean {
  const other = value === 0 ? 1 : 2 * value;
  try {
    const [one, two] = [value, other].map((now) =>
      gridOf(pe, method, { ...options, [name]: now }, mostCells),
    ) as [Grid, Grid];
    return (
      one.values.length !== two.values.length ||
      one.values.some((x, i) => !Object.is(x, two.values[i]))
    );
  } catch {
    return false;
  }
}

/** Numbers as lists in lists, by their shape. */
function nested(data: ArrayLike<number>, shape: readonly number[]): unknown {
  const [, ...inner] = shape;
  if (inner.length === 0) return Array.from(data);
  const each = inner.reduce((all, extent) => all * extent, 1);
  return Array.from({ length: shape[0] ?? 0 }, (_, i) =>
    nested(Array.prototype.slice.call(data, i * each, (i + 1) * each), inner),
  );
}

/** Options as JSON holds them: arrays and tensors as lists. */
const plainOf = (options: object): MethodData['options'] =>
  JSON.parse(
    JSON.stringify(options, (_, value) => {
      if (ArrayBuffer.isView(value)) return Array.from(value as Float32Array);
      const { data, shape } = (value ?? {}) as Partial<Tensor>;
      return data && shape ? nested(data as Float32Array, shape) : value;
    }),
  );

const base64 = ({ values }: Grid): string => {
  const floats = Float32Array.from(values);
  return Buffer.from(floats.buffer).toString('base64');
};

export interface MethodFigure {
  readonly data: MethodData;
  readonly grid: Grid;
  /** Where the Explorer shows it, below the folder of the Explorer. */
  readonly address: string | undefined;
  readonly view: string;
}

/** The figure of a method; undefined for what is no method but an operation. */
export function methodFigure(
  pe: Posenc,
  method: MethodDescription,
): MethodFigure | undefined {
  const { name, family } = method;
  if (family === undefined) return undefined;
  const { method: _, ...spec } = filled(pe, method);
  const options = plainOf(spec);
  const grid = gridOf(pe, method, options, mostCells);
  const there = elsewhere.find((one) => one.name === name);
  return {
    grid,
    data: {
      ...{ name, family, part: parts[family], options },
      fields: changeable(pe, method, options),
      ...{ rows: grid.rows, columns: grid.columns, values: base64(grid) },
    },
    address: family === 'table' ? `#/encodings?method=${name}` : there?.address,
    view: family === 'table' ? 'Encodings' : (there?.view ?? ''),
  };
}

/** The picture of a figure in a theme, a pixel a cell. */
export function pictureFile(grid: Grid, theme: Theme): Buffer {
  const range = rangeOf(grid);
  const { rgbs } = colormap(range.low < 0 ? 'diverging' : 'sequential', theme);
  return pngFile({
    ...{ width: grid.columns, height: grid.rows, colours: rgbs },
    pixels: Uint8Array.from(grid.values, (value) =>
      isEmpty(value) ? 0 : entryOf(value, range),
    ),
  });
}

/** The figure as it stands on the page, before its script begins. */
export function figureHtml(
  { data, address, view }: MethodFigure,
  root: string,
): string {
  const { rows, columns } = data;
  const caption = captionOf(data);
  const link =
    address === undefined
      ? ''
      : ` <a href="${root}${escaped(address)}">Open it in the Explorer: ${view}</a>`;
  return (
    `<figure class="method-figure" data-method="${escaped(JSON.stringify(data))}">` +
    '<picture class="still"><source media="(prefers-color-scheme: dark)" ' +
    `srcset="dark.png"><img class="cells${rows === columns ? ' square' : ''}" ` +
    `src="light.png" width="${columns}" ` +
    `height="${rows}" alt="${escaped(caption)}"></picture>` +
    `<figcaption>${escaped(caption)}${link}</figcaption></figure>`
  );
}
