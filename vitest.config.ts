import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";

import { rolldown } from "rolldown";
import { defineConfig, type ViteUserConfig } from "vitest/config";

import { FACTOR, SEED } from "./test/support/chance.ts";

// A random seed is drawn once, here: every worker takes this one.
process.env["SNAPVEIL_SEED"] = String(SEED);

/** Every test that asks `sharedFile` for something. */
const BESIDE = [
  "test/beside/**/*.test.ts",
  "test/conformance/{claude-code-recorded,codex-schemas,dialect-facts,docker-agent,every-agent}.test.ts",
  "test/conformance/recorded-payloads.test.ts",
  "test/e2e/mod-search.test.ts",
  "test/property/{detector,secretlint-oracle}.test.ts",
  "test/unit/agents/samples.test.ts",
  "test/unit/redactors/{corpus,rules/token-facts}.test.ts",
];

/** Files of which the whole, or some tests, have the tag `long`. */
const LONG = (readdirSync("test", { recursive: true }) as string[])
  .map((name) => join("test", name))
  .filter((name) => name.endsWith(".test.ts") && /@module-tag long|tags: \["long"\]/.test(readFileSync(name, "utf8")));

/** The detector as one module: read module by module, as all others are, it is four times slower. */
const bundledDetector: NonNullable<ViteUserConfig["plugins"]>[number] = {
  name: "bundled-detector",
  async load(id: string) {
    if (!id.endsWith("/redactors/with-detector.ts")) return null;
    const bundle = await rolldown({ input: id, platform: "node", external: /^node:/, logLevel: "warn" });
    const { output } = await bundle.generate({ format: "es", codeSplitting: false, sourcemap: true });
    return { code: output[0].code, map: output[0].map?.toString() ?? null };
  },
};

export default defineConfig({
  plugins: [bundledDetector],
  test: {
    projects: [
      // Files that share a process take half the time.
      { extends: true, test: { name: "unit", include: ["test/unit/**/*.test.ts"], isolate: false } },
      // Real agents are not among them: `npm run test:agents` installs and runs those.
      {
        extends: true,
        test: { name: "whole", include: ["test/{browser,conformance,e2e,property}/**/*.test.ts"], isolate: false },
      },
      // What other scanners and released agents say lies beside the checkout, or nowhere.
      {
        extends: true,
        test: {
          name: "beside",
          include: BESIDE,
          env: { SNAPVEIL_BESIDE: resolve(process.env["SNAPVEIL_BESIDE"] ?? "../shared") },
        },
      },
      { extends: true, test: { name: "long", include: LONG } },
      { extends: true, test: { name: "torture", include: ["test/torture/**/*.test.ts"] } },
    ],
    tags: [
      { name: "long", description: "A file, or a test, that takes long: browser, terminal, many processes." },
      { name: "sample", description: "The one test of such a file that every check runs." },
    ],
    setupFiles: ["test/support/seed-fast-check.ts", "test/support/start-small.ts", "test/support/leave-nothing.ts"],
    // A busy machine is no failure: what never comes runs into these. A test names a time of its own only to have more.
    testTimeout: 600_000 * Math.max(1, FACTOR),
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    // Tests wait for processes that they start: a worker more than there are cores uses that time.
    maxWorkers: availableParallelism() + 1,
    reporters: ["default", "./test/support/count-reporter.ts"],
  },
});
