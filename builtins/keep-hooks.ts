import { readFileSync } from "node:fs";

import type { HookEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { realPathOfNew } from "../kit/files.ts";
import { asString } from "../kit/json.ts";
import { counted, printable } from "../kit/text.ts";
import { isAgreed } from "../worktree/doors/trust.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";
import { stemOf } from "../worktree/doors/switch.ts";
import { forPerson, tellLater } from "../session/said.ts";
import type { Call } from "./call.ts";
import { hookReader, type HookReader } from "./keep-hooks/hook-files.ts";
import { noteHooksOf, notedHooksOf, type NotedHooks } from "./keep-hooks/noted-hooks.ts";
import { NOTHING_SAID, type SaidOfHooks } from "./keep-hooks/said-of-hooks.ts";
import { refused } from "./refusal.ts";

/** The ending of a file in which Claude Code proposes a change of its settings. */
const PROPOSED = /\.proposed-[0-9a-f]{8}$/;
/** Sources of settings whose changes no hook can refuse, or that contain no hooks of the user's. */
const ELSEWHERE = /^(?:policy_settings|skills)$/;

/**
 * Refuses a change of the agent's settings that would switch off or weaken a hook of snapveil's in the running session;
 * the agent then keeps its present hooks. A change by the user's editor looks like one by a script that an agent left
 * running, so only commands of snapveil can make such a change: they note the new content, which this builtin then
 * accepts.
 */
export default async function keepHooks(event: HookEvent<"config_change">, { io }: Call): Promise<Outcome> {
  const { changedFile, sessionId, raw } = event;
  if (changedFile === undefined || ELSEWHERE.test(asString(raw["source"]) ?? "")) return nothing;
  const reader = await hookReader(event, io);
  if (reader === undefined) return nothing;
  const path = realPathOfNew(changedFile.replace(PROPOSED, ""));
  const bytes = reader.bytesOf(changedFile);
  const noted = notedHooksOf(io, sessionId) ?? installed(reader, io);
  const now = reader.read(path, bytes);
  const lost = lostBy(path, now, noted);
  if (lost.length === 0 || isAgreed(io, path, bytes)) {
    if (sessionId !== undefined) noteHooksOf(io, sessionId, { ...noted, [path]: now });
    return nothing;
  }
  const what = `snapveil kept the hooks as they were: ${printable(path)} changed, and ${lost.join("; ")}`;
  const todo =
    "Whether and how you are guarded is the person's to decide: put the file back as it was, or tell them what you " +
    "need.";
  const todoOfPerson =
    "If that was you, type snapveil off in a terminal of your own, save the file again and type snapveil on; " +
    "snapveil " +
    `uninstall ${event.dialect} takes all of them out. If not, snapveil install ${event.dialect} puts them back.`;
  // Claude Code shows a refusal at this event neither to the model nor to the user.
  if (sessionId) {
    tellLater(io, [event.dialect, sessionId], [`${what}. ${todo}`]);
    tellLater(io, forPerson(event.dialect, sessionId), [`${what}. ${todoOfPerson}`]);
  }
  return refused("block", {
    what,
    logged: [{ kind: "guards" }],
    todo,
    todoOfPerson,
  });
}

/**
 * The hooks that are in the notes but in no settings file any more, and new settings in this file that weaken hooks, as
 * parts of a sentence.
 */
function lostBy(path: string, now: SaidOfHooks, noted: NotedHooks): string[] {
  const { hooks, weakenings } = noted[path] ?? NOTHING_SAID;
  const elsewhere = Object.entries(noted).flatMap(([other, said]) => (other === path ? [] : said.hooks));
  const left = new Set([...now.hooks, ...elsewhere]);
  const gone = hooks.filter((hook) => !left.has(hook)).length;
  return [
    ...now.weakenings.filter((one) => !weakenings.includes(one)),
    ...(gone === 0
      ? []
      : [`${counted(gone, "hook")} of snapveil would no longer run as ${gone === 1 ? "it does" : "they do"}`]),
  ];
}

/** The hooks that `install` wrote: these are compared if nothing was noted at the start of the session. */
function installed(reader: HookReader, io: Call["io"]): NotedHooks {
  const data = dataDir(io);
  return Object.fromEntries(
    reader.paths.map((path) => {
      try {
        return [path, reader.read(path, readFileSync(`${stemOf(data ?? "", path)}.written`))];
      } catch {
        return [path, NOTHING_SAID];
      }
    }),
  );
}
