import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { judgeScript } from "../../../builtins/block-destructive/judge-script.ts";
import type { ScriptVerdict } from "../../../builtins/block-destructive/script-verdict.ts";
import { rulesOf } from "../../../builtins/block-destructive/rules.ts";

const top = mkdtempSync(join(tmpdir(), "main-branch-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));

/** The rules about main branches that a push matches, in a repository of these files of git. */
function rulesFor(script: string, files: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(join(top, "shop-"));
  for (const [name, text] of Object.entries(files)) {
    const file = join(root, ".git", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const gitDir = join(root, ".git");
  const around = { cwd: root, home: top, temporary: [], repository: { root, gitDir, commonDir: gitDir } };
  const judged: ScriptVerdict = { findings: [], commands: [], remarks: new Set() };
  judgeScript(script, root, { around, io: { env: {} }, rulesOf }, judged);
  return judged.findings.map(({ rule }) => rule.name).filter((name) => name.endsWith("-main"));
}

const on = (branch: string) => ({ HEAD: `ref: refs/heads/${branch}\n` });
const DETACHED = { HEAD: `${"1a2b".repeat(10)}\n` };
const REMOTE = { "refs/remotes/origin/HEAD": "ref: refs/remotes/origin/next\n" };

test.each<[string, string, Record<string, string>, string[]]>([
  ["without a ref, on a main branch", "git push -f", on("main"), ["push-main"]],
  ["without a ref, on a release branch", "git push -f origin", on("release/2"), ["push-main"]],
  ["without a ref, on a branch of one's own", "git push -f", on("fix"), []],
  ["without a ref, on no branch", "git push -f", DETACHED, []],
  ["without a ref, where HEAD cannot be read", "git push -f", {}, []],
  ["of HEAD, on a main branch", "git push -f origin HEAD", on("main"), ["push-main"]],
  ["of @, on a main branch", "git push --force-with-lease origin @", on("main"), ["rewrite-main"]],
  ["of HEAD, on a branch of one's own", "git push -f origin HEAD", on("fix"), []],
  ["of HEAD, on no branch", "git push -f origin HEAD", DETACHED, []],
  ["with a lease and no ref, on a main branch", "git push --force-with-lease", on("main"), []],
  [
    "of the branch to which the remote's HEAD points",
    "git push -f origin next",
    { ...on("fix"), ...REMOTE },
    ["push-main"],
  ],
  [
    "of the same from another branch",
    "git push origin +fix:refs/heads/next",
    { ...on("fix"), ...REMOTE },
    ["push-main"],
  ],
  ["of a branch of that name on another remote", "git push -f mine next", { ...on("fix"), ...REMOTE }, []],
  ["of a branch whose name begins so", "git push -f origin next2", { ...on("fix"), ...REMOTE }, []],
  ["to an address in the place of a remote", "git push -f ../origin next", { ...on("fix"), ...REMOTE }, []],
  ["of the remote's main branch, without force", "git push origin next", { ...on("fix"), ...REMOTE }, []],
])("a push %s", (_what, script, files, rules) => expect(rulesFor(script, files)).toEqual(rules));
