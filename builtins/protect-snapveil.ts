import type { CallEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { realPathOfNew } from "../kit/files.ts";
import type { Call } from "./call.ts";
import { startedBy } from "./block-destructive/started-files.ts";
import { mayConcern } from "./protect-snapveil/may-concern.ts";
import { callView } from "../call/call-view.ts";

const LONGEST_PATH = 4096;
/** The most characters of a command that a refusal quotes. */
const LONGEST_SHOWN = 120;

/**
 * Asks the user before a call that would switch snapveil off or weaken it: its commands `off`, `allow`, `uninstall`,
 * `untrack` and `prune`, and any write, move or deletion of its settings, its data folder or the agent's hook file.
 * Reading these files is allowed.
 */
export default async function protectSnapveil(event: CallEvent, call: Call): Promise<Outcome> {
  if (event.toolInput === undefined) return nothing;
  const { kind, file } = callView(event);
  const isPatch = kind === "write" && file === undefined;
  if (!isPatch && !(await concerns(event, call))) return nothing;
  const { touchedBy } = await import("./protect-snapveil/touched-by.ts");
  const touched = await touchedBy(event, call);
  if (touched === undefined) return nothing;
  const { aboutCall, refused } = await import("./refusal.ts");
  const { redactName } = await import("./redact-quoted.ts");
  const command = await redactName(touched.command, call, event.cwd);
  const shown = command.length > LONGEST_SHOWN ? `${command.slice(0, LONGEST_SHOWN)}…` : command;
  // At `tool_input_transform` an agent cannot ask the user, so the call is denied.
  return refused(event.name === "tool_input_transform" ? "deny" : "ask", {
    ...aboutCall(`\`${shown}\`: it ${touched.does} (protect_snapveil)`),
    logged: [{ kind: "guards", where: `in \`${shown}\`` }],
    todo:
      "Whether and how you are guarded is the person's to decide: tell them what you need, and let them do it. No " +
      "setting lets it pass.",
    todoOfPerson: "Whether and how the agent is guarded is yours to decide: do it yourself if it is meant.",
  });
}

/** Whether a call may be about snapveil, by its folder, the paths in it, its scripts and the files that these start. */
async function concerns(event: CallEvent, call: Call): Promise<boolean> {
  const { kind, texts } = callView(event);
  const mayBe = (named: readonly string[]) => mayConcern(event, named, call.io);
  if (kind !== "shell") return mayBe(placesIn(event, call));
  // If the script itself may be about snapveil, the files that it starts need not be read.
  if (mayBe(texts)) return true;
  const started = await startedBy(event, call.io);
  return started === undefined || mayBe(started);
}

/**
 * The texts of a tool's arguments that may be paths. For a file that the tool writes, the target of its link is added.
 */
function placesIn(event: CallEvent, { io }: Call): string[] {
  const { toolInput } = event;
  const named = Object.values(toolInput ?? {}).filter(
    (value): value is string => typeof value === "string" && value.length <= LONGEST_PATH && !value.includes("\n"),
  );
  // The written content may set a variable of snapveil's, in letters or in escapes.
  if (/snapveil_|\\[ux]/i.test(JSON.stringify(toolInput))) named.push("snapveil");
  const file = callView(event).path(io.env);
  return file === undefined ? named : [...named, realPathOfNew(file)];
}
