// @ts-check
/** A process of its own, in which the package is loaded once. */

import { loadCold } from '../../cold.mjs';

console.log(JSON.stringify(await loadCold()));
