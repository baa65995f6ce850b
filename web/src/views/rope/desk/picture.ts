// Computes what the view draws at once. It runs in the worker of the view.

import type { Attention } from 'posenc/attention';
import { checkDrawn } from '../../../figures/arrows/pairs.js';
import { computeSpans } from '../../../figures/spans/spans.js';
import { makeRope } from '../../../methods/make.js';
import { attempt, PageLimit } from '../../../shell/failure.js';
import { compareWays, meetWords } from '../meeting.js';
import { compareRopes } from '../second/compare.js';
import { computeSentence } from '../sentence.js';
import type { Picture, PictureAsk } from './jobs.js';

type Names = Readonly<Record<string, string>>;

/** Names of the package's parameters that the sentence calls something else. */
const sentenceNames: Names = { keyStart: 'start', queryStart: 'start' };
/** The same for the two words whose arrows are shown. */
const meetingNames: Names = { keyStart: 'keyAt', queryStart: 'queryAt' };

/** Computes, and gives parameters in errors the names that this view has. */
function computeAs<T>(names: Names, compute: () => T): T {
  const { value, failure } = attempt(compute);
  if (failure === null) return value;
  const param = names[failure.param] ?? failure.param;
  throw new PageLimit({ ...failure, param });
}

/** The sentence is computed first, so that its errors are those that are told. */
export function computePicture(pe: Attention, ask: PictureAsk): Picture {
  const { state } = ask;
  const rope = makeRope(pe, state.spec);
  checkDrawn(rope);
  const sentence = ask.sentence
    ? computeAs(sentenceNames, () => computeSentence(pe, state))
    : null;
  const meeting = computeAs(meetingNames, () => meetWords(pe, state));
  const { attentionFactor, softmaxScale, scoreFactor } = rope;
  return {
    meeting,
    scores: computeAs(meetingNames, () => compareWays(pe, state, meeting)),
    scale: { attentionFactor, softmaxScale, scoreFactor },
    comparison: compareRopes(pe, state),
    sentence,
    spans: ask.lengths && computeSpans(pe, state.spec, ask.lengths),
  };
}
