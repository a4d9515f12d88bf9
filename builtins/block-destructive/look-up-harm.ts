import type { CallEvent } from "../../agents/codec/hook-event.ts";
import type { Call } from "../call.ts";
import type { RuleMatch } from "./script-verdict.ts";
import { presentOutside } from "./absent.ts";
import type { Targets } from "./targets.ts";

/** The most findings whose files git is asked about at once, since the arguments of a program may not be too long. */
const AT_ONCE = 100;

/**
 * The findings whose files can all be restored. A long script may have dozens of findings about files, and git is asked
 * about the files of all of these at once: only if some cannot be restored, each command is looked at by itself.
 */
export async function harmlessAmong(
  findings: readonly RuleMatch[],
  event: CallEvent,
  call: Call,
): Promise<ReadonlySet<RuleMatch>> {
  const groups = new Map<string, [RuleMatch, Targets][]>();
  for (const finding of findings) {
    const targets = finding.rule.targets?.(finding.view);
    if (targets === undefined || finding.rule.recorded) continue;
    const key = `${finding.rule.name} ${targets.sparesIgnored === true}`;
    const group = groups.get(key);
    if (group) group.push([finding, targets]);
    else groups.set(key, [[finding, targets]]);
  }
  const harmless = new Set<RuleMatch>();
  for (const group of groups.values())
    for (let at = 0; at < group.length - 1; at += AT_ONCE) {
      const part = group.slice(at, at + AT_ONCE);
      if ((await harmedBy(joined(part), event, call))?.length === 0)
        for (const [finding] of part) harmless.add(finding);
    }
  return harmless;
}

/** One finding with the files of several. */
function joined(group: readonly (readonly [RuleMatch, Targets])[]): RuleMatch {
  const [first, common] = group[0]!;
  const outside = group.flatMap(([, targets]) => presentOutside(targets));
  const inside = group.flatMap(([, targets]) => targets.inside);
  const { isAbsent: _, ...rest } = common;
  return { ...first, rule: { ...first.rule, targets: () => ({ ...rest, outside, inside }) } };
}

/** The files, branches or tags that a command harms; `undefined` if the rule looks nothing up. */
export async function harmedBy(
  finding: RuleMatch,
  event: CallEvent,
  call: Call,
): Promise<readonly string[] | undefined> {
  const { rule } = finding;
  if (rule.harms) return rule.harms(finding.view);
  if (!rule.targets && !rule.sends && !rule.refs && !rule.discards && !rule.fetches) return undefined;
  const { harmedFiles } = await import("./harmed-files.ts");
  return harmedFiles(finding, event, call);
}
