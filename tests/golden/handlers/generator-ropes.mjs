// @ts-check
/** Rotations of generators whose axes have bases or orders of their own. */

import { frequency } from '../../support/frequency.mjs';
import { byToken, joined, patched, placesOf } from './generators.mjs';
import { checkAxisTables, checkAxisTurned } from './turned-axes.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').GeneratorPositionsOptions['model']} Model
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 * @typedef {import('./turned-axes.mjs').Turn} Turn
 * @typedef {(pe: Posenc, c: Case, check: Comparison) => void} Run
 */

/**
 * A rotation in halves, whose axes own neighbouring pairs with frequencies of
 * their own.
 * @param {number[][]} positions @param {number[]} widths
 * @param {number[]} thetas @returns {Turn}
 */
function inHalves(positions, widths, thetas) {
  const owners = widths.flatMap((width, axis) =>
    Array.from({ length: width / 2 }, (_, k) => ({ axis, k, width })),
  );
  const [theta = 1e4] = thetas;
  const alike = thetas.every((base) => base === theta);
  return {
    spec: {
      ...{ headDim: 2 * owners.length, theta, layout: 'half' },
      axes: { type: 'axial', widths, ...(!alike && { thetas }) },
    },
    where: { positions },
    length: positions[0]?.length ?? 0,
    angle(row, pair) {
      const { axis = 0, k = 0, width = 2 } = owners[pair] ?? {};
      const at = positions[axis]?.[row] ?? Number.NaN;
      return at * frequency(thetas[axis] ?? theta, k, width);
    },
  };
}

/** @param {(c: Case) => Model} model @returns {Run} */
const onPlane = (model) => (pe, c, check) => {
  const { image } = placesOf(pe, model(c));
  const width = c.param('head_dim', 4) / 2;
  const theta = c.param('theta', 1e4);
  const plane = image.slice(-2);
  const turn = inHalves(plane, [width, width], [theta, theta]);
  checkAxisTables(pe, check, turn, { full: true });
  checkAxisTurned(pe, check, turn, { input: 'q', output: 'q_out' });
};

/** Rows and columns of patches. @param {Case} c */
const planeOf = (c) => {
  const patch = c.param('patch_size', 2);
  return patched(c, 'latent_shape_hw', [patch, patch]);
};

/** Each axis has a base that is scaled as NTK does it. @type {Run} */
function cosmos(pe, c, check) {
  const grid = patched(c, 'latent_shape_thw', c.param('patch_size', []));
  const fps = c.param('fps', /** @type {number | null} */ (null));
  const { image } = placesOf(pe, {
    ...{ type: 'cosmos', grid, baseFps: c.param('base_fps', 24) },
    ...(fps !== null && { fps }),
  });
  /** @type {number[]} */
  const widths = c.param('axis_widths_thw');
  const thetas = /** @type {number[]} */ (c.param('rope_scale_thw')).map(
    (scale, axis) => {
      const width = widths[axis] ?? 4;
      return 1e4 * scale ** (width / (width - 2));
    },
  );
  // A base is a float64 that Math.pow made here, and another power there.
  const turn = { ...inHalves(image, widths, thetas), roundings: 12 };
  checkAxisTables(pe, check, turn, { full: true });
  checkAxisTurned(pe, check, turn, { input: 'q', output: 'q_out' });
}

/** Learned frequencies of heads. @type {Run} */
function mochi(pe, c, check) {
  const { image } = placesOf(pe, {
    ...{ type: 'mochi', grid: c.param('shape_thw', []) },
    area: c.param('base_area', 36864),
  });
  const within = () => 1e-9;
  check.near('positions', byToken(image), within);
  check.nearTorch(
    'positions',
    () => Float32Array.from(byToken(image)),
    () => 2 ** -15,
  );
  const headDim = c.param('head_dim', 2);
  const frequencies = {
    data: c.float32('pos_frequencies'),
    shape: c.shape('pos_frequencies'),
    dtype: /** @type {const} */ ('float32'),
  };
  const rope = pe.rope({
    ...{ headDim, layout: 'interleaved', axes: { type: 'mixed', frequencies } },
  });
  const where = { positions: image };
  const heads = c.param('heads', 1);
  const float64 = rope.cosSin({ ...where, dtype: 'float64' });
  for (const name of /** @type {const} */ (['cos', 'sin'])) {
    check.near(name, float64[name].data, within);
    check.nearTorch(
      name,
      () => Float32Array.from(float64[name].data),
      () => 2 ** -12,
    );
  }
  const { data } = rope.rotate(c.float32('q'), { ...where, heads });
  check.near('q_out', Float32Array.from(data), () => 1e-6);
  check.nearTorch(
    'q_out',
    () => Float32Array.from(data),
    () => 2 ** -11,
  );
}

