// @ts-check
/** Positions of generators, and the rotations that follow from them. */

import { frequency } from '../../support/frequency.mjs';
import { checkAxisTables, checkAxisTurned } from './turned-axes.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').GeneratorPositionsOptions['model']} Model
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {(pe: Posenc, c: Case, check: Comparison) => void} Run
 */

/** The positions of a model, as a list for each axis of text and image.
 * @param {Posenc} pe @param {Model} model */
export function placesOf(pe, model) {
  const { text, image } = pe.make({ method: 'generatorPositions', model });
  return { text: listsOf(text), image: listsOf(image) };
}

/** @param {import('posenc').Tensor<'float64'>} tensor */
function listsOf({ data, shape: [axes = 0, tokens = 0] }) {
  return Array.from({ length: axes }, (_, axis) =>
    Array.from(data.subarray(axis * tokens, (axis + 1) * tokens)),
  );
}

/** Lists of axes, text first. @param {ReturnType<typeof placesOf>} places */
export const joined = ({ text, image }) =>
  image.map((list, axis) => [...(text[axis] ?? []), ...list]);

/** One row a token, as the references keep positions. @param {number[][]} lists */
export const byToken = (lists) =>
  (lists[0] ?? []).flatMap((_, i) => lists.map((list) => list[i] ?? NaN));

/**
 * A rotation whose axes own neighbouring components.
 * @param {number[][]} positions @param {number[]} widths @param {number} theta
 */
function turnOf(positions, widths, theta) {
  const headDim = widths.reduce((sum, width) => sum + width, 0);
  const owners = widths.flatMap((width, axis) =>
    Array.from({ length: width / 2 }, (_, k) => ({ axis, k, width })),
  );
  return {
    spec: {
      ...{ headDim, theta, layout: /** @type {const} */ ('interleaved') },
      axes: {
        ...{ type: /** @type {const} */ ('axial'), count: widths.length },
        widths,
      },
    },
    where: { positions },
    length: positions[0]?.length ?? 0,
    angle: (/** @type {number} */ row, /** @type {number} */ pair) => {
      const { axis = 0, k = 0, width = 2 } = owners[pair] ?? {};
      const position = positions[axis]?.[row] ?? Number.NaN;
      return position * frequency(theta, k, width);
    },
  };
}

/**
 * Compares tables in which each value stands twice, and rotated queries.
 * @param {(c: Case) => Model} model @param {(c: Case) => number[]} widths
 * @param {boolean} [seqFirst] @returns {Run}
 */
const axial =
  (model, widths, seqFirst = false) =>
  (pe, c, check) => {
    const positions = joined(placesOf(pe, model(c)));
    if (c.has('ids')) {
      const ids = c.tensor('ids');
      if (ids.role === 'output') check.same('ids', byToken(positions));
      else if (byToken(positions).join() !== [...ids.data].join()) {
        throw new Error('other ids');
      }
    }
    const turn = turnOf(positions, widths(c), c.param('theta', 1e4));
    checkAxisTables(pe, check, turn, { full: true });
    checkAxisTurned(pe, check, turn, { input: 'q', output: 'q_out', seqFirst });
  };

/** Patches of a latent. @param {Case} c @param {string} name
 * @param {number[]} patch */
export const patched = (c, name, patch) =>
  /** @type {number[]} */ (c.param(name)).map((n, i) => n / (patch[i] ?? 1));

/** @param {Case} c */
const planeOf = (c) => [c.param('height', 0), c.param('width', 0)];

/** @param {Case} c @returns {Model} */
function cogVideoX(c) {
  /** @type {number[]} */
  const plane = c.param('grid_hw');
  const grid = [c.param('frames', 1), ...plane];
  /** @type {string} */
  const kind = c.param('grid_type', 'linspace');
  if (kind === 'slice') return { type: 'video', grid };
  return { type: 'cogVideoX', grid, base: c.param('base_grid_hw', []) };
}

/** Compares cosines and sines [rows, pairs] under their names.
 * @param {Posenc} pe @param {Comparison} check
 * @param {ReturnType<typeof turnOf>} turn
 * @param {[cos: string, sin: string]} names */
function checkComplex(pe, check, { spec, where }, names) {
  const rope = pe.rope(spec);
  const float64 = rope.cosSin({ ...where, dtype: 'float64' });
  const float32 = rope.cosSin(where);
  names.forEach((name, i) => {
    const part = /** @type {const} */ (['cos', 'sin'])[i] ?? 'cos';
    check.near(name, float64[part].data, () => 1e-12);
    // Angles of a few hundred at most, each rounded once to float32.
    check.nearTorch(
      name,
      () => float32[part].data,
      () => 2 ** -14,
    );
  });
}

