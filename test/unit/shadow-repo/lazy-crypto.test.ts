import * as crypto from "node:crypto";

import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";

import type { Hash } from "../../../shadow-repo/lazy-crypto.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Makes hashes as a hook does, or as on a Node that does not give its binding. */
async function hashesOf(how: "binding" | "module"): Promise<(algorithm: "sha1" | "sha256") => Hash> {
  if (how === "module") vi.stubGlobal("process", Object.create(process, { binding: { value: undefined } }) as NodeJS.Process);
  const { createHash } = await import("../../../shadow-repo/lazy-crypto.ts");
  createHash("sha1");
  return createHash;
}

describe.each(["binding", "module"] as const)("by node's %s", (how) => {
  test.each(["sha1", "sha256"] as const)("%s of any parts is what node:crypto says, and nobody is warned", async (algorithm) => {
    const warned: Error[] = [];
    const listen = (warning: Error) => void warned.push(warning);
    process.on("warning", listen);
    const { emitWarning } = process;
    const createHash = await hashesOf(how);
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: "binary" }))), (parts) => {
        const [ours, theirs] = [createHash(algorithm), crypto.createHash(algorithm)];
        const again = createHash(algorithm);
        for (const part of parts) {
          ours.update(part);
          again.update(part);
          theirs.update(part);
        }
        const expected = theirs.digest("hex");
        expect(ours.digest("hex")).toBe(expected);
        expect(again.digest().toString("hex")).toBe(expected);
      }),
    );
    await new Promise((resolve) => setImmediate(resolve)); // by when it would have come
    process.off("warning", listen);
    expect(warned).toEqual([]);
    expect(process.emitWarning).toBe(emitWarning);
  });
});
