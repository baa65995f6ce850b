// The figures on the pages of methods: what they hold is what the part of the package
// that the page loads computes, and what may be changed can be.

import { inflateSync } from 'node:zlib';
import { load } from 'posenc';
import { load as loadAbsolute } from 'posenc/absolute';
import { load as loadAttention } from 'posenc/attention';
import { load as loadBias } from 'posenc/bias';
import { methods } from 'posenc/descriptions';
import { load as loadRotary } from 'posenc/rotary';
import { describe, expect, it } from 'vitest';
import { gridOf } from '../src/documents/example-grid.js';
import { heldGrid, mostCells } from '../src/documents/method-data.js';
import { colormap } from '../src/plot/colormap.js';
import { figureHtml, methodFigure, pictureFile } from './method-figures.js';
import { pngFile } from './png.js';

const pe = await load();
const parts = {
  absolute: await loadAbsolute(),
  attention: await loadAttention(),
  bias: await loadBias(),
  rotary: await loadRotary(),
};

const pictured = Object.values(methods).filter(
  (method) => 'family' in method && method.family !== undefined,
);

describe.each(pictured.map((method) => [method.name, method] as const))(
  '%s',
  (_, method) => {
    const figure = methodFigure(pe, method);
    if (!figure) throw new Error('it has no figure');
    const { data } = figure;

    it('holds what its part computes', () => {
      const part = parts[data.part as keyof typeof parts];
      const now = gridOf(part as never, method, data.options, mostCells);
      const held = heldGrid(data);
      expect([held.rows, held.columns]).toEqual([now.rows, now.columns]);
      expect([...held.values]).toEqual([...Float32Array.from(now.values)]);
      expect(held.values.some((x) => x !== held.values[0])).toBe(true);
    });

    it('offers options that another value changes', () => {
      const part = parts[data.part as keyof typeof parts];
      for (const { name, value } of data.fields) {
        const other = { ...data.options, [name]: value === 0 ? 1 : 2 * value };
        const now = gridOf(part as never, method, other, mostCells);
        expect([...now.values], name).not.toEqual([...figure.grid.values]);
      }
    });
  },
);

it('leads into the view that shows a method, where one does', () => {
  const htmlFor = (name: keyof typeof methods) => {
    const figure = methodFigure(pe, methods[name]);
    return figure ? figureHtml(figure, '../../') : '';
  };
  expect(htmlFor('sinusoidal')).toContain(
    '<a href="../../#/encodings?method=sinusoidal">',
  );
  expect(htmlFor('rope')).toContain('<a href="../../#/rope">');
  expect(htmlFor('alibi')).toMatch(
    /href="\.\.\/\.\.\/#\/attention\?b\.bias\.method=alibi/,
  );
  expect(methodFigure(pe, methods.addTo)).toBeUndefined();
});

/** The chunks of a PNG file, by their names. */
function chunksOf(file: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    found.set(
      file.toString('latin1', at + 4, at + 8),
      file.subarray(at + 8, at + 8 + length),
    );
    at += 12 + length;
  }
  return found;
}

it('writes pictures whose pixels are the colours of the numbers', () => {
  const grid = {
    rows: 2,
    columns: 3,
    values: Float32Array.of(-1, 0, 1, 1, 0, -1),
  };
  const chunks = chunksOf(pictureFile(grid, 'light'));
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const [low, middle, high] = [0, 128, 255];
  expect([...rows]).toEqual([0, low, middle, high, 0, high, middle, low]);
  const colours = chunks.get('PLTE') ?? Buffer.alloc(0);
  const { rgbs } = colormap('diverging', 'light');
  expect([...colours.subarray(765)]).toEqual([...(rgbs[255] ?? [])]);
  expect(chunks.get('IHDR')?.readUInt32BE(0)).toBe(3);
});

it('writes PNG files with sums that programs check', () => {
  const file = pngFile({
    ...{ width: 1, height: 1, pixels: Uint8Array.of(0), colours: [[1, 2, 3]] },
  });
  // The sum of an empty last chunk, as every PNG file has it.
  expect(file.subarray(-8).toString('hex')).toBe('49454e44ae426082');
});
