/**
 * The file of a worker that has the methods of `posenc/absolute`: the address to
 * give to `new Worker`.
 *
 * @packageDocumentation
 */

import { load } from '../../parts/absolute.js';
import { ownPort } from '../port.js';
import { serve } from '../serve.js';

serve(load, ownPort());
