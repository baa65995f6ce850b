// States that tests of this view look at: every bias, with options that nobody
// would choose first.

import { readState } from './state.js';

export const queries: readonly string[] = [
  '',
  'heads=1',
  'heads=7&maxBias=3&order=sorted',
  'heads=12&form=causal&biasScale=0.125',
  'preset=BLOOM+176B&at=40&reach=60',
  'heads=5&form=key&at=3&reach=64',
  'method=decay&preset=RetNet+6.7B',
  'method=decay&preset=MiniMax-Text-01%2C+first+layer',
  'method=decay&heads=3&law=lightning&layer=2&layers=4',
  'method=kerple&heads=5',
  'method=kerple&heads=3&form=power&bidirectional=false',
  'method=kerple&heads=2&form=factor',
  'method=fire&heads=3&at=20&reach=64',
  'method=fire&heads=2&threshold=8&at=700&reach=900',
  'method=sandwich&heads=6&dim=10',
  'method=sandwich&heads=3&form=nemo&bidirectional=false&base=50',
  'method=t5Bias&heads=6',
  'method=t5Bias&heads=5&buckets=10&maxDistance=33&bidirectional=false&seed=4',
  'method=t5Bias&preset=WavLM+base&reach=900',
  'method=clippedBias&heads=3&left=2&right=7&beyond=zero',
  'method=clippedBias&preset=Phi-4+multimodal%2C+audio',
  'method=gridBias&heads=2&grid=3x5&prefix=2&down=-2',
  'method=gridBias&preset=BEiT+base&down=3',
  'method=distanceBias&heads=3&grid=4x3&down=2',
  'method=continuousGridBias&heads=2&grid=5x4&hidden=7&down=-1',
  'method=basisBias&reach=20',
  'method=dynamicBias&reach=30&logDistance=true',
];

export const stateOf = (query: string) => readState(new URLSearchParams(query));
