/**
 * The page of the browser run. It imports the bundled test files one by one,
 * runs them with vitest's runner, and reports each test to the server.
 */

import { startTests, type Task, type VitestRunner } from '@vitest/runner';

// The policy is part of the test: actions of the package that it refuses are
// recorded here.
const refused = new Set<string>();
addEventListener('securitypolicyviolation', (event) => {
  refused.add(`${event.effectiveDirective}: ${event.blockedURI}`);
});

function post(path: string, body: object): Promise<Response> {
  return fetch(path, { method: 'POST', body: JSON.stringify(body) });
}

/** Names of a task and of the suites around it. */
function nameOf(task: Task): string {
  const outer = task.suite ?? task.file;
  return outer === task || outer === undefined
    ? task.name
    : `${nameOf(outer)} > ${task.name}`;
}

function tell(task: Task): Promise<Response> {
  const { errors = [], duration = 0, state } = task.result ?? {};
  const texts = errors.map(({ message }) => message);
  if (task.type === 'test' && state !== 'pass' && texts.length === 0) {
    texts.push('did not run');
  }
  const seconds = duration / 1000;
  return post('/ends', { name: nameOf(task), errors: texts, seconds });
}

interface Run {
  readonly files: string[];
  readonly pattern: string;
}

const run = (await (await fetch('/run.json')).json()) as Run;
// A pattern that occurs in a file's name chooses the whole file.
const files = run.files.filter((file) => file.includes(run.pattern));
const pattern = files.length > 0 ? '' : run.pattern;

const runner: VitestRunner = {
  config: {
    root: '/',
    setupFiles: [],
    name: undefined,
    passWithNoTests: false,
    testNamePattern: pattern
      ? new RegExp(pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      : undefined,
    allowOnly: false,
    sequence: {
      shuffle: false,
      concurrent: false,
      seed: 0,
      hooks: 'stack',
      setupFiles: 'list',
    },
    chaiConfig: undefined,
    maxConcurrency: 1,
    // No time limits: `npm test` ends a suite that hangs.
    testTimeout: 0,
    hookTimeout: 0,
    retry: 0,
    includeTaskLocation: false,
    diffOptions: undefined,
    tags: [],
    tagsFilter: undefined,
    strictTags: false,
  } as unknown as VitestRunner['config'],
  async importFile(file) {
    await import(file);
  },
  async onBeforeRunTask(test) {
    // The runner also calls this for tests that the pattern leaves out.
    if (test.mode !== 'run' && test.mode !== 'queued') return;
    await post('/begins', { name: nameOf(test) });
  },
  async onAfterRunTask(test) {
    await tell(test);
  },
  async onAfterRunSuite(suite) {
    // A hook or a file that does not load can fail without a failed test.
    if (suite.result?.errors?.length) await tell(suite);
  },
};

async function main(): Promise<void> {
  const chosen = files.length > 0 ? files : run.files;
  for (const file of await startTests(chosen, runner)) {
    const failed = file.result?.state === 'fail';
    if (failed && file.tasks.length === 0) await tell(file);
  }
  for (const violation of refused) {
    // The tests of the policy evaluate a string on purpose, and a browser with
    // a window asks for an icon by itself.
    if (/: eval$|favicon\.ico$/.test(violation)) continue;
    const name = 'content security policy';
    await post('/ends', { name, errors: [`refused ${violation}`], seconds: 0 });
  }
}

main()
  .catch((error: unknown) => {
    const text =
      error instanceof Error ? (error.stack ?? error.message) : String(error);
    return post('/ends', { name: 'the page', errors: [text], seconds: 0 });
  })
  .then(() => post('/finished', {}));
