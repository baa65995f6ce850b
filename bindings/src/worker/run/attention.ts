/**
 * The file of a worker that has the methods of `posenc/attention`: the address to
 * give to `new Worker`.
 *
 * @packageDocumentation
 */

import { load } from '../../parts/attention.js';
import { ownPort } from '../port.js';
import { serve } from '../serve.js';

serve(load, ownPort());
