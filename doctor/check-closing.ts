import { join } from "node:path";

import type { Agent } from "../agents/codec/agent.ts";
import { closingAt, type Installer, type Where } from "../agents/formats/installer.ts";
import { builtinNamed } from "../builtins/doors/table.ts";
import type { ChosenEvent } from "../install/choose-events.ts";
import { keysInWords } from "../install/closing-rows.ts";
import type { Io } from "../kit/io.ts";
import type { JsonObject } from "../kit/json.ts";
import { broken, limit, ok, warning, type Check } from "./check.ts";
import { namedBuiltin } from "./named-builtin.ts";
import type { RegisteredHook } from "./registered-hooks.ts";
import { startLine } from "./start-line.ts";

/** The most milliseconds that a command line may run if its program is missing. */
const PATIENCE = 10_000;
/** The part of a command line that starts snapveil, directly or by Node, in any folder. */
const PROGRAM = /^((?:exec\s+)?(?:["']?[^\s"']*node["']?\s+)?["']?)[^\s"'=]*snapveil(?:-hook|\.cjs)?(?=["'\s]|$)/;

/**
 * Checks what happens if a hook fails: whether each hook that runs a guard has the agent's setting that refuses the
 * event, and how the command line ends if its program is missing.
 */
export function checkClosing(
  io: Io,
  installer: Installer,
  dialect: Agent,
  where: Where,
  registered: readonly RegisteredHook[],
  chosen: readonly ChosenEvent[],
): Check[] {
  if (installer.isModule) return [];
  const guarding = registered.filter((line) => isGuarding(line, chosen));
  const lacking = guarding.filter(({ event, object }) => !hasKeys(object, closingAt(installer, event) ?? {}));
  return [
    ...(lacking.length > 0 ? [openLines(installer, dialect.title, lacking)] : []),
    ...tryWithout(io, installer, dialect, where, guarding),
  ];
}

function isGuarding({ event, command }: RegisteredHook, chosen: readonly ChosenEvent[]): boolean {
  const alone = namedBuiltin(command);
  if (alone !== undefined && builtinNamed(alone)?.failure !== "closed") return false;
  return chosen.some(({ name, isClosed }) => name === event && isClosed);
}

export function hasKeys(object: JsonObject | undefined, keys: JsonObject): boolean {
  return Object.entries(keys).every(([key, value]) => object?.[key] === value);
}

function openLines({ agent, closing }: Installer, title: string, lacking: readonly RegisteredHook[]): Check {
  const events = [...new Set(lacking.map(({ event }) => event))].join(", ");
  const [isPlugin, isManaged] = [lacking.every((line) => line.isPlugin), lacking.some((line) => line.isManaged)];
  return warning(
    "open_lines",
    `The lines for ${events} lack ${keysInWords(closing!)}: where their program is gone or fails, ${title} goes on ` +
      "unguarded.",
    isManaged
      ? "The administrator of this machine can add it."
      : isPlugin
        ? "Install the plugin again."
        : `To write it: snapveil install ${agent}`,
  );
}

/**
 * Takes the hook that runs before a tool, and runs its command line with a missing program instead of snapveil. The
 * installation is not changed.
 */
function tryWithout(
  io: Io,
  installer: Installer,
  dialect: Agent,
  where: Where,
  lines: readonly RegisteredHook[],
): Check[] {
  const before = dialect.samples?.before[0];
  const line = lines.find(({ event }) => event === before);
  const gone = line && withoutProgram(line, where);
  if (gone === undefined) return [];
  const { status, error } = startLine(gone, installer, {
    env: Object.fromEntries(Object.entries(io.env).filter((pair): pair is [string, string] => pair[1] !== undefined)),
    cwd: where.home,
    input: "{}",
    timeout: PATIENCE,
    platform: io.platform,
  });
  const name = "program_gone";
  if (error === undefined && status === 0)
    return [
      broken(
        name,
        `Without its program the line for ${line!.event} ends as if all were well, so the call goes on unguarded.`,
        "Take out what follows the program in that line.",
      ),
    ];
  const { title, evidence } = dialect;
  const how = `If its program were gone, the line for ${line!.event} would fail (${
    error ?? `exit code ${status}`
  }) and ${title}`;
  const keys = closingAt(installer, line!.event);
  if (keys && hasKeys(line!.object, keys))
    return [ok(name, `${how} would refuse the call, as ${keysInWords(keys)} says.`)];
  const fate = status === 2 ? evidence.failing.exit2 : evidence.failing.crash;
  return [(fate === "refused" ? ok : limit)(name, `${how} ${FATES[fate]}`)];
}

const FATES = {
  refused: "would refuse the call.",
  "goes on": "would let the call go on unguarded.",
  depends: "might let the call go on unguarded: see its notes.",
  "not known": "might let the call go on unguarded: nobody here has seen it.",
} as const;

/** The command line with its program replaced by a missing one; `undefined` if the program is not recognized in it. */
function withoutProgram({ command }: RegisteredHook, { runtime }: Where): string | undefined {
  const gone = join(runtime.folder, "..", "no-such-program");
  const named = command.replaceAll(runtime.folder, gone).replaceAll(runtime.launcher, join(gone, "snapveil-hook"));
  if (named !== command) return named;
  const without = command.replace(PROGRAM, `$1${join(gone, "snapveil")}`);
  return without === command ? undefined : without;
}
