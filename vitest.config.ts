import { defineConfig } from "vitest/config";

import { wat } from "./scripts/wat.ts";

export default defineConfig({
  plugins: [wat()],
  test: {
    include: ["test/**/*.test.ts"],
    // These need released agents, which `npm run test:agents` installs.
    exclude: ["test/agents/**"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Tests start real processes; on two cores more workers only make each of them slower.
    maxWorkers: 2,
    reporters: ["default", "./test/support/count-reporter.ts"],
  },
});
