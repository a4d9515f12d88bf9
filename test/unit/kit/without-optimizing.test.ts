import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { withoutOptimizing } from "../../../kit/without-optimizing.ts";

describe("withoutOptimizing", () => {
  test("gives what the work gives, also later", async () => {
    expect(withoutOptimizing(() => 1)).toBe(1);
    await expect(withoutOptimizing(async () => 2)).resolves.toBe(2);
  });

  test("throws what the work throws, also later", async () => {
    expect(() =>
      withoutOptimizing(() => {
        throw new Error("at once");
      }),
    ).toThrow("at once");
    await expect(withoutOptimizing(async () => Promise.reject(new Error("later")))).rejects.toThrow("later");
  });

  /** What V8 says of functions that it makes machine code of, in a process of its own. */
  function optimized(flags: readonly string[], after: string): string {
    const bundle = join(import.meta.dirname, "../../../dist/git.cjs");
    const script = `const { withoutOptimizing } = require(${JSON.stringify(bundle)});
      function during() { let sum = 0; for (let n = 0; n < 3e6; n += 1) sum += n % 7; return sum; }
      function afterwards() { let sum = 0; for (let n = 0; n < 3e6; n += 1) sum += n % 7; return sum; }
      console.log("sums", withoutOptimizing(during), ${after});`;
    return execFileSync(process.execPath, [...flags, "-e", script], { encoding: "utf8", env: {} });
  }

  test("no machine code comes about meanwhile, and afterwards it does again", () => {
    const said = optimized(["--trace-opt", "--trace-osr"], "afterwards()");
    expect(said).not.toMatch(/completed optimizing .*\bduring\b/);
    expect(said).toMatch(/completed optimizing .*\bafterwards\b/);
  });

  test("where Node may make none at all, it still makes none", () => {
    expect(optimized(["--jitless", "--no-warnings"], "afterwards()")).toContain("sums 8999994 8999994");
  });
});
