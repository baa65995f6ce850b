// @ts-check
// The views beside the tables in the built page, and the pages of text, in
// Chromium, and tours and looks of all views in every engine:
// `node tests/page/run-views.mjs [words of a name]`.

import { arrows } from './arrows.mjs';
import { attention } from './attention.mjs';
import { attentionEngine } from './attention-engine.mjs';
import { attentionFirst } from './attention-first.mjs';
import { attentionLong } from './attention-long.mjs';
import { attentionUse } from './attention-use.mjs';
import { attentionZoom } from './attention-zoom.mjs';
import { biases } from './biases.mjs';
import { documents } from './documents.mjs';
import { images } from './images.mjs';
import { startLooks } from './look.mjs';
import { models } from './models.mjs';
import { modelsContext } from './models-context.mjs';
import { modelsUse } from './models-use.mjs';
import { runOnPage } from './on-page.mjs';
import { precision } from './precision.mjs';
import { rope } from './rope.mjs';
import { ropeEngine } from './rope-engine.mjs';
import { ropeReach } from './rope-reach.mjs';
import { ropeSecond } from './rope-second.mjs';
import { spans } from './rope-spans.mjs';
import { ropeStage } from './rope-stage.mjs';
import { serveWatched } from './serve.mjs';
import { speed } from './speed.mjs';
import { endTours, tours } from './tour.mjs';
import { why } from './why.mjs';

await runOnPage(
  {
    ...attention,
    ...attentionFirst,
    ...attentionUse,
    ...attentionLong,
    ...attentionZoom,
    ...attentionEngine,
    ...biases,
    ...rope,
    ...ropeStage,
    ...ropeReach,
    ...ropeEngine,
    ...ropeSecond,
    ...arrows,
    ...spans,
    ...images,
    ...models,
    ...modelsContext,
    ...modelsUse,
    ...why,
    ...documents,
    ...precision,
    ...speed,
  },
  async (page, pattern) => {
    const watched = await serveWatched(page);
    const { address } = watched;
    // Looks begin at once, and run beside the other tests.
    const looks = startLooks(address, pattern);
    return {
      tests: [...Object.entries(tours(address)), ...looks],
      async end() {
        await endTours();
        await watched.close();
      },
    };
  },
);
