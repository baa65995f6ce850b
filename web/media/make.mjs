// @ts-check
// Makes the picture of the README: opens the view of tables, presses Save PNG
// and keeps the file.
//   node web/media/make.mjs
//   pngquant 256 --nofs --force --ext .png web/media/encodings.png
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, visit } from '../../tests/page/browser.mjs';
import { serve } from '../../tests/page/serve.mjs';

const page = fileURLToPath(new URL('../dist', import.meta.url));
const target = fileURLToPath(new URL('encodings.png', import.meta.url));

const folder = await mkdtemp(join(tmpdir(), 'posenc-picture-'));
const server = await serve(page);
const browser = await launch();
try {
  const { page } = await visit(
    browser,
    `${server.address}#/encodings?length=256&dim=128`,
  );
  const session = await page.createCDPSession();
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    downloadPath: folder,
    browserContextId: page.browserContext().id,
  });
  await page.locator('button ::-p-text(Save PNG)').click();
  let name;
  for (let tries = 0; !name && tries < 50; ++tries) {
    await new Promise((later) => setTimeout(later, 100));
    name = (await readdir(folder)).find((file) => file.endsWith('.png'));
  }
  if (!name) throw new Error('no picture came');
  await copyFile(join(folder, name), target);
} finally {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true });
}
