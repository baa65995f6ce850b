// @ts-check
/** Rotations over several axes: M-RoPE, vision towers, learned frequencies. */

import { frequency } from '../../support/frequency.mjs';
import { u } from '../tolerance.mjs';
import { alongAxis } from './axes.mjs';
import { turned, word } from './rotary.mjs';
import { checkAxisTables, checkAxisTurned } from './turned-axes.mjs';

/**
 * @typedef {import('./rotary.mjs').Posenc} Posenc
 * @typedef {import('./rotary.mjs').Case} Case
 * @typedef {import('./rotary.mjs').Comparison} Comparison
 * @typedef {import('./turned-axes.mjs').Turn} Turn
 * @typedef {(pe: Posenc, c: Case, check: Comparison) => void} Run
 */

/** The layout, which must be the one of these references. @param {Case} c */
function inTurn(c) {
  /** @type {readonly 'interleaved'[]} */
  const words = ['interleaved'];
  return word(c, 'pairing', words, 'interleaved');
}

/** @param {number[]} list @param {number} i */
const number = (list, i) => list[i] ?? Number.NaN;

/**
 * The angles of an axial rotation, whose axes have blocks of pairs in the
 * order of `coordinates`.
 * @param {number[][]} coordinates of the rows, for each block
 * @param {number} pairs of a block
 * @param {(pair: number) => number} frequencyOf
 * @returns {Turn['angle']}
 */
function axialAngle(coordinates, pairs, frequencyOf) {
  return (row, pair) =>
    number(coordinates[Math.floor(pair / pairs)] ?? [], row) *
    frequencyOf(pair % pairs);
}

/** [.., heads, rows, width]; positions [3, .., rows]. @type {Run} */
function sections(pe, c, check) {
  const headDim = c.size('head_dim', c.shapeIfAny('q', 'k')?.at(-1));
  const theta = c.param('base', 10000);
  const layout = word(c, 'pairing', ['half', 'interleaved'], 'half');
  /** @type {number[]} */
  const parts = c.param('mrope_section');
  const [axes, ...of] = c.shape('positions');
  if (axes !== parts.length || of.length > 2) {
    throw new Error(`positions are [${axes}, ${of}]`);
  }
  const all = c.numbers('positions');
  const length = of.at(-1) ?? 1;
  const axisOf = parts.flatMap((count, axis) => Array(count).fill(axis));
  const batch = of.length === 2 ? (of[0] ?? 1) : 1;
  if (batch !== 1) throw new Error('a batch of several sequences');
  const positions = parts.map((_, a) =>
    all.slice(a * length, (a + 1) * length),
  );
  /** @type {Turn} */
  const turn = {
    spec: {
      ...{ headDim, theta, layout },
      axes: { type: 'sections', sections: parts },
    },
    where: { positions },
    length,
    angle: (row, pair) =>
      number(positions[axisOf[pair]] ?? [], row) *
      frequency(theta, pair, headDim),
  };
  for (const name of ['q', 'k']) {
    if (!c.has(name)) continue;
    checkAxisTurned(pe, check, turn, { input: name, output: `${name}_out` });
  }
}

/** [rows, heads, width]. @type {Run} */
function vision(pe, c, check) {
  const headDim = c.size('head_dim', c.shapeIfAny('q', 'k')?.at(-1));
  const theta = c.param('base', 10000);
  const layout = word(c, 'pairing', ['half', 'interleaved'], 'half');
  const positions = [c.numbers('positions_h'), c.numbers('positions_w')];
  const turn = {
    spec: {
      headDim,
      theta,
      layout,
      axes: /** @type {const} */ ({ type: 'axial' }),
    },
    where: { positions },
    length: positions[0]?.length ?? 0,
    angle: axialAngle(positions, headDim / 4, (pair) =>
      frequency(theta, pair, headDim / 2),
    ),
  };
  for (const name of ['q', 'k']) {
    if (!c.has(name)) continue;
    c.size('heads', c.shape(name).at(-2));
    const o = { input: name, output: `${name}_out`, seqFirst: true };
    checkAxisTurned(pe, check, turn, o);
  }
}

/** The grid of a ViT of rows of `end_x` columns, and its x and y. @param {Case} c */
function plane(c) {
  const grid = [c.param('end_y', Number.NaN), c.param('end_x', Number.NaN)];
  const [y, x] = [alongAxis(grid, 0), alongAxis(grid, 1)];
  return { grid, x, y, length: x.length };
}

/** @type {Run} */
function vitAxial(pe, c, check) {
  const headDim = c.size('head_dim', c.shapeIfAny('q', 'k')?.at(-1));
  const theta = c.param('base', 100);
  const { grid, x, y, length } = plane(c);
  /** @type {Turn} */
  const turn = {
    spec: {
      headDim,
      theta,
      layout: inTurn(c),
      axes: { type: 'axial', lastAxisFirst: true },
    },
    where: { grid },
    length,
    angle: axialAngle([x, y], headDim / 4, (pair) =>
      frequency(theta, pair, headDim / 2),
    ),
  };
  checkAxisTables(pe, check, turn, { full: false });
  for (const name of ['q', 'k']) {
    if (!c.has(name)) continue;
    c.size('heads', c.shape(name).at(-3) ?? 1);
    checkAxisTurned(pe, check, turn, { input: name, output: `${name}_out` });
  }
}

