// Headers of GGUF files, read in pieces, against the package given all bytes.

import { readGguf } from 'posenc/gguf';
import { extend, readModel } from 'posenc/models';
import { describe, expect, it } from 'vitest';
import { writeGguf } from '../../../../../tests/support/gguf.js';
import { models } from '../../../../../tests/support/gguf-models.js';
import { configOfGguf } from './gguf-file.js';

describe.each(Object.entries(models))('%s', (name, { file }) => {
  const { bytes } = writeGguf(file);
  const whole = readGguf(bytes);

  it.each([16, 300, 2 ** 23])('is read %i bytes at first', async (atOnce) => {
    const text = await configOfGguf(new Blob([bytes as BlobPart]), atOnce);
    const config = JSON.parse(text);
    expect(readModel(config), name).toEqual(readModel(whole));
    // The words of its architecture stay known to the settings.
    const settings = (given: unknown) => {
      try {
        return extend(given, { to: 2_000_000, for: 'llama.cpp' }).settings;
      } catch (error) {
        return String(error);
      }
    };
    expect(settings(config)).toEqual(settings(whole));
  });
});

it('says where a file that is cut or damaged ends', async () => {
  const [first] = Object.values(models);
  if (first === undefined) throw new Error('there is no file');
  const { bytes, headerEnd } = writeGguf(first.file);
  const cut = bytes.slice(0, headerEnd - 9) as BlobPart;
  await expect(configOfGguf(new Blob([cut]), 64)).rejects.toMatchObject({
    code: 'ERR_FORMAT',
  });
  await expect(configOfGguf(new Blob(['GGUF\u0001']))).rejects.toMatchObject({
    code: 'ERR_FORMAT',
  });
});
