import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startedBy } from "../../../builtins/block-destructive/started-files.ts";

const TEXT = "#!/bin/sh\nrm -rf data\n";
const HELPER = "import shutil\ndef go():\n    shutil.rmtree('data')\n";
const RULES = "tidy:\n\trm -rf data\n";
let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "started-"));
  execFileSync("git", ["init", "-q", place]);
  mkdirSync(join(place, "sub"));
  writeFileSync(join(place, "x.sh"), TEXT);
  writeFileSync(join(place, "x.ps1"), TEXT);
  chmodSync(join(place, "x.sh"), 0o755);
  writeFileSync(join(place, "a.py"), "from helper import go\ngo()\n");
  writeFileSync(join(place, "helper.py"), HELPER);
  writeFileSync(join(place, "b.sh"), "make tidy\n");
  writeFileSync(join(place, "Makefile"), "include rules.mk\n");
  writeFileSync(join(place, "rules.mk"), RULES);
  for (let at = 0; at < 9; at += 1) writeFileSync(join(place, `step${at}.sh`), `echo ${at}\n`);
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

test.each([
  ["a module that a file of code imports", "python3 a.py", HELPER],
  ["a module that code in the call imports", "python3 -c 'import helper; helper.go()'", HELPER],
  ["a file that a makefile includes, if a script runs make", "sh b.sh", RULES],
])("%s is among the texts", async (_, script, text) => {
  expect(await started(script)).toContain(text);
});

test("of more files than are read here it is unknown what they hold", async () => {
  const steps = Array.from({ length: 9 }, (_, at) => `sh step${at}.sh`);
  expect(await started(steps.slice(1).join("\n"))).toHaveLength(8);
  expect(await started(steps.join("\n"))).toBeUndefined();
});
