// Tables for tests of figures, made by the package called directly, in one
// thread, and prepared as the worker prepares them.

import type { Posenc, Tensor } from 'posenc';
import { effective, lean } from '../../methods/defaults.js';
import { makeTable } from '../../methods/make.js';
import { rowsOf } from '../../methods/rows.js';
import { tableNamed } from '../../methods/table-methods.js';
import { exactSpec, type Subject } from '../../methods/table-spec.js';
import type { Spec } from '../../state/spec.js';
import { numbersOfTable } from './numbers.js';

export function tableFor(pe: Posenc, given: Spec, subject: Subject = 'values') {
  const method = tableNamed(given.method);
  const spec = lean(method, given);
  const tensor = makeTable(pe, spec);
  const other = subject === 'errors' ? exactSpec(method, spec) : null;
  const exact = other && (makeTable(pe, other) as Tensor<'float64'>);
  const numbers = numbersOfTable(tensor, exact);
  return {
    ...{ method, spec, tensor, ...numbers },
    subject: exact === null ? ('values' as const) : ('errors' as const),
    dtype: tensor.dtype,
    rows: rowsOf(method, effective(method, spec), numbers.values.rows),
  };
}

export type TestTable = ReturnType<typeof tableFor>;
