import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startedBy } from "../../../builtins/block-destructive/started-files.ts";

const TEXT = "#!/bin/sh\nrm -rf data\n";
let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "started-"));
  execFileSync("git", ["init", "-q", place]);
  mkdirSync(join(place, "sub"));
  writeFileSync(join(place, "x.sh"), TEXT);
  writeFileSync(join(place, "x.ps1"), TEXT);
  chmodSync(join(place, "x.sh"), 0o755);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const started = (script: string, folder = "") =>
  startedBy(
    { toolInput: { command: script }, cwd: join(place, folder) },
    { env: { HOME: "/nowhere", PATH: "/usr/bin" }, platform: "linux" },
  );

test.each([
  ["ls x.sh | xargs bash", ""],
  ["nodemon --exec ./x.sh", ""],
  ["pwsh x.ps1", ""],
  ["powershell -ep Bypass x.ps1", ""],
  ["bash -e -o pipefail x.sh", ""],
  ["pwsh -NoProfile -NonInteractive -ExecutionPolicy Bypass -File x.sh", ""],
  ["nodemon -x 'bash x.sh'", ""],
  ["PATH=.:$PATH x.sh", ""],
  ["env PATH=.:/usr/bin x.sh", ""],
  ['cd "$(git rev-parse --show-toplevel)" && ./x.sh', "sub"],
  ['cd "$(git rev-parse --show-toplevel)" && bash x.sh', "sub"],
])("%s starts the script", async (script, folder) => {
  expect(await started(script, folder)).toContain(TEXT);
});

test.each(["bash -xn x.sh", "ls x.sh | xargs cat", "nodemon --exec node", "PATH=./bin:$PATH x.sh"])(
  "%s does not",
  async (script) => {
    expect(await started(script)).toEqual([]);
  },
);