/** The frequencies from which RoPE-Mixed begins. @type {Run} */
function vitMixedInit(pe, c, check) {
  const headDim = c.param('dim', 8);
  const heads = c.param('heads', 1);
  const { grid } = plane(c);
  const directions = {
    ...{ type: /** @type {const} */ ('perpendicular') },
    ...{ theta: c.param('theta', 10), angles: c.float32('random_angles') },
  };
  const options = { heads, rotaryDim: headDim, directions };
  const exact = pe.mixedFrequencies({ ...options, dtype: 'float64' });
  check.near('freqs', exact.data, () => 1e-10);
  const frequencies = pe.mixedFrequencies(options);
  check.nearTorch(
    'freqs',
    () => frequencies.data,
    () => 8 * u,
  );
  const rope = pe.rope({
    ...{ headDim, layout: inTurn(c) },
    axes: { type: 'mixed', frequencies, lastAxisFirst: true },
  });
  const x = c.float32('q');
  const { data } = rope.rotate(x, { grid, heads, headsFirst: true });
  // Frequencies are rounded to float32, and positions reach 3.
  const size = 8 * Math.max(...x.map(Math.abs));
  check.near('q_out', Float32Array.from(data), () => size * u);
  check.nearTorch(
    'q_out',
    () => Float32Array.from(data),
    () => 2 * size * u,
  );
}

/** @type {Run} */
function vitMixed(pe, c, check) {
  const headDim = c.size('head_dim', c.shapeIfAny('q', 'k')?.at(-1));
  const { grid, x, y, length } = plane(c);
  const [axes = 0, depth = 0, width = 0] = c.shape('freqs');
  c.size('depth', depth);
  const layer = c.param('layer', depth - 1);
  const pairs = headDim / 2;
  const heads = c.size('heads', width / pairs);
  const all = c.float32('freqs');
  const data = Float32Array.from({ length: axes * width }, (_, i) =>
    number(
      Array.from(all),
      (Math.floor(i / width) * depth + layer) * width + (i % width),
    ),
  );
  const shape = [axes, heads, pairs];
  const frequencies = { data, shape, dtype: /** @type {const} */ ('float32') };
  /** @type {Turn} */
  const turn = {
    spec: {
      headDim,
      layout: inTurn(c),
      axes: { type: 'mixed', frequencies, lastAxisFirst: true },
    },
    where: { grid },
    length,
    // Products and their sum are rounded in both programs.
    roundings: 4,
    angle: (row, pair, head) =>
      [x, y].reduce((sum, list, axis) => {
        const f = data[(axis * heads + head) * pairs + pair] ?? Number.NaN;
        return sum + Math.abs(number(list, row) * f);
      }, 0),
  };
  for (const name of ['q', 'k']) {
    if (!c.has(name)) continue;
    checkAxisTurned(pe, check, turn, { input: name, output: `${name}_out` });
  }
}

/** -1 to 1 in equal steps. @param {number} length @param {number} i */
const spreadOver = (length, i) =>
  length === 1 ? -1 : -1 + (2 * i) / (length - 1);

/** @type {Run} */
function timm(pe, c, check) {
  /** @type {number[]} */
  const grid = c.param('feat_shape');
  const headDim = c.size('dim', c.shapeIfAny('q', 'cos')?.at(-1));
  const theta = c.param('temperature', 10000);
  const pixels = c.param('in_pixels', true);
  const octaves = !c.param('linear_bands', false);
  const most = c.param('max_res', 224) / 2;
  if (c.param('half', false)) throw new Error('another order of pairs');
  const pairs = headDim / 2 / grid.length;
  const places = grid.map((length, axis) =>
    alongAxis(grid, axis).map((i) => (pixels ? spreadOver(length, i) : i)),
  );
  const bands = octaves ? 'octaves' : 'linear';
  const share = (/** @type {number} */ k) => (pairs > 1 ? k / (pairs - 1) : 0);
  const band = (/** @type {number} */ k) =>
    Math.PI * (octaves ? most ** share(k) : 1 + share(k) * (most - 1));
  /** @type {Turn} */
  const turn = {
    spec: {
      headDim,
      theta,
      layout: inTurn(c),
      axes: {
        type: 'axial',
        count: grid.length,
        ...(pixels && {
          normalise: 'symmetric',
          bands,
          maxResolution: 2 * most,
        }),
      },
    },
    where: { grid },
    length: places[0]?.length ?? 0,
    // See anglesOf in fourier.mjs.
    ...(pixels && { roundings: 2 * Math.LN2 * Math.log2(most) + 11 }),
    angle: axialAngle(
      places,
      pairs,
      pixels ? band : (pair) => frequency(theta, pair, 2 * pairs),
    ),
  };
  checkAxisTables(pe, check, turn, { full: true });
  if (!c.has('q')) return;
  c.size('heads', c.shape('q').at(-3) ?? 1);
  checkAxisTurned(pe, check, turn, { input: 'q', output: 'q_out' });
}

