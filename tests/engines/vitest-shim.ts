/**
 * Replaces `vitest` in browsers by vitest's own runner and matchers without its
 * server, so that a test means the same there and in Node.
 */

import {
  ASYMMETRIC_MATCHERS_OBJECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';
import * as chai from 'chai';

export {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  it,
  test,
} from '@vitest/runner';
export { expectTypeOf } from 'expect-type';

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

const matchers = (globalThis as unknown as Record<symbol, object>)[
  ASYMMETRIC_MATCHERS_OBJECT
];

/** The part of vitest's `expect` that tests of the package use. */
export const expect = Object.assign(
  (value: unknown, message?: string) => chai.expect(value, message),
  chai.expect,
  matchers,
  {
    unreachable: (message = 'should not be reached') =>
      chai.assert.fail(message),
  },
);
setState({ assertionCalls: 0 }, expect as never);
