// The worker of this view: it reads the headers of files, which have vocabularies of
// some megabytes.

import { serveDesk } from '../../../engine/serve.js';
import { configOfGguf } from './gguf-file.js';
import type { ModelsJobs } from './jobs.js';

serveDesk<ModelsJobs>({ gguf: (file) => configOfGguf(file) });
