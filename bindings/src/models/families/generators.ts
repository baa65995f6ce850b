/** Generators of pictures and videos, by their classes in diffusers. */

import { pictures } from './generator-pictures.js';
import { tables } from './generator-tables.js';
import { videos } from './generator-videos.js';

export const generators = { ...pictures, ...videos, ...tables };
