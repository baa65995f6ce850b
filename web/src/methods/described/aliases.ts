// Data of single methods, which stand nowhere else in the code of views.

/** Words that people seek a table by, and that its description does not have. */
export const aliases: Readonly<Record<string, string>> = {
  sinusoidal: 'sine cosine sin cos fixed absolute original transformer',
  sinusoidalGrid: '2d 3d image patch video vit',
  complexOrder: 'phase',
  exponential: 'half-life',
  enformer: 'dna genome',
  radial: 'rbf kernel',
  fourierFeatures: 'rff nerf',
  normalised: 'normalized linear fraction',
  code: 'index digits bits integers',
  learned: 'trained absolute embedding wpe gpt-2 parameters',
  resample: 'interpolate bicubic bilinear vit image resize',
  tile: 'repeat copy',
  windowed: 'swin hiera repeat',
};
