/** The ropes of models with several axes, by the name of the model. */

import type { Presets } from '../describe/parameters.js';

export const axesPresets = {
  'Qwen2-VL 7B': {
    headDim: 128,
    theta: 1000000,
    axes: { type: 'sections', sections: [16, 24, 24] },
  },
  'Qwen3-VL': {
    headDim: 128,
    theta: 5000000,
    axes: { type: 'interleaved', sections: [24, 20, 20] },
  },
  'Qwen2-VL vision': {
    headDim: 80,
    axes: { type: 'axial', merge: 2 },
  },
  'EVA-02 B/14': {
    headDim: 64,
    layout: 'interleaved',
    axes: { type: 'axial', reference: [16, 16] },
  },
  'timm pixels': {
    headDim: 64,
    layout: 'interleaved',
    axes: { type: 'axial', bands: 'octaves', normalise: 'symmetric' },
  },
  'RoPE-ViT axial': {
    headDim: 64,
    theta: 100,
    layout: 'interleaved',
    axes: { type: 'axial', lastAxisFirst: true },
  },
  'DINOv3 ViT-B/16': {
    headDim: 64,
    theta: 100,
    axes: { type: 'axial', normalise: 'centres', unit: 'turns' },
  },
  xPos: {
    headDim: 64,
    layout: 'interleaved',
    decay: { type: 'xpos', scaleBase: 512 },
  },
} as const satisfies Presets;
