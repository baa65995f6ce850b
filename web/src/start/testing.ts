// For tests of screens and of other figures: what a drawing says, and whether it is
// whole.

import { expect } from 'vitest';
import type { Drawing, Grip, Shape } from './shape.js';
import { svgFile } from './svg-file.js';

/** The texts of a shape and of all inside it, in their order. */
export function textsOf(shape: Shape): string[] {
  if (shape.kind === 'text') return [shape.text];
  const inner = 'shapes' in shape ? shape.shapes : [];
  return inner.flatMap(textsOf);
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** About how wide a letter is, as a part of the size. */
const letter = 0.5;

function boxesOf(shape: Shape, x = 0, y = 0): Box[] {
  switch (shape.kind) {
    case 'group':
    case 'grip': {
      const [left, top] = [x + (shape.x ?? 0), y + (shape.y ?? 0)];
      return shape.shapes.flatMap((inner) => boxesOf(inner, left, top));
    }
    case 'line': {
      const [xs, ys] = [0, 1].map((i) =>
        [shape.from, shape.to].map((point) => point[i as 0 | 1]),
      ) as [number[], number[]];
      return [
        [
          x + Math.min(...xs),
          y + Math.min(...ys),
          x + Math.max(...xs),
          y + Math.max(...ys),
        ],
      ];
    }
    case 'path': {
      const numbers = (shape.d.match(/-?[\d.]+/g) ?? []).map(Number);
      expect(numbers.every(Number.isFinite)).toBe(true);
      return [];
    }
    case 'rect':
      return [
        [
          x + shape.x,
          y + shape.y,
          x + shape.x + shape.w,
          y + shape.y + shape.h,
        ],
      ];
    case 'circle':
      return [
        [
          x + shape.x - shape.r,
          y + shape.y - shape.r,
          x + shape.x + shape.r,
          y + shape.y + shape.r,
        ],
      ];
    case 'text': {
      const { size = 13, anchor = 'start', text } = shape;
      expect(size, text).toBeGreaterThanOrEqual(11);
      const wide = letter * size * text.length;
      const before = { start: 0, middle: wide / 2, end: wide }[anchor];
      const left = x + shape.x - before;
      return [[left, y + shape.y - 0.7 * size, left + wide, y + shape.y]];
    }
  }
}

/** All places of a shape that are dragged. */
export function gripsOf(shape: Shape): Grip[] {
  if (shape.kind === 'grip') return [shape];
  return shape.kind === 'group' ? shape.shapes.flatMap(gripsOf) : [];
}

/** Asserts that a drawing is whole. */
export function check(drawing: Drawing): void {
  const { width, height, label, shapes } = drawing;
  expect(label).not.toBe('');
  for (const box of shapes.flatMap((shape) => boxesOf(shape))) {
    const [left, top, right, bottom] = box;
    const inside =
      left >= -1 && top >= -1 && right <= width + 1 && bottom <= height + 1;
    expect(inside, `${box} in ${width} × ${height}`).toBe(true);
  }
  expect(svgFile(drawing)).not.toMatch(/NaN|undefined|Infinity/);
  for (const grip of shapes.flatMap(gripsOf)) {
    expect(grip.value).toBeGreaterThanOrEqual(grip.min);
    expect(grip.value).toBeLessThanOrEqual(grip.max);
    expect(grip.said).not.toBe('');
  }
}
