import { defineConfig } from "vitest/config";

import { wat } from "./scripts/wat.ts";
import { FACTOR, SEED } from "./test/support/chance.ts";

// Drawn once where it is to be random: every worker takes this one.
process.env["SNAPVEIL_SEED"] = String(SEED);

export default defineConfig({
  plugins: [wat()],
  test: {
    include: ["test/**/*.test.ts"],
    // These need released agents, which `npm run test:agents` installs.
    exclude: ["test/agents/**"],
    setupFiles: ["test/support/seed-fast-check.ts"],
    testTimeout: 60_000 * Math.max(1, FACTOR),
    hookTimeout: 120_000,
    // Tests start real processes; on two cores more workers only make each of them slower.
    maxWorkers: 2,
    reporters: ["default", "./test/support/count-reporter.ts"],
  },
});
