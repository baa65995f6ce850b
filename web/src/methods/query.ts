// A spec in an address: the options that differ from the example of its method.

import type { MethodDescription, Parameter } from 'posenc/descriptions';
import { readList } from '../controls/list.js';
import { isList, type Spec, type SpecValue, sameValue } from '../state/spec.js';
import { readOptions, writeOptions } from '../state/spec-query.js';
import { exampleOf, fallback } from './defaults.js';
import { settable } from './tables.js';

/**
 * A value of an address as the kind of its parameter. Values that are wrong
 * stay wrong: the package checks them.
 */
function settle({ kind }: Parameter, value: SpecValue): SpecValue {
  switch (kind) {
    case 'number':
      return typeof value === 'number' ? value : Number.NaN;
    case 'integers':
    case 'numbers':
      return isList(value) ? value : readList(String(value));
    default:
      return value;
  }
}

/** The spec of a method from the entries of an address. */
export function readSpec(
  method: MethodDescription,
  query: URLSearchParams,
): Spec {
  const names = settable(method);
  const takes = (name: string) => names.includes(name);
  const options = readOptions(query, exampleOf(method), takes);
  const settled = Object.entries(options).map(([name, value]) => {
    const parameter = method.parameters[name];
    return [name, parameter ? settle(parameter, value) : value];
  });
  return { ...Object.fromEntries(settled), method: method.name };
}

/**
 * The entries of an address for a spec. An option with the value that holds
 * anyway is not written, unless the example has another value.
 */
export function writeSpec(
  method: MethodDescription,
  spec: Spec,
): [path: string, text: string][] {
  const example = exampleOf(method);
  const said = settable(method).flatMap((name): [string, SpecValue][] => {
    const value = spec[name];
    if (value === undefined) return [];
    const unsaid =
      example[name] === undefined &&
      sameValue(value, fallback(method, spec, name));
    return unsaid ? [] : [[name, value]];
  });
  return writeOptions(Object.fromEntries(said), example);
}
