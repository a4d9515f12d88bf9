import { Command } from "commander";

import { counted } from "../../kit/text.ts";
import type { Check } from "../../doctor/check.ts";
import type { AgentReport, DoctorReport } from "../../doctor/doctor.ts";
import type { Io } from "../../kit/io.ts";
import { degreeSentences } from "../../terminal/describe-degrees.ts";
import { PROGRAM_FOLDER, VERSION } from "../program.ts";
import { writeJson } from "../show.ts";

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
      else io.writeStdout(describeDoctor(report));
      exit(report.ok ? 0 : 1);
    });
}

const MARKS: Readonly<Record<Check["state"], string>> = { ok: "ok     ", warning: "warning", broken: "BROKEN " };

/** The report for a person. */
function describeDoctor({ machine, agents, ok }: DoctorReport): string {
  const parts = [
    ...(machine.length > 0 ? [`This machine\n${machine.map(lineOf).join("")}`] : []),
    ...agents.map(agentPart),
  ];
  const none = agents.length === 0 ? "No agent is registered. See: snapveil install --help\n" : "";
  const broken = [...machine, ...agents.flatMap(({ checks }) => checks)].filter(
    ({ state }) => state === "broken",
  ).length;
  const last = ok
    ? agents.length === 0
      ? ""
      : "Nothing is broken.\n"
    : `${counted(broken, "thing is", "things are")} broken.\n`;
  return `${parts.join("\n")}\n${none}${last}`;
}

function agentPart({ title, agent, checks, degrees, notes }: AgentReport): string {
  const able = degrees
    ? degreeSentences(degrees)
        .map(
          (sentence) => `  ${sentence}
`,
        )
        .join("")
    : "";
  return (
    `${title} (${agent})\n` +
    `${checks.map(lineOf).join("")}${able}${notes.map((note) => `  Note: ${note}\n`).join("")}`
  );
}

function lineOf({ state, message, repair, ms }: Check): string {
  return (
    `  ${MARKS[state]} ${message}${ms === undefined ? "" : ` (${ms} ms)`}\n` +
    `${repair === undefined ? "" : `          → ${repair}\n`}`
  );
}
