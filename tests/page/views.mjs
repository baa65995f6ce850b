// @ts-check
// The views of the page beside its lesson, as data: what the tests of the whole
// page need to know of each. A new view is an entry here.

/**
 * @typedef {object} View
 * @property {string} name in addresses
 * @property {string} heading
 * @property {string[]} first what stands on its first screen: its figure, and
 *   what moves it
 * @property {string[]} tours addresses at which all that can be operated is
 *   operated, in every engine; folds of the view are opened first where
 *   `unfolded` says so
 * @property {boolean} unfolded
 * @property {boolean} told it tells of a method: its formula stands in a fold,
 *   and its code below the pictures
 * @property {string} wide its figure, which grows with a wide screen; '' where
 *   it does not
 * @property {boolean} painted it has figures on a canvas
 * @property {[address: string, least: number, late?: string][]} saves addresses
 *   at which all of its figures are shown, how many, at least, and one that is
 *   drawn when it is near
 * @property {[link: string, shown: RegExp, said: RegExp][]} misnamed links with
 *   a name that nothing has, the address that is shown in their place, and
 *   what the page says of it
 */

/** @type {readonly View[]} */
export const views = [
  {
    name: 'encodings',
    heading: 'Encodings',
    first: ['.plate .field', '.chooser button'],
    tours: [
      '',
      '?method=sinusoidalGrid&grid=6x8&dim=16',
      '?method=learned&length=48&dim=12',
      '?length=48&dim=12&with=sinusoidal&with.length=48&with.dim=12&with.base=50',
    ],
    unfolded: false,
    told: true,
    wide: '.plate',
    painted: true,
    saves: [
      ['?length=24&dim=8&analysis=1', 7],
      ['?method=sinusoidalGrid&grid=4x6&dim=16', 5],
      [
        '?length=20&dim=8&with=sinusoidal&with.length=20&with.dim=8&with.base=50',
        3,
      ],
    ],
    misnamed: [
      [
        '?method=sinusodal&dim=32',
        /^#\/encodings\?dim=32$/,
        /method “sinusodal”.*“sinusoidal”/,
      ],
      [
        '?method=polinomial',
        /^#\/encodings\?method=polynomial$/,
        /method “polinomial”.*“polynomial”/,
      ],
      [
        '?with=sinusodal&with.preset=farseq',
        /^#\/encodings\?with=sinusoidal&with\.preset=fairseq$/,
        /method “sinusodal”.*“sinusoidal”.*preset “farseq”.*“fairseq”/s,
      ],
    ],
  },
  {
    name: 'rope',
    heading: 'RoPE',
    first: ['.ruler', '.plane-box', '.live-score output', '.player .play'],
    tours: ['?headDim=16'],
    unfolded: true,
    told: true,
    wide: '.turning',
    painted: true,
    saves: [['?headDim=16&second=Phi-2', 7]],
    misnamed: [
      [
        '?preset=lama+3+8b',
        /^#\/rope\?preset=Llama\+3\+8B$/,
        /preset “lama 3 8b”.*“Llama 3 8B”/,
      ],
    ],
  },
  {
    name: 'biases',
    heading: 'Biases',
    first: ['.curves .chart-field', '[data-slider="distance"]'],
    tours: [
      '?reach=16&size=8',
      '?method=gridBias&grid=3x3&heads=2&scheme.type=grid&scheme.grid=3x3&query=4&key=0',
    ],
    unfolded: true,
    told: true,
    wide: '.curves',
    painted: true,
    saves: [
      ['?heads=3&reach=16&size=8', 3],
      [
        '?method=t5Bias&reach=40&log=1&size=8&scheme.type=clip&scheme.left=4&scheme.right=4',
        3,
      ],
      [
        '?method=gridBias&grid=3x4&scheme.type=grid&scheme.grid=3x3&query=4&key=0',
        3,
      ],
    ],
    misnamed: [
      [
        '?method=alibbi&head=2',
        /^#\/biases\?head=2$/,
        /method “alibbi”.*“alibi”/,
      ],
      [
        '?method=decay&preset=RetNet+6.8B',
        /^#\/biases\?method=decay&preset=RetNet\+6\.7B$/,
        /preset “RetNet 6.8B”.*“RetNet 6.7B”/,
      ],
    ],
  },
  {
    name: 'attention',
    heading: 'Attention, two ways',
    first: [
      '.story :is([data-map^="a-"], [data-map^="b-"]) .field',
      ...['.texts', '[data-strip="show"]'],
    ],
    tours: ['?length=64&size=8'],
    unfolded: true,
    told: true,
    wide: '.story',
    painted: true,
    saves: [['?a.bias.method=alibi&start=9&length=300', 6, '.long']],
    misnamed: [
      [
        '?b.bias.method=alibbi&start=7',
        /^#\/attention\?b\.bias\.method=alibi&start=7$/,
        /method “alibbi”.*“alibi”/,
      ],
    ],
  },
  {
    name: 'images',
    heading: 'Images',
    first: [
      ...['[data-map="picture"] .field', '[data-map="left"] .field'],
      '[data-param="method"] select',
    ],
    tours: ['?grid=4x5&dim=16&headDim=16&to=6x8&parts=t2_i2x2_v2x1x2_t1'],
    unfolded: true,
    told: false,
    wide: '.trio',
    painted: true,
    saves: [['?grid=6x6&dim=16&headDim=16&to=8x8', 7]],
    misnamed: [
      [
        '?method=dert&with=goldn',
        /^#\/images\?method=detr&with=golden$/,
        /method “dert”.*“detr”.*method “goldn”.*“golden”/s,
      ],
      [
        '?model=qwen4',
        /^#\/images(\?model=qwen\d)?$/,
        /model “qwen4”.*“qwen2”/,
      ],
    ],
  },
  {
    name: 'models',
    heading: 'Models',
    first: ['.layers', '.layer-words', '[data-known="first"]'],
    tours: ['?pick=Phi-3+mini+128k'],
    unfolded: true,
    told: false,
    wide: '',
    painted: false,
    saves: [['?pick=Phi-2&with=GPT-J+6B', 5]],
    misnamed: [
      [
        '?pick=DeepSeek+V33&layer=3',
        /^#\/models\?pick=DeepSeek\+V3&layer=3$/,
        /model “DeepSeek V33”.*“DeepSeek V3”/,
      ],
    ],
  },
  {
    name: 'precision',
    heading: 'Precision',
    first: ['.errors-by-position .chart-field', '[data-ropes]'],
    tours: ['?pick=Phi-2&error=0.0001'],
    unfolded: true,
    told: false,
    wide: '',
    painted: false,
    saves: [['?pick=Phi-2', 3]],
    misnamed: [
      [
        '?pick=Phi-22&at=7',
        /^#\/precision\?pick=Phi-2&at=7$/,
        /model “Phi-22”.*“Phi-2”/,
      ],
    ],
  },
];

/** @param {Pick<View, 'name'>} view */
export const addressOf = ({ name }) => `#/${name}`;

/** The address of each view. */
export const addresses = views.map(addressOf);
