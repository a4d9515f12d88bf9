import type { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { LATE_COMMAND } from "../../shadow-repo/doors/record.ts";
import { agentsCommand } from "./agents.ts";
import { allowCommand } from "./allow.ts";
import { auditCommand } from "./audit.ts";
import { blameCommand } from "./blame.ts";
import { checkpointsCommand } from "./checkpoints.ts";
import { completionCommand } from "./completion.ts";
import { configCommand } from "./config.ts";
import { diffCommand, showCommand } from "./changes.ts";
import { doctorCommand } from "./doctor.ts";
import { explainCommand } from "./explain.ts";
import { branchCommand, exportCommand } from "./export.ts";
import { hookCommand } from "./hook.ts";
import { hooksCommand } from "./hooks.ts";
import { installCommand, uninstallCommand } from "./install.ts";
import { pruneCommand, recordLateCommand, verifyCommand } from "./maintenance.ts";
import { logCommand } from "./log.ts";
import { mcpCommand } from "./mcp.ts";
import { redoCommand, resetCommand, undoCommand } from "./undo.ts";
import { restoreCommand } from "./restore.ts";
import { runProgramCommand } from "./run.ts";
import { serveCommand } from "./serve.ts";
import { pinCommand, snapshotCommand, unpinCommand } from "./snapshot.ts";
import { statusCommand } from "./status.ts";
import { trackCommand, untrackCommand } from "./track.ts";
import { uiCommand } from "./ui.ts";
import { offCommand, onCommand } from "./switch.ts";

/** Creates a command. `exit` sets the exit code of the process. */
export type DefineCommand = (io: Io, exit: (code: number) => void) => Command;

/** All commands that the help lists, by heading and name. */
export const COMMANDS: readonly {
  readonly heading: string;
  readonly commands: Readonly<Record<string, DefineCommand>>;
}[] = [
  {
    heading: "Look at checkpoints:",
    commands: {
      checkpoints: checkpointsCommand,
      show: showCommand,
      diff: diffCommand,
      blame: blameCommand,
      ui: uiCommand,
    },
  },
  {
    heading: "Put files back:",
    commands: { undo: undoCommand, redo: redoCommand, restore: restoreCommand, reset: resetCommand },
  },
  {
    heading: "Keep checkpoints:",
    commands: {
      snapshot: snapshotCommand,
      run: runProgramCommand,
      track: trackCommand,
      untrack: untrackCommand,
      pin: pinCommand,
      unpin: unpinCommand,
    },
  },
  { heading: "Take a checkpoint out:", commands: { export: exportCommand, branch: branchCommand } },
  { heading: "Find secrets:", commands: { audit: auditCommand } },
  {
    heading: "Agents:",
    commands: {
      install: installCommand,
      uninstall: uninstallCommand,
      doctor: doctorCommand,
      hooks: hooksCommand,
      allow: allowCommand,
      explain: explainCommand,
      log: logCommand,
      agents: agentsCommand,
      hook: hookCommand,
      serve: serveCommand,
      mcp: mcpCommand,
      off: offCommand,
      on: onCommand,
    },
  },
  {
    heading: "Keep house:",
    commands: {
      status: statusCommand,
      config: configCommand,
      verify: verifyCommand,
      prune: pruneCommand,
      completion: completionCommand,
    },
  },
];

/** Words that people know from git and other programs → the word of ours that they mean. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ["-v", "--version"],
  ["version", "--version"],
  ["ls", "checkpoints"],
  ["history", "checkpoints"],
]);

/** The words of the command line, with a known other word in the first place replaced by ours. */
export function inOwnWords([first, ...rest]: readonly string[]): string[] {
  return first === undefined ? [] : [OTHER_WORDS.get(first) ?? first, ...rest];
}

/** The definition of a command; `undefined` if there is no such command. */
export function commandNamed(name: string): DefineCommand | undefined {
  if (name === LATE_COMMAND) return recordLateCommand;
  return COMMANDS.flatMap(({ commands }) => (Object.hasOwn(commands, name) ? commands[name]! : []))[0];
}
