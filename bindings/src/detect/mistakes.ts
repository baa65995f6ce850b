/** The mistakes that detectors know. */

/** Names of mistakes of rotary frequencies and tables. */
export type ScheduleMistake =
  | 'theta'
  | 'scaling'
  | 'twice'
  | 'factor'
  | 'originalMaxPosition'
  | 'attentionFactor'
  | 'contextLength'
  | 'rotaryDim'
  | 'rotaryStart'
  | 'layout'
  | 'start'
  | 'swapped'
  | 'sign'
  | 'positionDtype'
  | 'angleDtype';

/** Names of mistakes of sinusoidal tables. */
export type TableMistake =
  | 'columnExponents'
  | 'doubledColumnExponents'
  | 'doubledExponents'
  | 'start'
  | 'scale'
  | 'positionDtype'
  | 'angleDtype';
