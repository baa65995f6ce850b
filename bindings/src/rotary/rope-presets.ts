/** The ropes of well-known models, by the name of the model. */

import type { Presets } from '../describe/parameters.js';

/** The divisors of a file, which holds them as float32 numbers. */
const float32 = (numbers: readonly number[]): readonly number[] =>
  numbers.map(Math.fround);

/** The option values of well-known models and programs. */
export const ropePresets = {
  RoFormer: { headDim: 64, theta: 10000, layout: 'interleaved' },
  'GPT-J 6B': { headDim: 256, rotaryDim: 64, layout: 'interleaved' },
  'GPT-NeoX 20B': { headDim: 96, rotaryDim: 24, layout: 'half' },
  'Llama 2 7B': { headDim: 128, theta: 10000, layout: 'half' },
  'Llama 3 8B': { headDim: 128, theta: 500000, layout: 'half' },
  'Phi-2': { headDim: 80, rotaryDim: 32, layout: 'half' },
  'Qwen2 7B': { headDim: 128, theta: 1000000, layout: 'half' },
  'Vicuna 7B 16k': {
    headDim: 128,
    scaling: { type: 'linear', factor: 4 },
  },
  'Gemma 3 4B global': {
    headDim: 256,
    theta: 1000000,
    scaling: { type: 'linear', factor: 8 },
  },
  'InternLM2.5 7B': {
    headDim: 128,
    theta: 1000000,
    scaling: { type: 'dynamic', factor: 2, maxPosition: 32768 },
  },
  'Qwen2.5 7B YaRN': {
    headDim: 128,
    theta: 1000000,
    scaling: { type: 'yarn', factor: 4, originalMaxPosition: 32768 },
  },
  'gpt-oss 20B': {
    headDim: 64,
    theta: 150000,
    scaling: {
      type: 'yarn',
      factor: 32,
      originalMaxPosition: 4096,
      truncate: false,
    },
  },
  'DeepSeek-V3': {
    headDim: 192,
    rotaryDim: 64,
    rotaryStart: 128,
    layout: 'interleaved',
    outLayout: 'half',
    scaling: {
      type: 'yarn',
      factor: 40,
      originalMaxPosition: 4096,
      mscale: 1,
      mscaleAllDim: 1,
    },
  },
  'Llama 3.1 8B': {
    headDim: 128,
    theta: 500000,
    scaling: { type: 'llama3', factor: 8, originalMaxPosition: 8192 },
  },
  'Llama 3.2 1B': {
    headDim: 64,
    theta: 500000,
    scaling: { type: 'llama3', factor: 32, originalMaxPosition: 8192 },
  },
  'Phi-3.5 mini': {
    headDim: 96,
    scaling: {
      type: 'longrope',
      shortFactor: /* @__PURE__ */ float32([
        1, 1.02, 1.03, 1.03, 1.05, 1.05, 1.05, 1.05, 1.05, 1.0699999, 1.0999999,
        1.1099999, 1.1599998, 1.1599998, 1.1699998, 1.2899998, 1.3399998,
        1.6799998, 1.7899998, 1.8199998, 1.8499998, 1.8799998, 1.9099997,
        1.9399997, 1.9899997, 2.0199997, 2.0199997, 2.0199997, 2.0199997,
        2.0199997, 2.0199997, 2.0299997, 2.0299997, 2.0299997, 2.0299997,
        2.0299997, 2.0299997, 2.0299997, 2.0299997, 2.0299997, 2.0799997,
        2.0899997, 2.1899996, 2.2199996, 2.5899994, 2.7299995, 2.7499995,
        2.8399994,
      ]),
      longFactor: /* @__PURE__ */ float32([
        1.08, 1.11, 1.14, 1.34, 1.5899999, 1.6, 1.62, 2.6200001, 3.23, 3.23,
        4.79, 7.4, 7.7000003, 9.09, 12.2, 17.67, 24.460001, 28.570002,
        30.420002, 30.840002, 32.590004, 32.930004, 42.320004, 44.960003,
        50.340004, 50.450005, 57.550003, 57.930004, 58.210003, 60.140003,
        62.610004, 62.620003, 62.710003, 63.140003, 63.140003, 63.770004,
        63.930004, 63.960003, 63.97, 64.03, 64.07, 64.08, 64.12, 64.41, 64.48,
        64.51, 64.53, 64.84,
      ]),
      originalMaxPosition: 4096,
      maxPosition: 131072,
    },
  },
  'Gemma 4 26B global': {
    headDim: 512,
    theta: 1000000,
    scaling: { type: 'proportional', share: 0.25 },
  },
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
