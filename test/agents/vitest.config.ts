import { defineConfig } from "vitest/config";

/** Two files at a time: agents wait most of their time. */
export default defineConfig({
  test: {
    include: ["test/agents/**/*.test.ts"],
    testTimeout: 150_000,
    hookTimeout: 150_000,
    maxWorkers: 2,
    reporters: ["default", "./test/support/count-reporter.ts"],
  },
});
