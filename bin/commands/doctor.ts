import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { UNBOUND } from "../../terminal/display.ts";
import { describeDoctor } from "../describe-doctor.ts";
import { PROGRAM_FOLDER, VERSION } from "../program.ts";
import { displayOf, writeJson } from "../show.ts";

const EXAMPLES = `
The very line that an agent starts is started, with a harmless event and with made-up secrets, in a folder that is
thrown away. Exit code: 0 all is well, 1 something is broken, 2 could not look.

Examples:
  snapveil doctor               every agent that is registered
  snapveil doctor codex --json`;

export function doctorCommand(io: Io, exit: (code: number) => void): Command {
  return new Command("doctor")
    .description("start what is registered with sample events and check what comes back")
    .argument("[agent]", "as `snapveil agents` names it")
    .option("--json", "print the result as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (agent: string | undefined, options: { json?: boolean }) => {
      const { doctor } = await import("../../doctor/doctor.ts");
      const report = await doctor(io, {
        ...(agent !== undefined && { agent }),
        program: { folder: PROGRAM_FOLDER, version: VERSION },
        execPath: process.execPath,
      });
      if (options.json) writeJson(io, report);
      else io.writeStdout(describeDoctor(report, displayOf(io) ?? UNBOUND));
      exit(report.ok ? 0 : 1);
    });
}
