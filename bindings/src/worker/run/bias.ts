/**
 * The file of a worker that has the methods of `posenc/bias`: the address to
 * give to `new Worker`.
 *
 * @packageDocumentation
 */

import { load } from '../../parts/bias.js';
import { ownPort } from '../port.js';
import { serve } from '../serve.js';

serve(load, ownPort());
