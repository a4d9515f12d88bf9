import type { Reporter, TestModule } from "vitest/node";

import { FACTOR, SEED } from "./chance.ts";
import { sharedLeftOut } from "./shared-folder.ts";

/** Names the seed, so that a failure can be had again, and ends a run with one plain line that any script can read. */
export default class CountReporter implements Reporter {
  onTestRunStart(): void {
    process.stdout.write(`\nRandom tests: SNAPVEIL_SEED=${SEED} SNAPVEIL_RUNS=${FACTOR}\n`);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    // A file that could not even be loaded has no tests, and must not pass for a green one.
    const broken = modules.filter((module) => !module.ok() && module.children.size === 0).length;
    process.stdout.write(
      `\n${sharedLeftOut()}${count("passed")} passed, ${count("failed") + broken + errors.length} failed, ${count("skipped")} skipped\n`,
    );
  }
}
