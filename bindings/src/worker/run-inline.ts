/** What a worker of `inlineWorker` runs: its first message is the module. */

import { load } from '../external.js';
import { ownPort } from './port.js';
import { serve } from './serve.js';

interface Scope {
  addEventListener(
    event: 'message',
    hear: (event: {
      readonly data: Uint8Array;
      stopImmediatePropagation(): void;
    }) => void,
    options: { readonly once: true },
  ): void;
}

const wasm = new Promise<Uint8Array>((resolve) => {
  (globalThis as unknown as Scope).addEventListener(
    'message',
    (event) => {
      // These bytes are no message that the listeners of tasks may see.
      event.stopImmediatePropagation();
      resolve(event.data);
    },
    { once: true },
  );
});

serve(() => load({ wasm }), ownPort());
