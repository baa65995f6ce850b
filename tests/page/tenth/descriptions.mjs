// The descriptions of the package with one more, for the page that is built
// with it.

import * as known from '../../../bindings/dist/descriptions.js';
import { tenth } from './description.mjs';

export * from '../../../bindings/dist/descriptions.js';

export const methods = { ...known.methods, tenth };
