/**
 * The kind `records`: a list of objects of options that all have the same
 * parameters.
 */

import { wrongKind, wrongValue } from '../../base/errors.js';
import {
  type AnyParameter,
  type Common,
  type Face,
  FlagError,
  type Kind,
  NON_VALUES,
} from './kind.js';

export interface RecordsParameter extends Common {
  readonly kind: 'records';
  /** The parameters of each record. */
  readonly of: Readonly<Record<string, AnyParameter>>;
  /** Smallest and largest number of records. */
  readonly least?: number;
  readonly most?: number;
}

const rule = () => 'an array of objects';

export const records: Kind<RecordsParameter> = {
  rule,
  check(method, path, parameter, value, checkRecord) {
    if (!Array.isArray(value)) throw wrongKind(method, path, rule(), value);
    const { least = 0, most = Infinity, of } = parameter;
    const { length } = value;
    if (length < least || length > most) {
      const count =
        most === Infinity ? `at least ${least}` : `from ${least} to ${most}`;
      throw wrongValue(method, `${path}.length`, count, length, 'ERR_SHAPE');
    }
    const checked: object[] = [];
    for (let i = 0; i < length; ++i) {
      checked.push(checkRecord(method, of, value[i], `${path}[${i}]`));
    }
    return checked;
  },
};

/**
 * Reads the list from a text of JSON. The name of a file is returned unchanged.
 */
function plain(text: string): unknown {
  if (text.endsWith('.json')) return text;
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return list;
  } catch {}
  throw new FlagError(
    'a list in JSON, such as [{"length": 4}], or a file that ends in .json',
  );
}

export const recordsFace: Face<RecordsParameter> = {
  doc: ({ of }) => `list of \`{ ${Object.keys(of).join(', ')} }\``,
  control: 'records',
  items: ({ of }) => of,
  flag: {
    value: 'JSON|FILE',
    words: ({ of }) =>
      `a list in JSON of objects with ${Object.keys(of).join(', ')}, or a file ` +
      'that holds it',
    plain,
  },
  fuzz: ({ least = 0 }) => {
    const listOf = (item: unknown) => Array(Math.max(least, 1)).fill(item);
    return {
      takes: least === 0 ? [[]] : [],
      wrongKinds: [1, '[]', true, {}, listOf(1), listOf('{}'), ...NON_VALUES],
      wrongValues: least > 0 ? [[]] : [],
    };
  },
};
