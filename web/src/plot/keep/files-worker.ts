// The worker that writes files of numbers: the decimals of the largest table take
// it some twenty seconds.

import { serveDesk } from '../../engine/serve.js';
import type { FileJobs } from './file-jobs.js';
import { piecesOf } from './numbers.js';

/** Milliseconds between two words of how far it is. */
const tellMs = 100;

serveDesk<FileJobs>({
  async write(ask, turn) {
    const parts: Uint8Array[] = [];
    let last = performance.now();
    for (const { bytes, share } of piecesOf(ask)) {
      parts.push(bytes);
      await turn.pause();
      if (performance.now() - last < tellMs) continue;
      last = performance.now();
      turn.tell({ share, file: null });
    }
    return { share: 1, file: new Blob(parts as BlobPart[]) };
  },
});
