import type { RestoreResult, StepShare } from "../../shadow-repo/doors/restore.ts";
import type { SecretsShown } from "../secrets-shown.ts";

/** The result as text for a person: hunks, names of files and sentences with their secrets masked. */
export async function maskResult(secrets: SecretsShown, result: RestoreResult): Promise<RestoreResult> {
  const texts = new Set<string>();
  withTexts(result, (text) => (texts.add(text), text));
  const all = [...texts];
  const lines = await secrets.lines(all.flatMap((text) => text.split("\n")));
  let at = 0;
  const masked = new Map(all.map((text) => [text, lines.slice(at, (at += text.split("\n").length)).join("\n")]));
  return {
    ...withTexts(result, (text) => masked.get(text)!),
    ...(result.hunks && { hunks: await secrets.hunks(result.hunks) }),
  };
}

/** The result with each name and sentence as a function returns it. */
function withTexts(result: RestoreResult, to: (text: string) => string): RestoreResult {
  const remark = ({ path, why }: RestoreResult["skipped"][number]) => ({ path: to(path), why: to(why) });
  return {
    ...result,
    changes: result.changes.map(({ renamed, ...change }) => ({
      ...change,
      path: to(change.path),
      ...(renamed && { renamed: "from" in renamed ? { ...renamed, from: to(renamed.from) } : { to: to(renamed.to) } }),
    })),
    skipped: result.skipped.map(remark),
    conflicts: result.conflicts.map(remark),
    notes: result.notes.map(to),
    ...(result.shares && { shares: new Map([...result.shares].map(([id, one]) => [id, shareWith(one, to)])) }),
  };
}

function shareWith({ shares, ...more }: StepShare, to: (text: string) => string): StepShare {
  return {
    ...more,
    shares: shares.map(({ path, ...share }) => ({ ...share, ...(path !== undefined && { path: to(path) }) })),
  };
}
