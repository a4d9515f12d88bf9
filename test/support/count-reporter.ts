import type { Reporter, TestCase, TestModule } from "vitest/node";

import { FACTOR, SEED } from "./chance.ts";

const LONGEST = 300;

/** Names the seed, so that a failure can be had again, and ends a run with one plain line that any script can read. */
export default class CountReporter implements Reporter {
  onTestRunStart(): void {
    process.stdout.write(`\nRandom tests: SNAPVEIL_SEED=${SEED} SNAPVEIL_RUNS=${FACTOR}\n`);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly { readonly message: string }[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string, of = tests) => of.filter((test) => test.result().state === state).length;
    const isLeft = ({ tags, project }: TestCase) =>
      (project.name === "long") !== (tags.includes("long") && !tags.includes("sample"));
    const left = count("skipped", tests.filter(isLeft));
    // A file that could not even be loaded has no tests, and must not pass for a green one.
    const broken = modules.filter((module) => !module.ok() && module.children.size === 0);
    const failures = [
      ...tests.filter((test) => test.result().state === "failed").map(failureOf),
      ...broken.map((module) => `${module.relativeModuleId}: ${module.errors()[0]?.message ?? "not loaded"}`),
      ...errors.map(({ message }) => `outside of a test: ${message}`),
    ];
    // A log that is cut in the middle still names them, since .ci/sum-counts repeats these lines at its end.
    for (const failure of failures) process.stdout.write(`\nfailed: ${firstLine(failure)}`);
    process.stdout.write(
      `\n${besideLeftOut(modules)}${leftOut(left)}${count("passed")} passed, ${failures.length} failed, ${count("skipped") - left} skipped\n`,
    );
  }
}

/** One line for the vectors and recordings beside the checkout, which a usual run never reads. */
function besideLeftOut(modules: readonly TestModule[]): string {
  if (modules.some(({ project }) => project.name === "beside")) return "";
  return "left out: the vectors and recordings beside the checkout, which `npm run test:beside` takes\n";
}

function leftOut(tests: number): string {
  return tests === 0 ? "" : `left to the other of \`npm run check\` and \`npm run test:full\`: ${tests} tests\n`;
}

function failureOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}: ${test.result().errors?.[0]?.message ?? "no error"}`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]!.slice(0, LONGEST);
}
