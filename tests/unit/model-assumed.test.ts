/** What `model` says that a configuration leaves open. */

import { load } from 'posenc';
import { expect, it } from 'vitest';

const pe = await load();
const keysOf = (config: object) =>
  pe.model(config).assumed.map(({ key }) => key);

it('names what it takes from a class', () => {
  expect(keysOf({ model_type: 'llama', hidden_size: 512 })).toContain(
    'num_attention_heads',
  );
});

it('names nothing that the model does not have', () => {
  const sizes = { hidden_size: 768, num_attention_heads: 12, image_size: 224 };
  const tower = { model_type: 'siglip_vision_model', ...sizes };
  const keys = keysOf({ ...tower, num_hidden_layers: 12, patch_size: 16 });
  // Records of towers that turn have a base.
  expect(keys).toEqual([]);
});
