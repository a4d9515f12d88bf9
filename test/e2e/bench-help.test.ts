import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
const benches = Object.keys(scripts).filter((name) => name.startsWith("bench"));

test.for(benches)("%s answers --help and refuses an unknown option, and measures nothing", (name) => {
  const [, script = ""] = scripts[name]!.split(" ");
  const run = (word: string) =>
    spawnSync(process.execPath, [join(ROOT, script), word], { cwd: ROOT, encoding: "utf8", timeout: 30_000 });
  const [help, unknown] = [run("--help"), run("--no-such-option")];
  expect([help.status, help.stderr]).toEqual([0, ""]);
  expect(help.stdout).toContain(`npm run ${name} -- `);
  expect([unknown.status, unknown.stdout]).toEqual([2, ""]);
  expect(unknown.stderr).toContain("There is no option --no-such-option.");
});
