/** `make` and `plan`: call any method with a plain object. */

import type { DType } from '../base/dtype.js';
import { PosencTypeError, wrongKind, wrongValue } from '../base/errors.js';
import { calledHere, methodHint } from '../base/foreign.js';
import type { Heap } from '../core/memory.js';
import { checkOptions } from '../describe/checks.js';
import { specOf } from '../describe/kinds/spec.js';
import type { Method, MethodMap, Operation, Work } from '../describe/method.js';
import type { Parameters } from '../describe/parameters.js';
import * as registry from './methods.js';
import { partOptions } from './parts.js';
import { type Plan, PlanOfWork } from './plan.js';
import type {
  Made,
  MethodName,
  Methods,
  Outputs,
  SpecWith,
  Values,
} from './spec.js';

/** The functions that take specs. */
export interface SpecMethods {
  /**
   * Calls the method that a spec names.
   *
   *   range    `{ method, …options }`, with the options of that method
   *   error    as the method; an unknown method is an error that suggests a
   *            similar name
   *   cost     as the method
   *
   * @example
   * ```ts
   * pe.make({ method: 'sinusoidal', length: 2048, dim: 512 });
   * ```
   */
  make<
    N extends MethodName,
    D extends DType = 'float32',
    O extends Outputs = undefined,
    V extends Values = undefined,
  >(spec: SpecWith<N, D, O, V>): Made<N, D, O, V>;

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
    N extends MethodName,
    D extends DType = 'float32',
    O extends Outputs = undefined,
    V extends Values = undefined,
  >(spec: SpecWith<N, D, O, V>): Plan<Made<N, D, O, V>>;
}

/** Any method of the registry. */
type AnyMethod = Method<unknown, Parameters>;
type AnyOperation = Operation<Readonly<Record<string, unknown>>>;

const all: readonly (AnyMethod | AnyOperation)[] = Object.values(
  registry as unknown as Readonly<Record<string, AnyMethod | AnyOperation>>,
);

const methods: MethodMap = new Map(
  all.flatMap((one) => ('plan' in one ? [[one.name, one] as const] : [])),
);

/** The names of all functions of the registry. */
export const methodNames: readonly string[] = all.map(({ name }) => name);

/** All functions of the registry, bound to an instance. */
export function boundMethods(heap: Heap): Methods {
  const functions = all.map((one) => {
    if (!('plan' in one)) return [one.name, one.bind(heap)];
    const empty = one.optionless ? {} : undefined;
    const call = (options: unknown = empty) =>
      planned(heap, one, options).run();
    return [one.name, call];
  });
  return Object.fromEntries(functions) as Methods;
}

/** Checks the options of a method and plans the call. */
function planned(heap: Heap, method: AnyMethod, options: unknown): Work {
  const { name, parameters, presets } = method;
  const hintOf = (option: string) =>
    partOptions.includes(option)
      ? `; plan({ method: "${name}", … }).runInParts takes it`
      : '';
  const checked = checkOptions(name, parameters, options, presets, hintOf);
  return method.plan(heap, checked, methods);
}

/** The functions that take specs, bound to an instance. */
export function specMethods(heap: Heap): SpecMethods {
  const make = (spec: unknown): unknown => {
    const { method, options } = readSpec('make', spec);
    return planned(heap, method, options).run();
  };
  const plan = (spec: unknown): Plan => {
    const { method, options } = readSpec('plan', spec);
    const work = planned(heap, method, options);
    return new PlanOfWork(method, options, work, make);
  };
  return {
    make: make as SpecMethods['make'],
    plan: plan as SpecMethods['plan'],
  };
}

/** Splits a spec into its method and options, and reads each member once. */
function readSpec(caller: string, given: unknown) {
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
  const method = methods.get(name);
  if (method) return { method, options };
  const rule = 'the name of a method that takes options';
  const hint = methodHint(name, [...methods.keys()]);
  throw wrongValue(caller, 'method', rule, name, 'ERR_CHOICE', hint);
}
