import type { CallEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { realPathOfNew } from "../kit/files.ts";
import type { Call } from "./call.ts";
import { startedBy } from "./block-destructive/started-files.ts";
import { mayConcern } from "./protect-snapveil/may-concern.ts";
import { callView } from "../call/call-view.ts";

const LONGEST_PATH = 4096;

/**
 * Asks the person before a call that would switch snapveil off or weaken it: its commands `off`, `allow`, `uninstall`,
 * `untrack` and `prune`, and any write, move or deletion of its settings, its data folder or the agent's hook file. To
 * read these harms nobody.
 */
export default async function protectSnapveil(event: CallEvent, call: Call): Promise<Outcome> {
  if (event.toolInput === undefined) return nothing;
  const { kind, file } = callView(event);
  const isPatch = kind === "write" && file === undefined;
  if (!isPatch && !(await concerns(event, call))) return nothing;
  const { touchedBy } = await import("./protect-snapveil/touched-by.ts");
  const touched = await touchedBy(event, call);
  if (touched === undefined) return nothing;
  const { refused } = await import("./refusal.ts");
  // An event that expects a rewrite has no question.
  return refused(event.name === "tool_input_transform" ? "deny" : "ask", {
    what: `snapveil stopped this call: it ${touched}`,
    logged: [{ kind: "guards" }],
    todo:
      "Whether and how you are guarded is the person's to decide: tell them what you need, and let them do it. No " +
      "setting lets it pass.",
    todoOfPerson: "Whether and how the agent is guarded is yours to decide: do it yourself if it is meant.",
  });
}

/** Whether a call may be about snapveil: its folder, its scripts and the files that they start, its named places. */
async function concerns(event: CallEvent, call: Call): Promise<boolean> {
  const { kind, texts } = callView(event);
  const mayBe = (named: readonly string[]) => mayConcern(event.cwd ?? "", named, kind === "shell", call.io);
  if (kind !== "shell") return mayBe(placesIn(event, call));
  // Most long scripts show it themselves, and then nothing looks for the files that they start.
  if (mayBe(texts)) return true;
  const started = await startedBy(event, call.io);
  return started === undefined || mayBe(started);
}

/** The texts of a tool's arguments, with the place behind a link for a file that it writes. */
function placesIn(event: CallEvent, { io }: Call): string[] {
  const { toolInput } = event;
  const named = Object.values(toolInput ?? {}).filter(
    (value): value is string => typeof value === "string" && value.length <= LONGEST_PATH && !value.includes("\n"),
  );
  // The content may set a variable of snapveil's, in letters or in their escapes.
  if (/snapveil_|\\[ux]/i.test(JSON.stringify(toolInput))) named.push("snapveil");
  const file = callView(event).path(io.env);
  return file === undefined ? named : [...named, realPathOfNew(file)];
}
