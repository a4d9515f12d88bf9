import { defineConfig } from "vitest/config";

/** One agent after the other: each starts many processes of its own. */
export default defineConfig({
  test: {
    include: ["test/agents/**/*.test.ts"],
    testTimeout: 150_000,
    hookTimeout: 150_000,
    maxWorkers: 2,
    reporters: ["default", "./test/support/count-reporter.ts"],
  },
});
