import { CLEARED, commandLine, wrapperPath } from "../agents/formats/command-line.ts";
import { builtinNamed } from "../builtins/doors/table.ts";
import type { Dialect } from "../agents/codec/dialect.ts";
import type { ConfigFile, Entry } from "../agents/formats/config-file.ts";
import { closingAt, type Installer, type Where } from "../agents/formats/installer.ts";
import { ownScript } from "../agents/formats/own-file.ts";
import type { ChosenEvent } from "./choose-events.ts";

/**
 * The timeouts of hooks in seconds: the usual one, and the one at the start of a session or turn, when a whole folder
 * may be recorded for the first time.
 */
const SECONDS = 20;
const OPENING_SECONDS = 30;

/** The hook entry for each event. @param builtin the only builtin to run; `undefined`: the settings choose */
export function entriesFor(
  installer: Installer,
  dialect: Dialect,
  where: Where,
  chosen: readonly ChosenEvent[],
  builtin: string | undefined,
): Entry[] {
  const { agent, shell, wraps, namesEvent, takesEnv } = installer;
  const isGuard = builtin === undefined || builtinNamed(builtin)?.failure === "closed";
  return chosen.map(({ name, isTool, isOpening, talks, isClosed }) => {
    const isNamed = typeof namesEvent === "function" ? namesEvent(name) : namesEvent;
    const command = wraps
      ? wrapperPath(where.runtime, wrapperName(agent, wraps, name))
      : commandLine(where.runtime, {
          agent,
          // The launcher clears the variables that name TLS certificates, so a hook that talks to a server starts Node
          // from the shell. Otherwise the launcher is used, which finds another Node if a version manager has removed
          // the first one.
          via: talks && (shell === "sh" || shell === "user") ? "shell" : "launcher",
          ...(isNamed && { event: name }),
          ...(builtin !== undefined && { builtin }),
        });
    const seconds = Math.min(dialect.patience(name) ?? Infinity, isOpening ? OPENING_SECONDS : SECONDS);
    const closing = isClosed && isGuard ? closingAt(installer, name) : undefined;
    return {
      event: name,
      command,
      seconds,
      isTool,
      ...(closing && { closing }),
      ...(takesEnv && !talks && { env: CLEARED }),
    };
  });
}

/** The scripts of snapveil that the entries start, for agents that need a script. */
export function programsFor(
  { agent, wraps }: Installer,
  { runtime }: Where,
  names: readonly string[],
  builtin: string | undefined,
): ConfigFile[] {
  const events = wraps === "agent" ? [""] : wraps === "event" ? names : [];
  return events.map((event) => {
    const said = { ...(event !== "" && { event }), ...(builtin !== undefined && { builtin }) };
    const command = commandLine(runtime, { agent, via: "launcher", ...said });
    return {
      path: wrapperPath(runtime, wrapperName(agent, wraps!, event)),
      format: ownScript(event),
      isProgram: true,
      entries: [{ event, command, seconds: SECONDS, isTool: false }],
    };
  });
}

function wrapperName(agent: string, wraps: "agent" | "event", event: string): string {
  return wraps === "agent" ? `${agent}.sh` : `${agent}-${event.toLowerCase()}.sh`;
}
