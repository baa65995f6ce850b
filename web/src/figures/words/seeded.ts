// The mark of figures whose scores stand on vectors that no model has learned.

import { h } from '../../shell/dom.js';

export const seededWords = 'Vectors of words: seeded, not trained.';

/** It stands beside the scores, in sight. */
export const createSeeded = () => h('p', { class: 'hint seeded' }, seededWords);
