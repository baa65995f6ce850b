// The package and the views: everything that is more than the frame of the
// page. It is imported while the page runs, so that what fails in it is said.

import { load, type Posenc } from 'posenc';
import type { Frame } from './shell/frame.js';
import { startRouter } from './shell/router.js';
import { createEncodings } from './views/encodings/view.js';
import { createRope } from './views/rope/view.js';

function describeEngine({ simd, version }: Posenc): string {
  const lanes = simd ? 'with SIMD' : 'without SIMD';
  return (
    `posenc ${version}: every number is computed in this tab, ` +
    `by C++ as WebAssembly ${lanes}.`
  );
}

/** Shows the views. May be asked again after a load that failed. */
export async function explore({ nav, main, engine }: Frame): Promise<void> {
  const pe = await load();
  engine.textContent = describeEngine(pe);
  startRouter(
    [
      {
        name: 'encodings',
        title: 'Encodings',
        create: (context) => createEncodings(pe, context),
      },
      {
        name: 'rope',
        title: 'RoPE attention',
        create: (context) => createRope(pe, context),
      },
    ],
    nav,
    main,
  );
}