/** @type {(layered: boolean) => Run} */
const qwenImage = (layered) => (pe, c, check) => {
  /** @type {number[][]} */
  const shapes = c.param('shapes_fhw');
  const places = placesOf(pe, {
    ...{ type: 'qwenImage', text: c.param('text_tokens', 0), layered },
    images: shapes.map((grid) => ({ grid })),
    centred: c.param('scale_rope', true),
  });
  /** @type {number[]} */
  const widths = c.param('axes_dim');
  const parts = /** @type {const} */ ([
    ['vid', places.image],
    ['txt', places.text],
  ]);
  for (const [word, positions] of parts) {
    check.same(`${word}_positions`, byToken(positions));
    const turn = turnOf(positions, widths, c.param('theta', 1e4));
    checkComplex(pe, check, turn, [`${word}_re`, `${word}_im`]);
    const o = { input: `q_${word}`, output: `q_${word}_out`, seqFirst: true };
    checkAxisTurned(pe, check, turn, o);
  }
};

/** @type {Run} */
function zImage(pe, c, check) {
  /** @type {number[]} */
  const latent = c.param('latent_shape_fhw');
  const patch = c.param('patch_size', 2);
  const sides = [c.param('f_patch_size', 1), patch, patch];
  const places = placesOf(pe, {
    ...{ type: 'zImage', text: c.param('caption_tokens', 0) },
    grid: latent.map((n, i) => n / (sides[i] ?? 1)),
    multiple: c.param('pad_to_multiple', 32),
  });
  check.same('caption_ids', byToken(places.text));
  check.same('image_ids', byToken(places.image));
  /** @param {number[][]} lists @param {string} name */
  const pick = (lists, name) =>
    lists.map((list) =>
      /** @type {number[]} */ (c.param(name)).map((i) => list[i] ?? NaN),
    );
  const text = pick(places.text, 'picked_caption');
  const image = pick(places.image, 'picked_image');
  const turn = turnOf(
    joined({ text, image }),
    c.param('axes_dims', []),
    c.param('theta', 256),
  );
  checkComplex(pe, check, turn, ['re', 'im']);
  const o = { input: 'q', output: 'q_out', seqFirst: true };
  checkAxisTurned(pe, check, turn, o);
}

/**
 * Compares a table of sinusoids: columns first, each axis as a table of its own.
 * @param {Posenc} pe @param {Comparison} check @param {number[][]} image
 * @param {number} dim
 */
function checkPlane(pe, check, image, dim) {
  const widths = [dim / 2, dim / 2];
  checkSinusoids(pe, check, [...image].reverse(), widths);
}

/**
 * Compares sinusoids of several lists of positions, side by side.
 * @param {Posenc} pe @param {Comparison} check
 * @param {number[][]} lists @param {number[]} widths
 */
export function checkSinusoids(pe, check, lists, widths) {
  const parts = lists.map((positions, i) => {
    const dim = widths[i] ?? 0;
    const options = { positions, dim, layout: /** @type {const} */ ('blocks') };
    return pe.sinusoidal({ ...options, dtype: 'float64' }).data;
  });
  const rows = lists[0]?.length ?? 0;
  const table = Array.from({ length: rows }, (_, row) =>
    parts.flatMap((part, i) => {
      const dim = widths[i] ?? 0;
      return [...part.subarray(row * dim, (row + 1) * dim)];
    }),
  ).flat();
  check.near('table', table, () => 1e-12);
  check.nearTorch(
    'table',
    () => Float32Array.from(table),
    () => 2 ** -18,
  );
}

/** @type {Run} */
function sd3(pe, c, check) {
  const patch = c.param('patch_size', 2);
  const grid = patched(c, 'crop_latent_hw', [patch, patch]);
  const { image } = placesOf(pe, {
    ...{ type: 'sd3', grid, side: c.param('pos_embed_max_size', 1) },
    base: c.size('base_size', c.param('height', 0) / patch),
    interpolation: c.param('interpolation_scale', 1),
  });
  checkPlane(pe, check, image, c.param('embed_dim', 0));
}

/** @type {Run} */
function pixArt(pe, c, check) {
  const { image } = placesOf(pe, {
    ...{ type: 'pixArt', grid: c.param('grid_hw', []) },
    base: c.size('base_size', c.param('height', 0) / c.param('patch_size', 2)),
    interpolation: c.param('interpolation_scale', 1),
  });
  checkPlane(pe, check, image, c.param('embed_dim', 0));
}

