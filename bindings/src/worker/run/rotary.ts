/**
 * The file of a worker that has the methods of `posenc/rotary`: the address to
 * give to `new Worker`.
 *
 * @packageDocumentation
 */

import { load } from '../../parts/rotary.js';
import { ownPort } from '../port.js';
import { serve } from '../serve.js';

serve(load, ownPort());
