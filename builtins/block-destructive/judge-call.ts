import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { deny, nothing, type Outcome } from "../../agents/codec/outcome.ts";
import type { Call } from "../call.ts";
import { startFolder } from "../shell/start-folder.ts";
import type { ToolKind } from "../tool-kind.ts";
import { judgeScript, type Finding, type Judged } from "./judge-script.ts";
import type { Wanted } from "./parse-arguments.ts";
import { reasonFor, recordedNotice, type Refused } from "./reply.ts";
import { scriptsOf } from "./scripts-of.ts";
import { surroundingsOf } from "./surroundings.ts";
import { chosenFor } from "./user-choice.ts";

/** What is said of a tool's call that may destroy something; what cannot be read passes, and `call.remark` is told. */
export async function judgeCall(event: CallEvent, call: Call, kind: ToolKind, wanted: Wanted): Promise<Outcome> {
  const judged = judgeScripts(event, call, kind);
  for (const remark of judged.remarks) call.remark?.(remark);
  const refused: Refused[] = [];
  let recorded: Finding | undefined;
  for (const one of chosen(judged, call, wanted)) {
    if (one.finding?.rule.recorded && (await isRecorded(one.finding, event, call))) recorded ??= one.finding;
    else refused.push(one);
  }
  const worst = refused.find(({ verdict }) => verdict === "deny") ?? refused[0];
  if (!worst) return recorded ? { notice: [await recordedNotice(recorded, event, call)] } : nothing;
  const reason = await reasonFor(worst, event, call);
  // Nobody is asked where only a rewrite is expected.
  return worst.verdict === "ask" && event.name !== "tool_input_transform"
    ? { verdict: { kind: "ask", reason } }
    : deny(reason);
}

function judgeScripts(event: CallEvent, call: Call, kind: ToolKind): Judged {
  const judged: Judged = { findings: [], commands: [], remarks: new Set() };
  const around = surroundingsOf(event.cwd, call.io);
  const folder = startFolder(event.toolInput, around.cwd);
  for (const script of scriptsOf(event, kind)) judgeScript(script, folder, around, call.io, judged);
  return judged;
}

function chosen({ findings, commands }: Judged, { settings }: Call, wanted: Wanted): Refused[] {
  const { destructive } = settings;
  const byRule = findings.flatMap((finding): Refused[] => {
    const verdict = chosenFor(finding.command, finding.rule, wanted, destructive);
    return verdict ? [{ finding, command: finding.command, verdict }] : [];
  });
  if (destructive.deny.length + destructive.ask.length === 0) return byRule;
  const byPattern = commands.flatMap((command): Refused[] => {
    const verdict = chosenFor(command, undefined, wanted, destructive);
    return verdict ? [{ command, verdict }] : [];
  });
  return [...byRule, ...byPattern];
}

async function isRecorded(finding: Finding, event: CallEvent, call: Call): Promise<boolean> {
  const { isRecordedBefore } = await import("./recorded.ts");
  return isRecordedBefore(finding, event, call);
}
