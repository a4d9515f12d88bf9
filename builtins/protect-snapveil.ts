import type { CallEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { realPathOfNew } from "../kit/files.ts";
import { pattern } from "../kit/word-pattern.ts";
import type { Call } from "./call.ts";
import { fileOf, resolvedPath, textsOf, toolKind } from "./tool-kind.ts";

/** A part of every path to our commands, our files and an agent's hook file: most calls hold none. */
const MAY_CONCERN = pattern("i")`
  snapveil|(?:^|[\\/~\s"'=(])\.[a-z]|hooks|settings|crush\.json|appdata|xdg_|\$\{?\w*(?:home|config|data)
`;

const LONGEST_PATH = 4096;

/**
 * Asks the person before a call that would switch snapveil off or weaken it: its commands `off`, `allow`, `uninstall`,
 * `untrack` and `prune`, and any write, move or deletion of its settings, its data folder or the agent's hook file. To
 * read these harms nobody.
 */
export default async function protectSnapveil(event: CallEvent, call: Call): Promise<Outcome> {
  const { toolName, toolCategory, toolInput: input } = event;
  if (input === undefined) return nothing;
  const kind = toolKind(toolName, toolCategory, input);
  const texts = [event.cwd ?? "", ...(kind === "shell" ? textsOf(input) : placesIn(event, call))];
  const isPatch = kind === "write" && fileOf(input) === undefined;
  if (!texts.some((text) => MAY_CONCERN.test(text.replace(/["'\\]/g, ""))) && !isPatch) return nothing;
  const { touchedBy } = await import("./protect-snapveil/touched-by.ts");
  const touched = await touchedBy(event, call, kind);
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

/** The texts of a tool's arguments, with the place behind a link for a file that it writes. */
function placesIn({ cwd, toolInput }: CallEvent, { io }: Call): string[] {
  const named = Object.values(toolInput ?? {}).filter(
    (value): value is string => typeof value === "string" && value.length <= LONGEST_PATH && !value.includes("\n"),
  );
  // The content may set a variable of ours, in letters or in their escapes.
  if (/snapveil_|\\[ux]/i.test(JSON.stringify(toolInput))) named.push("snapveil");
  const file = resolvedPath(fileOf(toolInput), cwd, io.env);
  return file === undefined ? named : [...named, realPathOfNew(file)];
}
