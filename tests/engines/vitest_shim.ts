/**
 * Stands in for `vitest` in browsers: vitest's own runner and matchers without
 * its server, so that a test means the same here and in Node.
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

/** `expect` of vitest, as far as tests of the package use it. */
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
