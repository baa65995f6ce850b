// @ts-check
/**
 * Methods of cases that the package does not have yet, and what people call
 * them. Their cases are counted as skipped, by name. A method that is built
 * leaves this list: a test holds that none has a handler.
 * @type {Readonly<Record<string, string>>}
 */
export const later = {
  'dape.alibi': 'DAPE over ALiBi',
  'dape.kerple': 'DAPE over KERPLE',
  'graph.laplacian_eigenvectors': 'Laplacian eigenvectors of graphs',
  'graph.random_walk': 'random walks on graphs',
  'grape_additive.key_gated': 'GRAPE, additive',
  hash_grid: 'hash grids',
  'location.grid': 'places as a grid of waves',
  'location.spherec': 'Sphere2Vec',
  'location.spherical_harmonics': 'spherical harmonics of places',
  'location.theory': 'places as waves in three directions',
  'nerf.frequency': 'frequencies of NeRF',
  path_attention: 'PaTH',
  'rope.comrope_ap': 'ComRoPE, pairs of axes',
  'rope.comrope_ld': 'ComRoPE, one direction',
  'rope.grape_commuting': 'GRAPE, commuting rotations',
  'rope.liere': 'LieRE',
  'rope.selective': 'Selective RoPE',
  sh_directions: 'spherical harmonics of directions',
  time2vec: 'Time2Vec',
};
