// An illustrative picture, drawn by code: a lighthouse by the sea. It fills a unit
// square, which the picture's canvas stretches.

type Point = readonly [x: number, y: number];

const shapes: readonly {
  readonly fill: string;
  readonly points: readonly Point[];
}[] = [
  // The sea, and lighter bands on it.
  {
    fill: '#2f6f8f',
    points: [
      [0, 0.62],
      [1, 0.62],
      [1, 1],
      [0, 1],
    ],
  },
  {
    fill: '#4d8aa6',
    points: [
      [0, 0.66],
      [0.62, 0.66],
      [0.56, 0.685],
      [0, 0.685],
    ],
  },
  {
    fill: '#4d8aa6',
    points: [
      [0.2, 0.74],
      [0.78, 0.74],
      [0.7, 0.765],
      [0.27, 0.765],
    ],
  },
  // The rock.
  {
    fill: '#6b5a48',
    points: [
      [0.52, 1],
      [0.6, 0.8],
      [0.68, 0.72],
      [0.84, 0.7],
      [0.95, 0.78],
      [1, 0.76],
      [1, 1],
    ],
  },
  {
    fill: '#8a7660',
    points: [
      [0.6, 0.8],
      [0.68, 0.72],
      [0.84, 0.7],
      [0.8, 0.77],
      [0.68, 0.8],
    ],
  },
  // The tower, with its stripes.
  {
    fill: '#f3efe6',
    points: [
      [0.705, 0.73],
      [0.73, 0.3],
      [0.81, 0.3],
      [0.835, 0.72],
    ],
  },
  {
    fill: '#b23a48',
    points: [
      [0.711, 0.62],
      [0.717, 0.52],
      [0.823, 0.52],
      [0.829, 0.62],
    ],
  },
  {
    fill: '#b23a48',
    points: [
      [0.722, 0.43],
      [0.727, 0.35],
      [0.813, 0.35],
      [0.818, 0.43],
    ],
  },
  // Its gallery, its light and its roof.
  {
    fill: '#33424f',
    points: [
      [0.71, 0.305],
      [0.71, 0.28],
      [0.83, 0.28],
      [0.83, 0.305],
    ],
  },
  {
    fill: '#f7d774',
    points: [
      [0.735, 0.28],
      [0.735, 0.2],
      [0.805, 0.2],
      [0.805, 0.28],
    ],
  },
  {
    fill: '#b23a48',
    points: [
      [0.72, 0.2],
      [0.77, 0.125],
      [0.82, 0.2],
    ],
  },
  // A boat with two sails.
  {
    fill: '#5a3a2a',
    points: [
      [0.14, 0.68],
      [0.38, 0.68],
      [0.33, 0.735],
      [0.18, 0.735],
    ],
  },
  {
    fill: '#fbf7ee',
    points: [
      [0.255, 0.4],
      [0.255, 0.66],
      [0.13, 0.66],
    ],
  },
  {
    fill: '#e8c9a0',
    points: [
      [0.27, 0.45],
      [0.27, 0.66],
      [0.37, 0.66],
    ],
  },
];

/** Draws it over the whole of a canvas. */
export function drawScene(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
): void {
  const sky = context.createLinearGradient(0, 0, 0, 0.62 * height);
  sky.addColorStop(0, '#7fb4d6');
  sky.addColorStop(1, '#f2dcbf');
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#f4b860';
  context.beginPath();
  context.arc(0.42 * width, 0.3 * height, 0.07 * Math.min(width, height), 0, 7);
  context.fill();
  for (const { fill, points } of shapes) {
    context.fillStyle = fill;
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x * width, y * height);
    context.fill();
  }
}
