/** The keys that programs read in rope parameters. */

export const ropeKeys: readonly string[] = (
  'rope_type type factor rope_theta partial_rotary_factor ' +
  'original_max_position_embeddings max_position_embeddings ' +
  'attention_factor beta_fast beta_slow mscale mscale_all_dim truncate ' +
  'short_factor long_factor short_mscale long_mscale ' +
  'low_freq_factor high_freq_factor mrope_section mrope_interleaved ' +
  'llama_4_scaling_beta alpha mixed_b xdrope_section ' +
  // Switches of vLLM and of older code, at values that change nothing.
  'finetuned extrapolation_factor apply_yarn_scaling'
).split(' ');

/** The keys of a section that hold rope parameters or belong to them. */
export const sectionKeys: readonly string[] = [
  'rope_theta',
  'rope_scaling',
  'rope_parameters',
  'partial_rotary_factor',
];
