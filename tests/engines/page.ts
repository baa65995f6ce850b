/**
 * The page of the browser run: imports the bundled test files one by one, runs
 * them with vitest's runner, and posts what happened to the server.
 */

import {
  type File,
  startTests,
  type Task,
  type VitestRunner,
} from '@vitest/runner';

/** What the page sends when it has finished. */
export interface Report {
  passed: number;
  failures: string[];
}

// Refused actions are part of what is tested: a directive that the package
// needs and the policy forbids shows up here.
const refused = new Set<string>();
addEventListener('securitypolicyviolation', (event) => {
  refused.add(`${event.effectiveDirective}: ${event.blockedURI}`);
});

function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, { method: 'POST', body: JSON.stringify(body) });
}

const runner: VitestRunner = {
  config: {
    root: '/',
    setupFiles: [],
    name: undefined,
    passWithNoTests: false,
    testNamePattern: undefined,
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
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 0,
    includeTaskLocation: false,
    diffOptions: undefined,
    tags: [],
    tagsFilter: undefined,
    strictTags: false,
  } as unknown as VitestRunner['config'],
  async importFile(file) {
    await post('/progress', file);
    await import(file);
  },
};

/** Errors of a task and of everything in it; counts what passed. */
function collect(task: Task, trail: string, report: Report) {
  const name = trail ? `${trail} > ${task.name}` : task.name;
  for (const error of task.result?.errors ?? []) {
    report.failures.push(`${name}: ${error.message}`);
  }
  if (task.type === 'suite') {
    for (const child of task.tasks) collect(child, name, report);
  } else if (task.result?.state === 'pass') {
    report.passed += 1;
  } else if (task.mode === 'run' && !task.result?.errors?.length) {
    report.failures.push(`${name}: did not run`);
  }
}

async function main(): Promise<Report> {
  const report: Report = { passed: 0, failures: [] };
  const suites = (await (await fetch('/suites.json')).json()) as string[];
  const files: File[] = await startTests(suites, runner);
  for (const file of files) collect(file, '', report);
  for (const violation of refused) {
    // The suite about the policy evaluates a string on purpose, and a browser
    // with a window asks for an icon by itself.
    if (/: eval$|favicon\.ico$/.test(violation)) continue;
    report.failures.push(`content security policy refused ${violation}`);
  }
  return report;
}

main().then(
  (report) => post('/report', report),
  (error: unknown) => {
    const text =
      error instanceof Error ? (error.stack ?? error.message) : error;
    return post('/report', { passed: 0, failures: [String(text)] });
  },
);
