import { describe, expect, test } from "vitest";

import { judgeScript, type Judged } from "../../../builtins/block-destructive/judge-script.ts";
import { RULES, rulesOf } from "../../../builtins/block-destructive/rules.ts";
import type { Surroundings } from "../../../builtins/block-destructive/places.ts";

const ROOT = "/home/dev/shop";
const AROUND: Surroundings = {
  cwd: ROOT,
  home: "/home/dev",
  temporary: ["/tmp", "/var/tmp"],
  repository: { root: ROOT, gitDir: `${ROOT}/.git`, commonDir: `${ROOT}/.git` },
};

function rulesFor(script: string, folder: string | undefined = ROOT): string[] {
  const judged: Judged = { findings: [], commands: [], remarks: new Set() };
  judgeScript(script, folder, { around: AROUND, io: { env: {} }, rulesOf }, judged);
  return judged.findings.map(({ rule }) => rule.name);
}

describe.each(RULES)("the rule $name", ({ name, hits, misses }) => {
  test.each(hits)("matches %s", (script) => expect(rulesFor(script)).toContain(name));
  test.each(misses)("does not match %s", (script) => expect(rulesFor(script)).not.toContain(name));
});
