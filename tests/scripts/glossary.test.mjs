// @ts-check
// The words of the glossary: how they are read, and how retired ones are found.
import { expect, it } from 'vitest';
import {
  entriesOf,
  faultsOf,
  retiredIn,
  wordsIn,
} from '../../scripts/check/glossary.mjs';

const text = `# Words

| word | what it is | instead of |
| --- | --- | --- |
| **query**, **key** | Vectors of a token. | |
| **scratch** | Memory of a call. | boneyard, dry memory, heapOf |
`;
const entries = entriesOf(text);

it('lines have words, a meaning, and the words that they replace', () => {
  expect(entries).toEqual([
    { words: ['query', 'key'], meaning: 'Vectors of a token.', retired: [] },
    {
      words: ['scratch'],
      meaning: 'Memory of a call.',
      retired: ['boneyard', 'dry memory', 'heapOf'],
    },
  ]);
  expect(faultsOf(entries)).toEqual([]);
});

it('names are words, and so are their parts', () => {
  const words = wordsIn('// Makes it.\nconst TILE_ROWS = pe.withQKeys(key2);');
  for (const word of ['tile', 'rows', 'TILE', 'withQKeys', 'keys', 'key2']) {
    expect(words, word).toContain(word);
  }
  expect(words).not.toContain('with q');
});

it.each([
  ['in a name', 'let x = 1;\nconst heapBoneyard = x;\n', 2],
  ['in a comment', '/** Frees the boneyards. */', 1],
  ['as a name alone', '\n\nheapOf(x)', 3],
  ['of several words, over lines', '// of the dry\n// memory', 1],
])('a retired word is found %s', (_, code, line) => {
  const found = retiredIn(code, entries);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(new RegExp(`^${line}: .*; the word is scratch$`));
});

it('a longer word, or one of other letters, is none', () => {
  expect(retiredIn('boneyarding HeapOf dry; memory', entries)).toEqual([]);
});

it('a word stands in one line, and its meaning is a sentence', () => {
  const again = entriesOf('| **boneyard** | memory | |\n');
  expect(faultsOf([...entries, ...again])).toEqual([
    'boneyard stands there twice',
    'boneyard: what it is must be a sentence',
  ]);
});
