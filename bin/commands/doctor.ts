import { Command } from "commander";

import type { Check } from "../../doctor/check.ts";
import type { DoctorReport } from "../../doctor/doctor.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { UNBOUND } from "../../terminal/display.ts";
import { describeDoctor } from "../describe-doctor.ts";
import { PROGRAM_FOLDER, VERSION } from "../program.ts";
import { displayOf, writeJson } from "../show.ts";

const EXAMPLES = `
doctor starts the very command that the agent starts, with a harmless event and with made-up secrets, in a temporary
folder. Exit codes: 0 all is well, 1 something is broken, 2 the check could not run.
With --project: 0 this machine is as strict as the project asks, 1 it is weaker, 2 the project has no settings file.

The first line is the verdict, and below it stands what needs you; -v lists every check, and the limits of each agent.

Examples:
  snapveil doctor               every agent that is registered
  snapveil doctor codex --json
  snapveil doctor --project               with the agents that the project names
  snapveil doctor --project --no-agents   in CI`;

interface Options {
  readonly json?: boolean;
  readonly project?: boolean;
  readonly verbose?: boolean;
  /** `false` after `--no-agents`. */
  readonly agents: boolean;
}

export function doctorCommand(io: Io, exit: (code: number) => void): Command {
  return new Command("doctor")
    .description("try every registered hook with sample events")
    .argument("[agent]", "as `snapveil agents` names it")
    .option("--project", "check whether this machine is as strict as the project's settings ask")
    .option("--no-agents", "with --project: look at settings only, and start no hook")
    .option("-v, --verbose", "list every check, and what each agent cannot do")
    .option("--json", "print the result as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (agent: string | undefined, { project = false, agents, verbose = false, json }: Options) => {
      if (agent !== undefined && project)
        throw new UserError("badArgument", ["Name an agent or use --project, not both."]);
      const { doctor, doctorOfProject } = await import("../../doctor/doctor.ts");
      const request = {
        ...(agent !== undefined && { agent }),
        program: { folder: PROGRAM_FOLDER, version: VERSION },
        execPath: process.execPath,
      };
      const report = project ? await doctorOfProject(io, request, agents) : await doctor(io, request);
      const again = ["snapveil doctor", agent, project && "--project", !agents && "--no-agents", "-v"];
      if (json) writeJson(io, jsonOf(report));
      else
        io.writeStdout(
          describeDoctor(report, displayOf(io) ?? UNBOUND, verbose ? undefined : again.filter(Boolean).join(" ")),
        );
      exit(report.ok ? 0 : 1);
    });
}

/** The report without the fields that only the text for a person needs. */
function jsonOf(report: DoctorReport): object {
  const all = (checks: readonly Check[]) => checks.map(({ isLimit: _limit, ...check }) => check);
  return {
    ...report,
    machine: all(report.machine),
    ...(report.project && { project: all(report.project) }),
    agents: report.agents.map(({ only: _only, checks, ...agent }) => ({ ...agent, checks: all(checks) })),
  };
}
