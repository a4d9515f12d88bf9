import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "vitest";

import { runBash } from "../../support/run.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** What `npm pack` makes of the project, unpacked in a folder of its own: all that a user gets, and nothing else. */
export async function unpackedPackage(): Promise<{ readonly folder: string; readonly parent: string }> {
  const parent = mkdtempSync(join(tmpdir(), "snapveil-package-"));
  mkdirSync(join(parent, "home"));
  const env = { PATH: process.env["PATH"]!, HOME: join(parent, "home") };
  const script = `npm pack --silent --ignore-scripts --pack-destination '${parent}' && tar -xzf '${parent}'/*.tgz -C '${parent}'`;
  expect(await runBash(script, { env, cwd: ROOT })).toMatchObject({ exitCode: 0 });
  return { folder: join(parent, "package"), parent };
}
