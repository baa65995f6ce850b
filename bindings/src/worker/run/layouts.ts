/**
 * The file of a worker that has the methods of `posenc/layouts`: the address to
 * give to `new Worker`.
 *
 * @packageDocumentation
 */

import { load } from '../../parts/layouts.js';
import { ownPort } from '../port.js';
import { serve } from '../serve.js';

serve(load, ownPort());
