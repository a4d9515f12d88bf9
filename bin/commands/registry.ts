import type { Command } from "commander";

import type { Io } from "../../kit/io.ts";
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
import { pruneCommand, verifyCommand } from "./maintenance.ts";
import { logCommand } from "./log.ts";
import { redoCommand, resetCommand, undoCommand } from "./undo.ts";
import { restoreCommand } from "./restore.ts";
import { runProgramCommand } from "./run.ts";
import { serveCommand } from "./serve.ts";
import { pinCommand, snapshotCommand, unpinCommand } from "./snapshot.ts";
import { statusCommand } from "./status.ts";
import { trackCommand, untrackCommand } from "./track.ts";
import { uiCommand } from "./ui.ts";
import { offCommand, onCommand } from "./switch.ts";

/** Makes one command; `exit` sets the code that the process ends with. */
export type DefineCommand = (io: Io, exit: (code: number) => void) => Command;

/** Every command that a person can type, as the help lists them. */
export const COMMANDS: readonly { readonly heading: string; readonly commands: readonly DefineCommand[] }[] = [
  {
    heading: "Look at checkpoints:",
    commands: [checkpointsCommand, showCommand, diffCommand, blameCommand, uiCommand],
  },
  { heading: "Put files back:", commands: [undoCommand, redoCommand, restoreCommand, resetCommand] },
  {
    heading: "Keep checkpoints:",
    commands: [snapshotCommand, runProgramCommand, trackCommand, untrackCommand, pinCommand, unpinCommand],
  },
  { heading: "Take a checkpoint out:", commands: [exportCommand, branchCommand] },
  { heading: "Find secrets:", commands: [auditCommand] },
  {
    heading: "Agents:",
    commands: [
      installCommand,
      uninstallCommand,
      doctorCommand,
      hooksCommand,
      allowCommand,
      explainCommand,
      logCommand,
      agentsCommand,
      hookCommand,
      serveCommand,
      offCommand,
      onCommand,
    ],
  },
  { heading: "Keep house:", commands: [statusCommand, configCommand, verifyCommand, pruneCommand, completionCommand] },
];
