import { Command } from "commander";

import { counted } from "../../kit/text.ts";
import type { Check } from "../../doctor/check.ts";
import type { AgentReport, DoctorReport } from "../../doctor/doctor.ts";
import type { Io } from "../../kit/io.ts";
import { degreeSentences } from "../../terminal/describe-degrees.ts";
import { type Display, PLAIN } from "../../terminal/display.ts";
import { wrapped } from "../../terminal/text-width.ts";
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

const MARKS: Readonly<Record<Check["state"], readonly [mark: string, colour: "green" | "yellow" | "red"]>> = {
  ok: ["ok     ", "green"],
  warning: ["warning", "yellow"],
  broken: ["BROKEN ", "red"],
};
/** Without a person as reader: nothing is cut into lines. */
const UNBOUND: Pick<Display, "columns" | "style"> = { columns: Infinity, style: PLAIN };

/** The report for a person. */
function describeDoctor({ machine, agents, ok }: DoctorReport, display: typeof UNBOUND): string {
  const lineOf = (check: Check) => checkLine(check, display);
  const parts = [
    ...(machine.length > 0 ? [`${display.style.bold("This machine")}\n${machine.map(lineOf).join("")}`] : []),
    ...agents.map((agent) => agentPart(agent, display)),
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

function agentPart({ title, agent, checks, degrees, notes }: AgentReport, display: typeof UNBOUND): string {
  const able = [...(degrees ? degreeSentences(degrees) : []), ...notes.map((note) => `Note: ${note}`)];
  const sentences = able.map((sentence) => `  ${inLines(sentence, 2, display)}\n`);
  const lines = checks.map((check) => checkLine(check, display));
  return `${display.style.bold(title)} (${agent})\n${[...lines, ...sentences].join("")}`;
}

function checkLine({ state, message, repair, ms }: Check, display: typeof UNBOUND): string {
  const [mark, colour] = MARKS[state];
  const said = inLines(`${message}${ms === undefined ? "" : ` (${ms} ms)`}`, 10, display);
  const remedy = repair === undefined ? "" : `          → ${inLines(repair, 12, display)}\n`;
  return `  ${display.style[colour](mark)} ${said}\n${remedy}`;
}

/** A sentence in as many lines as it needs, each that far in. */
function inLines(sentence: string, indent: number, { columns }: typeof UNBOUND): string {
  return wrapped(sentence, Math.max(20, columns - indent)).join(`\n${" ".repeat(indent)}`);
}
