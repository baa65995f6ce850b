# The parts of the package: modules that hold one family each. A part is a link:
# its objects are those of the whole module. A list names the files of
# bindings/embind whose functions the TypeScript of that part calls;
# scripts/build/parts.mjs says when one is missing or too many.
set(posenc_parts rotary absolute bias attention layouts detect)

set(posenc_part_absolute
  analysis call code combine complex_order enformer exponential floater
  fourier_features hierarchical learned learned_gradient normalised optimiser
  oscillators polynomial radial resample sinusoidal sinusoidal_grid tile
  weights windowed)

set(posenc_part_rotary
  bias call mixed_frequencies oscillators polar_pairs query_scale rope
  rope_cache schedule turns weights)

set(posenc_part_layouts
  call fine_rows oscillators schedule)

set(posenc_part_detect
  call fine_rows oscillators schedule)

set(posenc_part_bias
  alibi bias bias_kernels bias_networks call decay enformer indices resample
  table_bias weights)

set(posenc_part_attention
  alibi attend attention bias bias_kernels bias_networks call column combine
  cope decay enformer indices learned lookup oscillators resample resize_rows rope
  rope_cache row_products schedule signed_indices sinusoidal table_bias tupe
  turns weights)
