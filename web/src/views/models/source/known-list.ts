// A list of the known models.

import { h } from '../../../shell/dom.js';
import { groups, listed } from '../list.js';

/** `name` tells lists apart; `others` are what there is to choose besides. */
export const createKnownList = (
  id: string,
  name: string,
  ...others: readonly HTMLElement[]
) =>
  h(
    'select',
    { id, 'data-known': name },
    ...others,
    ...groups.map((label) =>
      h(
        'optgroup',
        { label },
        ...listed
          .filter(({ group }) => group === label)
          .map(({ name }) => h('option', { value: name }, name)),
      ),
    ),
  );
