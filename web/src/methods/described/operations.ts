// Operations, with the parameters that views show.

import { type MethodDescription, methods } from 'posenc/descriptions';
import { partOf, type shown } from './parts.js';

type Shown = typeof shown;
type Described = typeof methods;

type Operations = {
  readonly [N in keyof Shown]: MethodDescription & {
    readonly parameters: Pick<
      Described[N]['parameters'],
      Shown[N][number] & keyof Described[N]['parameters']
    >;
  };
};

export const operations = partOf(methods, 'operations') as Operations;