/** Text, then the image, for each item of a batch. @type {Run} */
function lumina2(pe, c, check) {
  const [items = 1, longest = 1] = c.shape('caption_mask');
  const mask = c.numbers('caption_mask');
  const grid = planeOf(c);
  const patches = grid.reduce((a, b) => a * b, 1);
  const rows = longest + patches;
  /** @type {number[]} */
  const widths = c.param('axes_dim');
  const headDim = widths.reduce((a, b) => a + b, 0);
  const rope = pe.rope({
    ...{ headDim, theta: c.param('theta', 1e4), layout: 'interleaved' },
    axes: { type: 'axial', widths },
  });
  const pairs = headDim / 2;
  const x = c.float32('q');
  /** @type {Record<string, number[]>} */
  const all = { q_out: [] };
  for (const name of ['cap', 'img', 'all']) {
    all[`${name}_re`] = [];
    all[`${name}_im`] = [];
  }
  for (let item = 0; item < items; ++item) {
    const text = mask
      .slice(item * longest, (item + 1) * longest)
      .reduce((sum, one) => sum + one, 0);
    const places = placesOf(pe, { type: 'lumina2', text, grid });
    const padding = longest - text;
    const positions = joined(places).map((list) => [
      ...list,
      ...Array(padding).fill(0),
    ]);
    const { cos, sin } = rope.cosSin({ positions, dtype: 'float64' });
    const cut = (/** @type {Float64Array} */ table) => {
      const part = (/** @type {number} */ from, /** @type {number} */ to) => [
        ...table.subarray(from * pairs, to * pairs),
      ];
      return {
        // What is behind a caption is no rotation, but zero.
        cap: [...part(0, text), ...Array(padding * pairs).fill(0)],
        img: part(text, text + patches),
        all: part(0, rows),
      };
    };
    const [re, im] = [cut(cos.data), cut(sin.data)];
    for (const name of /** @type {const} */ (['cap', 'img', 'all'])) {
      all[`${name}_re`]?.push(...re[name]);
      all[`${name}_im`]?.push(...im[name]);
    }
    const own = x.slice(item * rows * headDim, (item + 1) * rows * headDim);
    all.q_out?.push(...rope.rotate(own, { positions, heads: 1 }).data);
  }
  for (const [name, numbers] of Object.entries(all)) {
    const turned = name === 'q_out';
    check.near(name, numbers, () => (turned ? 2 ** -22 : 1e-11));
    if (turned) {
      check.nearTorch(
        name,
        () => numbers,
        () => 2 ** -20,
      );
    }
  }
}

/**
 * Angles of LTX: π/2 · theta^(k/(n - 1)) times a fraction, the axes in turn.
 * @param {number[][]} positions @param {number} pairs of each axis
 * @param {number} theta
 * @returns {Turn['angle']}
 */
const fractionAngle = (positions, pairs, theta) => (row, pair) => {
  const axes = positions.length;
  const [axis, k] = [pair % axes, Math.floor(pair / axes)];
  const rise = pairs > 1 ? theta ** (k / (pairs - 1)) : 1;
  return (Math.PI / 2) * rise * (positions[axis]?.[row] ?? Number.NaN);
};

/**
 * A rope over the whole width of a model; what is left over stands in front.
 * @param {number[][]} positions @param {number} dim @param {number} theta
 */
function wholeWidth(positions, dim, theta) {
  const axes = positions.length;
  const pairs = Math.floor(dim / (2 * axes));
  const rotaryDim = 2 * axes * pairs;
  return {
    spec: {
      ...{ headDim: dim, rotaryDim, rotaryStart: dim - rotaryDim, theta },
      layout: /** @type {const} */ ('interleaved'),
      axes: {
        ...{ type: /** @type {const} */ ('axial'), count: axes },
        ...{ bands: /** @type {const} */ ('fractions') },
        order: /** @type {const} */ ('turns'),
      },
    },
    where: { positions },
    length: positions[0]?.length ?? 0,
    angle: fractionAngle(positions, pairs, theta),
  };
}

