// @ts-check
/** A worker of its own, in which the package is loaded once. */

import { loadCold } from '../../cold.mjs';

globalThis.postMessage(await loadCold());
