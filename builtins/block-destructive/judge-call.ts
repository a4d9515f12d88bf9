import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { nothing, type Harm, type Outcome } from "../../agents/codec/outcome.ts";
import { isIn } from "../../kit/files.ts";
import { isNamed } from "../../kit/glob.ts";
import { inShell } from "../../kit/in-shell.ts";
import { allowedValues, isAboutValues, keptSalt, lineFor } from "../../redactors/doors/allow.ts";
import type { DestructiveSettings } from "../../worktree/doors/settings.ts";
import type { Call } from "../call.ts";
import { redactName } from "../redact-quoted.ts";
import type { RuleMatch, ScriptVerdict } from "./script-verdict.ts";
import { judgeScripts } from "./looks-of-call.ts";
import { harmedBy, harmlessAmong } from "./look-up-harm.ts";
import { noteCopies } from "./note-copies.ts";
import { refusedBefore } from "./refused-before.ts";
import { HERE, LEVELS, type Level, type HarmRule, type Wanted } from "./rule.ts";
import { rulesOf } from "./rules.ts";
import { scriptsOf } from "./scripts-of.ts";

/**
 * A command that is refused or asked about: by a rule, or only by a pattern of the settings (then `finding` is absent).
 */
interface Refused extends Pick<RuleMatch, "command"> {
  readonly finding?: RuleMatch;
  readonly verdict: "ask" | "deny";
  /** The harmed files, branches or tags, if the rule looks these up. */
  readonly harmed?: readonly string[];
}

const BY_HAND_OR_ONCE = "If it is meant, run it by hand, or let it pass once: `snapveil allow --last --once`.";

/** The most characters of a command that a refusal quotes, and the most harmed files that a refusal names. */
const [SHOWN, NAMED] = [120, 3] as const;

/**
 * Judges a call that may destroy something. A part that cannot be read passes, and `call.remark` gets a sentence about
 * it.
 */
export async function judgeCall(event: CallEvent, call: Call, wanted: Wanted): Promise<Outcome> {
  const judged = judgeScripts(event, call, scriptsOf(event), rulesOf);
  for (const remark of judged.remarks) call.remark?.(remark);
  noteCopies(judged, event, call);
  const again = refusedBefore(judged.looks ?? [], event, call);
  if (again) judged.findings.push(again);
  const refused: Refused[] = [];
  let recorded: RuleMatch | undefined;
  const all = chosen(judged, event, call, wanted);
  const harmless = await harmlessAmong(
    all.flatMap(({ finding }) => finding ?? []),
    event,
    call,
  );
  for (const one of all) {
    if (one.finding && harmless.has(one.finding)) continue;
    if (one.finding?.rule.recorded && (await isRecorded(one.finding, event, call))) recorded ??= one.finding;
    else {
      const harmed = one.finding ? await harmedBy(one.finding, event, call) : undefined;
      if (harmed?.length === 0 || (await isReturned(one, event, call))) continue;
      refused.push({ ...one, ...(harmed && { harmed }) });
    }
  }
  const worst = refused.find(({ verdict }) => verdict === "deny") ?? refused[0];
  if (!worst) return recorded ? { notice: [await recordedNotice(recorded, event, call)] } : nothing;
  // At `tool_input_transform` an agent cannot ask the user, so a question becomes a denial.
  const kind = worst.verdict === "ask" && event.name !== "tool_input_transform" ? "ask" : "deny";
  return refusalOf(kind, worst, refused, event, call);
}

/**
 * Whether everything that a command takes away from git can be returned from the note of git's state before the call.
 * False for a command that the user's settings list, so that it is asked about in any case.
 */
async function isReturned({ finding }: Refused, event: CallEvent, call: Call): Promise<boolean> {
  if (!finding?.rule.noted || isListed(finding.command, finding.rule, call.settings.destructive)) return false;
  return (await import("./noted-before.ts")).isNotedBefore(finding, event, call);
}

async function isRecorded(finding: RuleMatch, event: CallEvent, call: Call): Promise<boolean> {
  const { isRecordedBefore } = await import("./recorded.ts");
  return isRecordedBefore(finding, event, call);
}

