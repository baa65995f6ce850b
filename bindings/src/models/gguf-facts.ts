/**
 * What a GGUF file says besides the keys of a configuration: the member `gguf`
 * of what `readGguf` gives.
 */

import type { Family } from './family.js';
import { count, isObject, Section } from './section.js';
import type { Json } from './types.js';

/** What a file says beside its keys. */
export interface FileFacts {
  /** How the file stores the pairs of queries and keys. */
  readonly layout?: 'half' | 'interleaved';
  /** Whether its architecture is unknown. */
  readonly guessed?: boolean;
  /** Whether its `layer_types` are those that llama.cpp computes. */
  readonly listed?: boolean;
}

/** The limits of places in a file. */
const place = { ...count, min: 0, max: 2 ** 53 };

/** Reads the member `gguf`, and notes what the file leaves open. */
export function fileFacts(section: Section): FileFacts {
  const file = section.inner('gguf');
  if (file === null) return {};
  for (const one of sectionsOf(file, 'assumed')) {
    const [key, why] = [one.text('key'), one.text('why')];
    if (key && why) section.assume(key, one.raw('value') as Json, why);
  }
  for (const one of sectionsOf(file, 'missing')) {
    const name = one.text('name') ?? '';
    const [from, to] = ['from', 'to'].map((key) => one.number(key, place));
    section.notes.find(
      'error',
      'missing',
      name,
      undefined,
      `holds divisors of the frequencies in bytes ${from} to ${to} of the ` +
        'file, which were not given; frequencies are not divided',
      'give readGguf these bytes, too',
    );
  }
  const layout = file.text('layout');
  return {
    ...((layout === 'half' || layout === 'interleaved') && { layout }),
    guessed: file.boolean('known') === false,
    listed: true,
  };
}

/** The objects of a list. */
function sectionsOf(file: Section, key: string): readonly Section[] {
  return (file.list(key) ?? []).flatMap((one, index) =>
    isObject(one)
      ? new Section(`${file.path}${key}[${index}].`, one, file.notes, {})
      : [],
  );
}

/** The record of a family with the layout of a file, and its kinds of layers. */
export function storedAs(family: Family, file: FileFacts): Family {
  const { layout, listed = false } = file;
  const own = listed
    ? {
        ...{ ...family, layerTypes: true, everyKey: true },
        // Converters add to weights what their class adds, and write ones.
        ...(family.norm && { norm: family.norm.replace(/ (one|plain)/, '') }),
      }
    : family;
  if (layout === undefined) return own;
  // llama.cpp turns pairs in place.
  const { layoutKey, outLayout, ...others } = own;
  return { ...others, layout };
}