/** @type {Run} */
function lucidrains(pe, c, check) {
  /** @type {number[]} */
  const grid = c.param('dims');
  const width = c.param('dim_per_axis', Number.NaN);
  const headDim = width * grid.length;
  const theta = c.param('theta', 10000);
  const pixels = word(c, 'freqs_for', ['lang', 'pixel'], 'lang') === 'pixel';
  const most = c.param('max_freq', 10) / 2;
  /** @type {number[]} */
  const offsets = c.param('offsets', Array(grid.length).fill(0));
  const pairs = width / 2;
  const places = grid.map((length, axis) =>
    alongAxis(grid, axis).map((i) =>
      pixels ? spreadOver(length, i) : i + number(offsets, axis),
    ),
  );
  const share = (/** @type {number} */ k) => (pairs > 1 ? k / (pairs - 1) : 0);
  /** @type {Turn} */
  const turn = {
    spec: {
      headDim,
      theta,
      layout: inTurn(c),
      axes: {
        type: 'axial',
        count: grid.length,
        ...(pixels
          ? { normalise: 'symmetric', bands: 'linear', maxResolution: 2 * most }
          : { offsets }),
      },
    },
    where: { grid },
    length: places[0]?.length ?? 0,
    // The frequency has a step, a product and a sum; the coordinate as many.
    ...(pixels && { roundings: 16 }),
    angle: axialAngle(places, pairs, (k) =>
      pixels
        ? Math.PI * (1 + share(k) * (most - 1))
        : frequency(theta, k, width),
    ),
  };
  checkAngles(pe, check, turn);
  const shape = [
    ...c.shape('t').slice(0, -1 - grid.length),
    turn.length,
    headDim,
  ];
  const o = { input: 't', output: 'out', shape };
  checkAxisTurned(pe, check, turn, o);
}

/**
 * Compares the angles, of which the library has the frequencies and, in its
 * tables, the cosines. @param {Posenc} pe @param {Comparison} check
 * @param {Turn} turn
 */
function checkAngles(pe, check, { spec, where, angle, length, roundings = 7 }) {
  const rope = pe.make({ method: 'rope', ...spec });
  const { data } = rope.cosSin(
    /** @type {never} */ ({ ...where, full: true, dtype: 'float64' }),
  ).cos;
  const angles = Array.from({ length: length * spec.headDim }, (_, i) =>
    angle(Math.floor(i / spec.headDim), (i % spec.headDim) >> 1, 0),
  );
  const off = angles.findIndex(
    (a, i) => !(Math.abs(Math.cos(a) - Number(data[i])) <= 1e-12),
  );
  if (off >= 0) throw new Error(`the library has another angle at ${off}`);
  check.near('freqs', angles, (_, want) => 1e-10 * Math.max(1, Math.abs(want)));
  check.nearTorch(
    'freqs',
    () => angles,
    (_, want) => roundings * u * Math.abs(want),
  );
}

const queries = [...turned('q', 'k')];

export const ropeAxes = {
  'rope.vit_mixed_init': {
    params: ['dim', 'heads', 'theta', 'end_x', 'end_y', 'pairing'],
    tensors: ['random_angles', 'freqs', 'q', 'q_out'],
    run: vitMixedInit,
  },
  'rope.mrope_sections': {
    params: ['head_dim', 'heads', 'mrope_section', 'base', 'pairing'],
    tensors: ['positions', ...queries],
    run: sections,
  },
  'rope.vision2d_half': {
    params: ['head_dim', 'heads', 'base', 'pairing'],
    tensors: ['positions_h', 'positions_w', ...queries],
    run: vision,
  },
  'rope.vit_axial': {
    params: ['head_dim', 'heads', 'end_x', 'end_y', 'base', 'pairing'],
    tensors: ['cos', 'sin', ...queries],
    run: vitAxial,
  },
  'rope.vit_mixed': {
    params: [
      ...['head_dim', 'heads', 'end_x', 'end_y', 'depth', 'layer'],
      'pairing',
    ],
    tensors: ['freqs', ...queries],
    run: vitMixed,
  },
  'rope.timm_cat': {
    params: [
      ...['feat_shape', 'dim', 'heads', 'in_pixels', 'half', 'pairing'],
      ...['temperature', 'max_res', 'linear_bands'],
    ],
    tensors: ['q', 'q_out', 'cos', 'sin'],
    run: timm,
  },
  'rope.axial_lucidrains': {
    params: [
      ...['dim_per_axis', 'dims', 'offsets', 'freqs_for', 'max_freq'],
      ...['theta', 'pairing'],
    ],
    tensors: ['t', 'freqs', 'out'],
    run: lucidrains,
  },
};