function chosen(
  { findings, commands }: ScriptVerdict,
  event: CallEvent,
  { settings }: Call,
  wanted: Wanted,
): Refused[] {
  const { destructive } = settings;
  const isAllowed = allowedValues(destructive.allow.filter(isAboutValues));
  const byRule = findings.flatMap((finding): Refused[] => {
    const { command, rule } = finding;
    const verdict = chosenFor(command, rule, wanted, destructive);
    return verdict && (isListed(command, rule, destructive) || !isAllowed(rule.name, runIn(command, event)))
      ? [{ finding, command: finding.command, verdict }]
      : [];
  });
  if (destructive.deny.length + destructive.ask.length === 0) return byRule;
  const byPattern = commands.flatMap((command): Refused[] => {
    const verdict = chosenFor(command, undefined, wanted, destructive);
    return verdict ? [{ command, verdict }] : [];
  });
  return [...byRule, ...byPattern];
}

/**
 * Whether a pattern of the settings applies to a command: the pattern is the name of the rule that the command matches,
 * or it matches the first words of the command, with `*` and `?` as in a glob.
 */
function isMeant(pattern: string, command: string, rule?: string): boolean {
  return pattern === rule || isNamed(pattern, command) || isNamed(`${pattern} *`, command);
}

/** Whether the lists `deny` or `ask` of the settings name a command. These lists win over `allow`. */
function isListed(command: string, rule: HarmRule, { deny, ask }: DestructiveSettings): boolean {
  return [...deny, ...ask].some((pattern) => isMeant(pattern, command, rule.name));
}

/**
 * The value that `snapveil allow` stores for a command. It holds folder and command, so that only the unchanged command
 * in the same folder passes.
 */
function runIn(command: string, { cwd = "" }: CallEvent): string {
  return `${cwd}\0${command}`;
}

/**
 * The verdict of settings and arguments on a command; `undefined`: the command passes. @param rule absent if only a
 * pattern of the settings can match
 */
function chosenFor(
  command: string,
  rule: HarmRule | undefined,
  { level, verdict }: Wanted,
  settings: DestructiveSettings,
): "ask" | "deny" | undefined {
  const named = (patterns: readonly string[]) => patterns.some((pattern) => isMeant(pattern, command, rule?.name));
  if (named(settings.deny)) return "deny";
  if (named(settings.ask)) return "ask";
  if (!rule || named(settings.allow)) return undefined;
  const isIn = (wide: Level) => LEVELS.indexOf(rule.level) <= LEVELS.indexOf(wide);
  if (!isIn(settings.level ?? level)) return undefined;
  // Only the level in the settings includes the rule. The verdict in the arguments is for the level in the arguments,
  // so it does not apply.
  if (!isIn(level)) return "ask";
  return verdict ?? (rule.level === "catastrophic" ? "deny" : "ask");
}

/** The refusal: its reason, another way for the model, and how the user can allow the command. */
async function refusalOf(
  kind: "ask" | "deny",
  worst: Refused,
  all: readonly Refused[],
  event: CallEvent,
  call: Call,
): Promise<Outcome> {
  const { aboutCall, refused } = await import("../refusal.ts");
  const shown = await quotedCommand(worst, event, call);
  if (!worst.finding)
    return refused(kind, {
      ...aboutCall(`${shown}: the settings name it under "destructive"`),
      logged: [{ kind: "named-in-settings", where: `in ${shown}` }],
      todo: "Do it another way, or leave it to the person.",
      allow: await aboutLists([worst], event, call),
    });
  const { does, instead, name } = worst.finding.rule;
  const { destructive } = call.settings;
  const byRule = all.flatMap(({ finding }) => finding ?? []);
  const isFixed = byRule.length < all.length || byRule.some((one) => isListed(one.command, one.rule, destructive));
  const commands = [...new Set(byRule.map(({ command }) => command))];
  const salt = keptSalt(call.io);
  const harm = harmOf(byRule, event);
  return refused(kind, {
    ...aboutCall(`${shown}: it ${does}${await aboutHarmed(worst.harmed, event, call)} (rule ${name})`),
    logged: await Promise.all(
      byRule.map(async (finding) => ({
        kind: finding.rule.name,
        where: `in ${await quotedCommand({ command: finding.command, finding }, event, call)}`,
      })),
    ),
    todo: instead.replace(HERE, () => inShell(folderOf(worst.finding!.view, worst.finding!.rule))),
    todoOfPerson: isFixed ? "If it is meant, run it by hand." : BY_HAND_OR_ONCE,
    allow: isFixed
      ? await aboutLists(all, event, call)
      : `The setting "destructive": { "allow": ["${name}"] } lets each command of rule ${name} pass.`,
    ...(harm.paths.length + harm.toUnknown.length > 0 && { harm }),
    ...(!isFixed && {
      pass: {
        setting: ["destructive", "allow"],
        lines: commands.map((command) => lineFor(runIn(command, event), salt)),
      },
    }),
  });
}

