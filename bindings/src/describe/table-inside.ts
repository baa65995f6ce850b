/** Tables whose specs stand inside the options of another method. */

import { wrongKind, wrongValue } from '../base/errors.js';
import { calledHere, methodHint } from '../base/foreign.js';
import type { Heap } from '../core/memory.js';
import { checkOptions } from './checks.js';
import { type SpecPlace, withErrorPath } from './inside.js';
import type { Method, MethodMap, Work } from './method.js';
import type { Parameters } from './parameters.js';

/** A table that a spec names. */
export interface TableInside {
  /** Where the spec stands, for errors. */
  readonly place: SpecPlace;
  readonly parameters: Parameters;
  /** The options of the spec. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Plans the table with these options. */
  plan(heap: Heap, options: Readonly<Record<string, unknown>>): Work;
}

/**
 * Finds the table that the spec `value` of the option `param` names. It must be
 * one that takes positions.
 */
export function tableInside(
  method: string,
  param: string,
  value: unknown,
  methods: MethodMap,
): TableInside {
  const { method: name, ...options } = value as Record<string, unknown>;
  const path = `${param}.method`;
  if (typeof name !== 'string') {
    const hint = calledHere(options, 'method');
    const rule = 'the name of a table';
    throw wrongKind(method, path, rule, name, 'ERR_TYPE', hint);
  }
  const found = methods.get(name);
  if (!found || !isTable(found)) {
    const tables = [...methods.values()].filter(isTable);
    const names = tables.map((one) => one.name);
    const hint = methodHint(name, names);
    const rule = `one of ${names.join(', ')}`;
    throw wrongValue(method, path, rule, name, 'ERR_CHOICE', hint);
  }
  const { parameters, presets } = found;
  const place = { method, param, name };
  return {
    ...{ place, parameters, options },
    plan: (heap, all) =>
      withErrorPath(place, () =>
        found.plan(heap, checkOptions(name, parameters, all, presets), methods),
      ),
  };
}

/** Whether a method makes rows for positions. */
const isTable = ({ parameters }: Method<unknown, Parameters>) =>
  'positions' in parameters && 'rows' in parameters;
