/**
 * The file of a worker that has all methods: the address to give to `new Worker`.
 *
 * @packageDocumentation
 */

import { load } from '../index.js';
import { ownPort } from './port.js';
import { serve } from './serve.js';

serve(load, ownPort());