/** Tables with what does not turn in front. @param {Posenc} pe
 * @param {ReturnType<typeof wholeWidth>} turn @param {'cos' | 'sin'} name
 * @param {boolean} full */
function padded(pe, { spec, where }, name, full) {
  const { data } = pe
    .rope(spec)
    .cosSin(/** @type {never} */ ({ ...where, full, dtype: 'float64' }))[name];
  const width = full ? spec.rotaryDim : spec.rotaryDim / 2;
  const rest = full ? spec.rotaryStart : spec.rotaryStart / 2;
  const front = Array(rest).fill(name === 'cos' ? 1 : 0);
  return Array.from({ length: data.length / width }, (_, row) => [
    ...front,
    ...Array.from(data).slice(row * width, (row + 1) * width),
  ]).flat();
}

/** Angles reach 1.5e4, where float64 frequencies of both differ by this. */
const within = () => 1e-9;

/** The reference's float32 angles are off by this. */
const torch = () => 2 ** -7;

/** @param {Posenc} pe @param {Comparison} check
 * @param {ReturnType<typeof wholeWidth>} turn */
function checkWhole(pe, check, turn) {
  for (const name of /** @type {const} */ (['cos', 'sin'])) {
    const table = padded(pe, turn, name, true);
    check.near(name, table, within);
    check.nearTorch(name, () => Float32Array.from(table), torch);
  }
  const x = check.golden.float32('q');
  const { data } = pe.rope(turn.spec).rotate(x, { ...turn.where, heads: 1 });
  check.near('q_out', Float32Array.from(data), () => 2 ** -21);
  check.nearTorch('q_out', () => Float32Array.from(data), torch);
}

/** @type {Run} */
function ltx(pe, c, check) {
  const [time = 1, ...sides] = /** @type {number[]} */ (
    c.param('rope_interpolation_scale')
  );
  const patch = c.param('patch_size', 1);
  const frames = c.param('patch_size_t', 1);
  const { image } = placesOf(pe, {
    ...{ type: 'ltx', grid: c.param('latent_shape_thw', []), fps: 1 },
    scale: [time * frames, ...sides.map((side) => side * patch)],
    base: [
      c.param('base_num_frames', 20),
      ...[c.param('base_height', 2048), c.param('base_width', 2048)],
    ],
  });
  const dim = c.param('dim', 6);
  checkWhole(pe, check, wholeWidth(image, dim, c.param('theta', 1e4)));
}

/**
 * Where each patch begins and ends on each axis.
 * @param {number[]} grid @param {number[]} scale @param {number} fps
 * @param {number} offset by which the first frame is earlier
 */
function edgesOf(grid, scale, fps, offset) {
  const cells = grid.reduce((product, count) => product * count, 1);
  return grid.map((_, axis) =>
    Array.from({ length: 2 * cells }, (_, n) => {
      let [index, count] = [n >> 1, 1];
      for (let later = grid.length - 1; later >= axis; --later) {
        index = Math.floor(index / count);
        count = grid[later] ?? 1;
      }
      const size = scale[axis] ?? 1;
      const pixel = ((index % count) + (n % 2)) * size;
      return axis === 0 ? Math.max(0, pixel + offset - size) / fps : pixel;
    }),
  );
}

