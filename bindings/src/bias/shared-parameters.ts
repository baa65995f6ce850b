/** The parameters of every bias besides its own. */

import { pairParameters } from '../arrays/pairs.js';
import { tableResult } from '../describe/common.js';

export const sharedParameters = { ...pairParameters, ...tableResult } as const;
