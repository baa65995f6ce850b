/** `make` and `plan`: call any method with a plain object. */

import type { DType } from '../base/dtype.js';
import { PosencTypeError, wrongKind, wrongValue } from '../base/errors.js';
import { calledHere, methodHint } from '../base/foreign.js';
import type { Heap } from '../core/memory.js';
import { checkOptions } from '../describe/checks.js';
import { specOf } from '../describe/kinds/spec.js';
import type { Work } from '../describe/method.js';
import { homeOf } from './home-of.js';
import { partOptions } from './parts.js';
import { type Plan, PlanOfWork } from './plan.js';
import type { AnyMethod, Registry } from './registry.js';
import type {
  MethodName,
  Outputs,
  ResultOf,
  SpecWith,
  Values,
} from './spec.js';

/** The functions that take specs, of the methods with the names `Known`. */
export interface SpecMethods<Known extends MethodName = MethodName> {
  /**
   * Calls the method that a spec names.
   *
   *   range    `{ method, …options }`, with the options of that method
   *   error    as the method; an unknown method is an error that suggests a
   *            similar name, or names the entry that has it
   *   cost     as the method
   *
   * @example
   * ```ts
   * pe.make({ method: 'sinusoidal', length: 2048, dim: 512 });
   * ```
   */
  make<
    N extends Known,
    D extends DType = 'float32',
    O extends Outputs = undefined,
    V extends Values = undefined,
  >(spec: SpecWith<N, D, O, V>): ResultOf<N, D, O, V>;

  /**
   * Describes the result of a spec before anything is computed: its shapes,
   * dtypes, bytes and approximate work. Options are checked and read once.
   *
   *   range    as `make`
   *   error    as `make`, but nothing is allocated
   *   cost     checks the options, and copies lists among them
   *
   * @example
   * ```ts
   * const plan = pe.plan({ method: 'sinusoidal', length: 1e6, dim: 512 });
   * plan.bytes; // 2048000000
   * for (const part of plan.cut(2 ** 24)) send(pe.make(part));
   * ```
   */
  plan<
    N extends Known,
    D extends DType = 'float32',
    O extends Outputs = undefined,
    V extends Values = undefined,
  >(spec: SpecWith<N, D, O, V>): Plan<ResultOf<N, D, O, V>>;
}

/** Any functions by their names. */
export type Functions = Readonly<Record<string, unknown>>;

/** All functions of a registry, bound to an instance. */
export function boundMethods(heap: Heap, registry: Registry): Functions {
  const functions = registry.all.map((one) => {
    if (!('plan' in one)) return [one.name, one.bind(heap)];
    const empty = one.optionless ? {} : undefined;
    const call = (options: unknown = empty) =>
      planned(heap, registry, one, options).run();
    return [one.name, call];
  });
  return Object.fromEntries(functions);
}

/** Checks the options of a method and plans the call. */
function planned(
  heap: Heap,
  registry: Registry,
  method: AnyMethod,
  options: unknown,
): Work {
  const { name, parameters, presets } = method;
  const hintOf = (option: string) =>
    partOptions.includes(option)
      ? `; plan({ method: "${name}", … }).runInParts takes it`
      : '';
  const checked = checkOptions(name, parameters, options, presets, hintOf);
  return method.plan(heap, checked, registry.methods);
}

/** The functions that take specs, bound to an instance. */
export function specMethods(heap: Heap, registry: Registry): SpecMethods {
  const make = (spec: unknown): unknown => {
    const { method, options } = readSpec('make', registry, spec);
    return planned(heap, registry, method, options).run();
  };
  const plan = (spec: unknown): Plan => {
    const { method, options } = readSpec('plan', registry, spec);
    const work = planned(heap, registry, method, options);
    return new PlanOfWork(method, options, work, make);
  };
  return {
    make: make as SpecMethods['make'],
    plan: plan as SpecMethods['plan'],
  };
}

/** Splits a spec into its method and options, and reads each member once. */
function readSpec(caller: string, registry: Registry, given: unknown) {
  const spec = specOf(given);
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec)) {
    throw wrongKind(caller, 'spec', 'an object { method, …options }', spec);
  }
  const { method: name, ...options } = spec as Record<string, unknown>;
  if (name === undefined) {
    throw new PosencTypeError(
      `${caller}: method is required, the name of a method` +
        calledHere(options, 'method'),
      { code: 'ERR_MISSING', param: 'method' },
    );
  }
  if (typeof name !== 'string') {
    throw wrongKind(caller, 'method', 'the name of a method', name);
  }
  const { methods } = registry;
  const method = methods.get(name);
  if (method) return { method, options };
  const rule = 'the name of a method that takes options';
  const hint =
    elsewhere(name, registry) || methodHint(name, [...methods.keys()]);
  throw wrongValue(caller, 'method', rule, name, 'ERR_CHOICE', hint);
}

/** `; posenc/bias has it` for a method of another entry; '' for others. */
function elsewhere(name: string, { all }: Registry): string {
  if (all.some((one) => one.name === name)) return '';
  const home = homeOf(name);
  return home ? `; posenc/${home} has it` : '';
}
