// @ts-check
// A figure that shows which axis turns each pair of a rope, asked of the rope:
// a pair belongs to the axis along which a step turns it.
import { documentOf } from './chart.mjs';

/** @typedef {import('../../../bindings/dist/modules/index.js').Posenc} Posenc */
/** @typedef {import('../../../bindings/dist/modules/index.js').RopeOptions} RopeOptions */

const AXES = ['time', 'height', 'width'];
const CELL = 9.5;

/**
 * The number of the axis of each pair.
 * @param {Posenc} pe @param {RopeOptions} options @returns {number[]}
 */
function axesOf(pe, options) {
  const rope = pe.rope(options);
  const steps = AXES.map((_, axis) => {
    const positions = AXES.map((_, other) => [other === axis ? 1 : 0]);
    return rope.cosSin({ positions, dtype: 'float64' }).sin.data;
  });
  return Array.from(rope.frequencies, (_, pair) =>
    steps.findIndex((sin) => sin[pair] !== 0),
  );
}

/** @param {Posenc} pe @returns {string} an SVG document */
export function drawAxes(pe) {
  const common = { headDim: 128, theta: 1e6 };
  /** @type {[string, RopeOptions][]} */
  const ropes = [
    [
      'Qwen2-VL: sections 16, 24, 24',
      { ...common, axes: { type: 'sections', sections: [16, 24, 24] } },
    ],
    [
      'Qwen3-VL: interleaved 24, 20, 20',
      { ...common, axes: { type: 'interleaved', sections: [24, 20, 20] } },
    ],
  ];
  const parts = ropes.flatMap(([name, options], strip) => {
    const y = 76 + 62 * strip;
    const cells = axesOf(pe, options).map(
      (axis, pair) =>
        `<path class="f${axis}" d="M${70 + CELL * pair} ${y}h${CELL - 1}v22h${1 - CELL}z"/>`,
    );
    return [`<text x="70" y="${y - 8}">${name}</text>`, ...cells];
  });
  const legend = AXES.map(
    (name, i) => `<text class="f${i}" x="${70 + 80 * i}" y="46">${name}</text>`,
  );
  const ends = [0, 63].map(
    (pair) =>
      `<text x="${70 + CELL * (pair + 0.5)}" y="178" text-anchor="middle">${pair}</text>`,
  );
  return documentOf('The axis that turns each pair', 190, [
    ...legend,
    ...parts,
    ...ends,
  ]);
}