/** @type {Run} */
function ltx2(pe, c, check) {
  const fps = c.param('fps', 25);
  /** @type {number[]} */
  const scale = c.param('scale_factors');
  /** @type {number[]} */
  const grid = c.param('latent_shape');
  const base = [
    c.param('base_num_frames', 20),
    ...[c.param('base_height', 2048), c.param('base_width', 2048)],
  ];
  const { image } = placesOf(pe, { type: 'ltx2', grid, fps, scale, base });
  // The case has the edges of patches, in pixels and seconds; the library gives
  // their middles, as fractions.
  const edges = edgesOf(grid, scale, fps, c.param('causal_offset', 1));
  check.near('coords', edges.flat(), () => 1e-12);
  check.nearTorch(
    'coords',
    () => Float32Array.from(edges.flat()),
    () => 2 ** -12,
  );
  image.forEach((list, axis) => {
    list.forEach((position, i) => {
      const [from = 0, to = 0] = edges[axis]?.slice(2 * i) ?? [];
      const want = (from + to) / (base[axis] ?? 1) - 1;
      if (Math.abs(position - want) > 1e-12) throw new Error('other positions');
    });
  });
  const dim = c.param('dim', 6);
  const turn = wholeWidth(image, dim, c.param('theta', 1e4));
  if (c.param('rope_type') === 'interleaved') {
    checkWhole(pe, check, turn);
    return;
  }
  const heads = c.param('heads', 1);
  const pairs = dim / 2 / heads;
  const rows = turn.length;
  for (const name of /** @type {const} */ (['cos', 'sin'])) {
    const table = padded(pe, turn, name, false);
    const byHead = Array.from({ length: table.length }, (_, i) => {
      const [line, pair] = [Math.floor(i / pairs), i % pairs];
      const [head, row] = [Math.floor(line / rows), line % rows];
      return Number(table[row * (dim / 2) + head * pairs + pair]);
    });
    check.near(name, byHead, within);
    check.nearTorch(name, () => Float32Array.from(byHead), torch);
  }
  // Each head is in halves: its pairs become neighbours, and halves again.
  const x = check.golden.float32('q');
  const place = (/** @type {number} */ i) => {
    const [column, width] = [i % dim, 2 * pairs];
    const [head, inside] = [Math.floor(column / width), column % width];
    const [pair, second] = [inside >> 1, inside % 2];
    return i - column + head * width + pair + second * pairs;
  };
  const near = x.map((_, i) => x[place(i)] ?? Number.NaN);
  const { data } = pe.rope(turn.spec).rotate(near, { ...turn.where, heads: 1 });
  const result = new Float32Array(x.length);
  data.forEach((value, i) => {
    result[place(i)] = value;
  });
  check.near('q_out', result, () => 2 ** -21);
  check.nearTorch('q_out', () => result, torch);
}

const common = ['theta', 'heads', 'head_dim', 'pairing'];
const tables = ['q', 'cos', 'sin', 'q_out'];
const bases = ['base_num_frames', 'base_height', 'base_width'];

export const generatorRopes = {
  'rope.cogview4': {
    params: ['patch_size', 'latent_shape_hw', 'rope_axes_dim', ...common],
    tensors: tables,
    run: onPlane((c) => ({
      ...{ type: 'cogView4', grid: planeOf(c) },
      base: c.param('rope_axes_dim', []),
    })),
  },
  'rope.glm_image': {
    params: ['patch_size', 'latent_shape_hw', 'rope_axes_dim', ...common],
    tensors: tables,
    run: onPlane((c) => ({ type: 'video', grid: [1, ...planeOf(c)] })),
  },
  'rope.cosmos': {
    params: [
      ...['latent_shape_thw', 'patch_size', 'fps', 'base_fps'],
      ...['rope_scale_thw', 'axis_widths_thw', ...common],
    ],
    tensors: tables,
    run: cosmos,
  },
  'rope.mochi': {
    params: ['shape_thw', 'base_area', ...common],
    tensors: ['pos_frequencies', 'positions', ...tables],
    run: mochi,
  },
  'rope.lumina2': {
    params: [
      'axes_dim',
      'axes_lens',
      'patch_size',
      'latent_shape_hw',
      ...common,
    ],
    tensors: ['caption_mask', 'q', 'q_out', /^(cap|img|all)_(re|im)$/],
    run: lumina2,
  },
  'rope.ltx_video': {
    params: [
      ...['dim', 'latent_shape_thw', 'rope_interpolation_scale', ...bases],
      ...['patch_size', 'patch_size_t', ...common],
    ],
    tensors: tables,
    run: ltx,
  },
  'rope.ltx2': {
    params: [
      ...['modality', 'rope_type', 'dim', 'latent_shape', 'fps', ...bases],
      ...['scale_factors', 'causal_offset', ...common],
    ],
    tensors: ['coords', ...tables],
    run: ltx2,
  },
};
