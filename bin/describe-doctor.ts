import type { Check } from "../doctor/check.ts";
import type { AgentReport, DoctorReport } from "../doctor/doctor.ts";
import { counted } from "../kit/text.ts";
import { degreeSentences } from "../terminal/describe-degrees.ts";
import type { Reader } from "../terminal/display.ts";
import { inLines } from "../terminal/text-width.ts";

const MARKS: Readonly<Record<Check["state"], readonly [mark: string, colour: "green" | "yellow" | "red"]>> = {
  ok: ["ok     ", "green"],
  warning: ["warning", "yellow"],
  broken: ["BROKEN ", "red"],
};
/** The report of `doctor` as text. */
export function describeDoctor({ machine, project, agents, ok }: DoctorReport, display: Reader): string {
  const lineOf = (check: Check) => checkLine(check, display);
  // Before anything is registered, a person wants to know that alone, and what would be in the way.
  const told = agents.length === 0 ? machine.filter(({ state }) => state !== "ok") : machine;
  const parts = [
    ...(told.length > 0
      ? [`${display.style.bold("This machine")}\n${inOneLine(told, display).map(lineOf).join("")}`]
      : []),
    ...(project ? [`${display.style.bold("This project")}\n${project.map(lineOf).join("")}`] : []),
    ...agents.map((agent) => agentPart(agent, display)),
  ];
  const none = agents.length === 0 && !project ? "No agent starts snapveil yet. Begin with: snapveil install\n" : "";
  const broken = [...machine, ...(project ?? []), ...agents.flatMap(({ checks }) => checks)].filter(
    ({ state }) => state === "broken",
  ).length;
  const last = ok
    ? agents.length === 0 && !project
      ? ""
      : "Nothing is broken.\n"
    : `${counted(broken, "thing is", "things are")} broken.\n`;
  return `${parts.join("\n")}${parts.length > 0 ? "\n" : ""}${none}${last}`;
}

/** The checks, at a terminal with one line for the builtins of all events: these lines would hide the others there. */
function inOneLine(checks: readonly Check[], { columns }: Reader): readonly Check[] {
  const [first, ...more] = checks.filter(({ name, state }) => name === "builtins" && state === "ok");
  if (!first || more.length === 0 || columns === Infinity) return checks;
  const message = `Builtins run at ${more.length + 1} events. Which ones: snapveil config`;
  return checks.flatMap((check) => (check === first ? { ...first, message } : more.includes(check) ? [] : check));
}

function agentPart({ title, agent, checks, degrees, only = {}, notes }: AgentReport, display: Reader): string {
  const able = [...(degrees ? degreeSentences({ degrees, only }) : []), ...notes.map((note) => `Note: ${note}`)];
  const sentences = able.map((sentence) => `  ${inLines(sentence, 2, display)}\n`);
  const lines = checks.map((check) => checkLine(check, display));
  return `${display.style.bold(title)} (${agent})\n${[...lines, ...sentences].join("")}`;
}

function checkLine({ state, message, repair, ms }: Check, display: Reader): string {
  const [mark, colour] = MARKS[state];
  const said = inLines(`${message}${ms === undefined ? "" : ` (${ms} ms)`}`, 10, display);
  const remedy = repair === undefined ? "" : `          → ${inLines(repair, 12, display)}\n`;
  return `  ${display.style[colour](mark)} ${said}\n${remedy}`;
}
