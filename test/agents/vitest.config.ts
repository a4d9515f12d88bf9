import { defineConfig } from "vitest/config";

/** Two files at a time: agents wait most of their time. */
export default defineConfig({
  test: {
    include: ["test/agents/**/*.test.ts"],
    // A busy machine is no failure: an agent that hangs is ended before.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000 } },
    maxWorkers: 2,
    reporters: ["default", "./test/support/count-reporter.ts"],
  },
});
