import { judgeScript } from "../../builtins/block-destructive/judge-script.ts";
import { rulesOf } from "../../builtins/block-destructive/rules.ts";
import type { ScriptVerdict } from "../../builtins/block-destructive/script-verdict.ts";

/** The top folder of the made-up worktree in which scripts are judged. Its home, `/home/dev`, does not exist. */
export const ROOT = "/home/dev/shop";
const AROUND = {
  cwd: ROOT,
  home: "/home/dev",
  temporary: ["/tmp", "/var/tmp"],
  repository: { root: ROOT, gitDir: `${ROOT}/.git`, commonDir: `${ROOT}/.git` },
};

/** Whole path → text. */
export type Texts = Readonly<Record<string, string>>;

/** @param files the texts of files that differ from HEAD @param head the texts of files in HEAD */
export function judged(script: string, files: Texts = {}, head: Texts = {}): ScriptVerdict {
  const verdict: ScriptVerdict = { findings: [], commands: [], remarks: new Set(), looks: [] };
  const [textOf, committed] = [(path: string) => files[path], (path: string) => head[path]];
  judgeScript(script, ROOT, { around: AROUND, io: { env: {} }, rulesOf, textOf, committed }, verdict);
  return verdict;
}

/** The rules that a script matches; of sending only what sends a file that may hold secrets. */
export function rulesFor(script: string, files?: Texts, head?: Texts): string[] {
  const { findings } = judged(script, files, head);
  const isTold = ({ rule, view }: (typeof findings)[number]) =>
    !rule.sends || rule.sends(view).some((path) => path.includes(".env"));
  return findings.filter(isTold).map(({ rule }) => rule.name);
}

/** The paths outside of the worktree that a script deletes, replaces or empties. */
export function lostOutside(script: string, files?: Texts, head?: Texts): string[] {
  const { findings } = judged(script, files, head);
  return [...new Set(findings.flatMap(({ rule, view }) => rule.targets?.(view)?.outside ?? []))];
}
