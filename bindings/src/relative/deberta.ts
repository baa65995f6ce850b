/**
 * The disentangled attention of DeBERTa: options in, terms out. The mathematics
 * is in `cpp/posenc/relative`.
 */

import type { Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import { zeros } from '../terms/items.js';
import { planNorm } from '../terms/layer-norm.js';
import { indexByDistance, type LookupIndex } from '../terms/lookup-index.js';
import { readVectorTable } from '../terms/lookup-table.js';
import { type LookupTable, lookupTerm } from '../terms/lookup-term.js';
import {
  type PlannedProjection,
  type ProjectedRows,
  planProjection,
} from '../terms/projection.js';
import type { Term, TermSizes } from '../terms/term.js';
import { debertaOwn, debertaParameters } from './deberta.description.js';
import { positionProducts } from './deberta-products.js';
import { type DebertaRows, planDebertaRows } from './deberta-rows.js';
import {
  type PlannedRelative,
  type RelativeMethod,
  type RelativeOptions,
  relativeMethod,
  type TermMaps,
} from './relative.js';

const name = 'deberta';

/** Options of `deberta`. */
export type DebertaOptions = RelativeOptions<typeof debertaOwn>;

export interface DebertaMethod {
  /**
   * The scores of DeBERTa besides those of content with content: content with
   * position, position with content, and position with position.
   *
   *   formula  c2p[h, i, j] = scale · q_i·K_δ, p2c = scale · k_j·Q_δ, p2p =
   *            scale · Q_δ·K_δ; K and Q are projections of the table, δ is the
   *            row of the distance i - j (He et al. 2020, arXiv:2006.03654,
   *            equations 2 to 4; buckets arXiv:2111.09543)
   *   shapes   q [queries, heads, headDim], k [keys, keyHeads, headDim], table
   *            [2 span, dim], weights [heads · headDim, dim]; result [heads,
   *            queries, keys]
   *   range    every position; far distances share the last row
   *   error    that of the projection, dim products, and of the product, headDim
   *            of them, in float32
   *   cost     queries · min(2 span, keys + 31) · headDim products a head for
   *            c2p, keys · min(2 span, queries + 31) · headDim for p2c, 2 span ·
   *            dim · headDim for each projection, and a load and a store for
   *            each score
   *
   * @example
   * ```ts
   * pe.deberta({ q, k, table, keyWeight, queryWeight, terms: true }); // c2p, p2c
   * ```
   */
  deberta(options: DebertaOptions & { readonly terms: true }): TermMaps;
  deberta(options: DebertaOptions): Tensor<'float32'>;
}

declare module '../describe/parameters.js' {
  interface RelativeSpecs {
    deberta: OptionsOf<typeof debertaOwn>;
  }
}

export const deberta: RelativeMethod<DebertaMethod, typeof debertaOwn> =
  relativeMethod({
    name,
    parameters: debertaParameters,
    own: debertaOwn,
    plan: planDeberta,
  });

type Options = Checked<typeof debertaOwn>;

function planDeberta(
  heap: Heap,
  checked: Options,
  { heads, headDim, queries, keys }: TermSizes,
): PlannedRelative {
  const { c2p, p2c, p2p, buckets, maxRelativePositions: most } = checked;
  const parts = { c2p, p2c, p2p };
  const names = (['c2p', 'p2c', 'p2p'] as const).filter((part) => parts[part]);
  if (names.length === 0) {
    throw wrongValue(name, 'c2p', 'true where p2c and p2p are false', false);
  }
  const width = heads * headDim;
  const projection = (side: 'key' | 'query', needed: boolean) => {
    if (!needed) return undefined;
    const weight = `${side}Weight` as const;
    const bias = `${side}Bias` as const;
    if (checked[weight] === undefined) {
      throw missing(name, weight, ruleOf(debertaOwn[weight]));
    }
    return planProjection(heap, name, width, {
      weight: [weight, checked[weight], debertaOwn[weight]],
      bias: [bias, checked[bias], debertaOwn[bias]],
    });
  };
  const ofKeys = projection('key', c2p || p2p);
  const ofQueries = projection('query', p2c || p2p);
  const dim = (ofKeys ?? ofQueries)?.inputs ?? 1;
  checkSameInputs(ofKeys, ofQueries, width);
  const form = { heads: 1, width: dim, shaped: debertaOwn.table };
  const table = readVectorTable(heap, name, 'table', checked.table, form);
  const rows = planDebertaRows(name, table.rows, buckets, most);
  const norm = planNorm(heap, name, checked, dim);
  const projections = [ofKeys, ofQueries].filter((one) => one !== undefined);
  const products =
    (c2p ? queries * Math.min(table.rows, keys + 31) : 0) +
    (p2c ? keys * Math.min(table.rows, queries + 31) : 0);
  return {
    names,
    needs: { q: c2p, k: p2c },
    divisor: 1 + names.length,
    cost:
      2 * heads * products * headDim +
      2 * projections.length * table.rows * dim * width +
      names.length * heads * queries * keys,
    load(scratch, gradient) {
      const loaded = table.load(scratch, gradient);
      const x = loaded.table.table;
      const normed = norm?.load(scratch, x, table.rows);
      const from = normed?.out ?? x;
      const project = (one: PlannedProjection | undefined) => {
        const weights = one?.load(scratch, gradient);
        return { weights, rows: weights?.project(from, table.rows) };
      };
      const [key, query] = [project(ofKeys), project(ofQueries)];
      const projected = { key: key.rows, query: query.rows };
      const shape = { rows: table.rows, heads, headDim };
      const { terms, finish } = debertaTerms(scratch, checked, {
        ...{ rows, projected, shape, names, gradient },
      });
      return {
        terms,
        gradients() {
          const { sum } = loaded;
          if (!sum) return {};
          finish();
          const inner = zeros(scratch, [table.rows, dim]);
          for (const { rows } of [key, query]) rows?.back(inner.pointer);
          return {
            ...key.weights?.gradients(),
            ...query.weights?.gradients(),
            ...normed?.back(inner.pointer, sum.pointer),
            table: normed ? sum.tensor() : inner.tensor(),
          };
        },
      };
    },
  };
}

function checkSameInputs(
  keys: PlannedProjection | undefined,
  queries: PlannedProjection | undefined,
  width: number,
): void {
  if (!keys || !queries || keys.inputs === queries.inputs) return;
  const rule = `${width} × ${keys.inputs}, as keyWeight has it`;
  const length = width * queries.inputs;
  throw wrongValue(name, 'queryWeight.length', rule, length, 'ERR_SHAPE');
}

/** What the terms are made of. */
interface Parts {
  readonly rows: DebertaRows;
  readonly projected: {
    readonly key: ProjectedRows | undefined;
    readonly query: ProjectedRows | undefined;
  };
  readonly shape: {
    readonly rows: number;
    readonly heads: number;
    readonly headDim: number;
  };
  readonly names: readonly ('c2p' | 'p2c' | 'p2p')[];
  readonly gradient: boolean;
}

function debertaTerms(
  scratch: Scratch,
  { sign }: Options,
  { rows, projected, shape, names, gradient }: Parts,
): { readonly terms: readonly Term[]; finish(): void } {
  const { heads, headDim } = shape;
  const tableOf = (from: ProjectedRows | undefined): LookupTable => ({
    table: from?.out ?? 0,
    tableRows: shape.rows,
    width: headDim,
    rowStride: heads * headDim,
    headStride: headDim,
    gradient: from?.upstream ?? 0,
  });
  const turned = sign === 'paper';
  const indexOf = (other: boolean): LookupIndex =>
    indexByDistance(scratch, rows.load(scratch, other));
  const index = indexOf(false);
  const tables = {
    key: tableOf(projected.key),
    query: tableOf(projected.query),
  };
  let finish = () => {};
  const terms = names.map((part) => {
    if (part === 'c2p') {
      const lookup = { name: part, side: 'query', table: tables.key } as const;
      return lookupTerm(scratch, { ...lookup, index });
    }
    if (part === 'p2c') {
      const lookup = { name: part, side: 'key', table: tables.query } as const;
      const own = turned ? indexOf(true) : index;
      return lookupTerm(scratch, { ...lookup, index: own });
    }
    const products = positionProducts(scratch, {
      ...{ rows, turned, heads, headDim, gradient },
      query: tables.query,
      key: tables.key,
    });
    finish = products.finish;
    return products.term;
  });
  return { terms, finish: () => finish() };
}