/** The sentence about the settings file whose list `deny` or `ask` names one of the commands. */
async function aboutLists(all: readonly Refused[], { cwd }: CallEvent, { io }: Call): Promise<string> {
  const { aboutListingFile } = await import("./listing-file.ts");
  return aboutListingFile(io, cwd, (entry) =>
    all.some(({ command, finding }) => isMeant(entry, command, finding?.rule.name)),
  );
}

/** The folder whose repository a command discards changes of; `.` for a rule that discards none. */
function folderOf(view: RuleMatch["view"], rule: HarmRule): string {
  const folder = rule.discards?.(view) || ".";
  return view.places([folder])[0]?.path ?? folder;
}

/**
 * The files that the commands would delete, replace or send, for later calls of the session. Those outside of the
 * worktree count for any later change. What lies in the worktree is judged by what is kept of it, and a sent file may
 * be edited, so these count for programs that nobody knows. Folders around the worktree or the home are left out, since
 * nearly every call names a file in these.
 */
function harmOf(findings: readonly RuleMatch[], { cwd = "" }: CallEvent): Required<Harm> {
  const harming = findings.filter(({ rule }) => rule.targets ?? rule.sends);
  const [paths, toUnknown] = [new Set<string>(), new Set<string>()];
  for (const { rule, view } of harming) {
    const { outside = [], inside = [] } = rule.targets?.(view) ?? {};
    const sent = view.places(rule.sends?.(view) ?? []).flatMap(({ path }) => path ?? []);
    const isAround = (path: string) => [cwd, view.worktree, view.home].some((one) => one && isIn(one, path));
    for (const path of outside) if (!isAround(path)) paths.add(path);
    for (const path of [...inside.map((one) => one.path), ...sent]) if (!isAround(path)) toUnknown.add(path);
  }
  return { rules: [...new Set(harming.map(({ rule }) => rule.name))], paths: [...paths], toUnknown: [...toUnknown] };
}

/**
 * The names of the first harmed files for a sentence, redacted, since a name may hold a secret or control characters.
 */
async function aboutHarmed(harmed: readonly string[] | undefined, { cwd }: CallEvent, call: Call): Promise<string> {
  if (!harmed) return "";
  const names = await Promise.all(harmed.slice(0, NAMED).map((name) => redactName(name, call, cwd)));
  return `: ${names.join(", ")}${harmed.length > NAMED ? ` and ${harmed.length - NAMED} more` : ""}`;
}

/** The notice about a command that passes because a checkpoint holds the changes that it discards. */
async function recordedNotice(finding: RuleMatch, event: CallEvent, call: Call): Promise<string> {
  const shown = await quotedCommand({ command: finding.command, finding }, event, call);
  return `snapveil let ${shown} pass: what it discards is recorded just before it runs. To get it back: snapveil undo`;
}

/** The beginning of a command for a sentence, redacted, since a command may hold a secret or control characters. */
async function quotedCommand(
  { command, finding }: Pick<Refused, "command" | "finding">,
  event: CallEvent,
  call: Call,
): Promise<string> {
  const { commandOfCall } = await import("./command-of-call.ts");
  const text = await redactName(commandOfCall(command, finding?.view, event), call, event.cwd);
  return `\`${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}\``;
}