/** The frame, then the column, then the row. @type {Run} */
function sincos3d(pe, c, check) {
  const plane = [c.param('height', 1), c.param('width', 1)];
  const grid = [c.param('frames', 1), ...plane];
  const { image } = placesOf(pe, { type: 'video', grid });
  const across = c.param('spatial_interpolation_scale', 1);
  const along = c.param('temporal_interpolation_scale', 1);
  const lists = image.map((list, axis) =>
    list.map((index) => index / (axis === 0 ? along : across)),
  );
  const [time = [], rows = [], columns = []] = lists;
  const dim = c.param('dim', 8);
  const widths = [dim / 4, (3 * dim) / 8, (3 * dim) / 8];
  checkSinusoids(pe, check, [time, columns, rows], widths);
  const made = pe.sinusoidalGrid({
    ...{ grid, dim, order: [0, 2, 1], widths },
    ...{ divisors: [along, across, across], dtype: 'float64' },
  });
  check.near('table', made.data, () => 1e-12);
}

const common = ['theta', 'heads', 'head_dim', 'pairing'];
const queries = ['q', 'q_out', 'cos', 'sin'];

export const generators = {
  'rope.flux': {
    params: ['axes_dim', 'text_tokens', 'height', 'width', ...common],
    tensors: ['ids', ...queries],
    run: axial(
      (c) => ({
        ...{ type: 'flux', text: c.param('text_tokens', 0), grid: planeOf(c) },
      }),
      (c) => c.param('axes_dim', []),
    ),
  },
  'rope.flux2': {
    params: [
      ...['axes_dim', 'text_tokens', 'height', 'width', 'reference_sizes'],
      ...['scale', ...common],
    ],
    tensors: ['ids', ...queries],
    run: axial(
      (c) => ({
        ...{ type: 'flux2', text: c.param('text_tokens', 0), grid: planeOf(c) },
        references: /** @type {number[][]} */ (c.param('reference_sizes')).map(
          (grid) => ({ grid }),
        ),
        step: c.param('scale', 10),
      }),
      (c) => c.param('axes_dim', []),
    ),
  },
  'rope.wan': {
    params: ['patch_size', 'latent_shape_thw', 'axis_widths_thw', ...common],
    tensors: queries,
    run: axial(
      (c) => ({
        type: 'video',
        grid: patched(c, 'latent_shape_thw', c.param('patch_size', [])),
      }),
      (c) => c.param('axis_widths_thw', []),
      true,
    ),
  },
  'rope.hunyuan_video': {
    params: [
      ...['patch_size', 'patch_size_t', 'rope_dim', 'latent_shape_thw'],
      ...common,
    ],
    tensors: queries,
    run: axial(
      (c) => {
        const side = c.param('patch_size', 2);
        const sides = [c.param('patch_size_t', 1), side, side];
        return { type: 'video', grid: patched(c, 'latent_shape_thw', sides) };
      },
      (c) => c.param('rope_dim', []),
    ),
  },
  'rope.cogvideox': {
    params: [
      ...['grid_hw', 'frames', 'base_grid_hw', 'grid_type', 'crops_coords'],
      ...common,
    ],
    tensors: queries,
    run: axial(cogVideoX, (c) => {
      const headDim = c.param('head_dim', 0);
      return [headDim / 4, (3 * headDim) / 8, (3 * headDim) / 8];
    }),
  },
  ...Object.fromEntries(
    ['rope.qwen_image', 'rope.qwen_image_layered'].map((method, layered) => [
      method,
      {
        params: [
          ...['axes_dim', 'scale_rope', 'shapes_fhw', 'text_tokens', ...common],
        ],
        tensors: [/^(vid|txt)_(positions|re|im)$/, /^q_(vid|txt)(_out)?$/],
        run: qwenImage(layered === 1),
      },
    ]),
  ),
  'rope.z_image': {
    params: [
      ...['caption_tokens', 'latent_shape_fhw', 'patch_size', 'f_patch_size'],
      ...['axes_dims', 'axes_lens', 'pad_to_multiple', 'picked_caption'],
      ...['picked_image', ...common],
    ],
    tensors: ['caption_ids', 'image_ids', 're', 'im', 'q', 'q_out'],
    run: zImage,
  },
  'sincos2d.sd3_cropped': {
    params: [
      ...['height', 'width', 'patch_size', 'in_channels', 'embed_dim'],
      ...['pos_embed_max_size', 'interpolation_scale', 'crop_latent_hw'],
      ...['grid_hw', 'base_size'],
    ],
    tensors: ['table'],
    run: sd3,
  },
  'sincos2d.pixart': {
    params: [
      ...['height', 'width', 'patch_size', 'in_channels', 'embed_dim'],
      ...['interpolation_scale', 'crop_latent_hw', 'grid_hw', 'base_size'],
    ],
    tensors: ['table'],
    run: pixArt,
  },
  'sincos3d.cogvideox': {
    params: [
      ...['dim', 'width', 'height', 'frames'],
      ...['spatial_interpolation_scale', 'temporal_interpolation_scale'],
    ],
    tensors: ['table'],
    run: sincos3d,
  },
};
