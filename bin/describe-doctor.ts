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

/**
 * The report of `doctor` as text: the verdict, then the checks that need the person.
 * @param whole the command that lists every check, which then are not listed here; absent: they are
 */
export function describeDoctor(report: DoctorReport, display: Reader, whole?: string): string {
  const { machine, project, agents } = report;
  const all = [...machine, ...(project ?? []), ...agents.flatMap(({ checks }) => checks)];
  const isNew = agents.length === 0 && !project;
  // Before anything is registered, a person wants to know that alone, and what would be in the way.
  const shown = (checks: readonly Check[]) => (whole !== undefined || isNew ? checks.filter(needsPerson) : checks);
  const titled = (title: string, checks: readonly Check[]) =>
    checks.length === 0
      ? []
      : [`${display.style.bold(title)}\n${checks.map((check) => checkLine(check, display)).join("")}`];
  const parts = [
    ...titled("This machine", inOneLine(shown(machine), display)),
    ...titled("This project", shown(project ?? [])),
    ...agents.flatMap((agent) => {
      const [head = `${display.style.bold(agent.title)}\n`] = titled(
        `${agent.title} (${agent.agent})`,
        shown(agent.checks),
      );
      if (whole === undefined) return [head + limitsOf(agent, display)];
      return agent.checks.some(needsPerson) ? [head] : [];
    }),
  ];
  const hidden = whole === undefined || isNew ? [] : [restLine(all, whole, agents.length > 0)];
  const said = (line: string) => `${inLines(line, 2, display)}\n`;
  return [said(verdictOf(report, all)), ...parts, ...hidden.map(said)].join("\n");
}

/** Whether a person should do or look at something. */
function needsPerson({ state, isLimit }: Check): boolean {
  return state === "broken" || (state === "warning" && isLimit !== true);
}

function verdictOf({ agents, project }: DoctorReport, all: readonly Check[]): string {
  const broken = all.filter(({ state }) => state === "broken").length;
  const toSee = all.filter((check) => needsPerson(check)).length - broken;
  const also = toSee === 0 ? "" : `${counted(toSee, "thing needs", "things need")} a look`;
  if (broken > 0) return `${counted(broken, "thing is", "things are")} broken${also === "" ? "" : `, and ${also}`}.`;
  if (agents.length === 0 && !project) return "No agent starts snapveil yet. Begin with: snapveil install";
  if (also !== "") return `Nothing is broken${project ? ", or weaker than the project asks" : ""}; ${also}.`;
  return project ? "Nothing is broken: this machine is as strict as the project asks." : "Nothing is broken.";
}

/** The line about the checks that are not listed. */
function restLine(all: readonly Check[], whole: string, hasAgents: boolean): string {
  const fine = all.filter(({ state }) => state === "ok").length;
  if (fine === 0 && !hasAgents) return `What was checked: ${whole}`;
  return `${counted(fine, "check")} passed. These${hasAgents ? ", and what each agent cannot do" : ""}: ${whole}`;
}

/** The checks, at a terminal with one line for the builtins of all events: these lines would hide the others there. */
function inOneLine(checks: readonly Check[], { columns }: Reader): readonly Check[] {
  const [first, ...more] = checks.filter(({ name, state }) => name === "builtins" && state === "ok");
  if (!first || more.length === 0 || columns === Infinity) return checks;
  const message = `Builtins run at ${more.length + 1} events. Which ones: snapveil config`;
  return checks.flatMap((check) => (check === first ? { ...first, message } : more.includes(check) ? [] : check));
}

/** Sentences on what the agent lets snapveil do, and its notes. */
function limitsOf({ degrees, only = {}, notes }: AgentReport, display: Reader): string {
  const able = [...(degrees ? degreeSentences({ degrees, only }) : []), ...notes.map((note) => `Note: ${note}`)];
  return able.map((sentence) => `  ${inLines(sentence, 2, display)}\n`).join("");
}

function checkLine({ state, message, repair, ms }: Check, display: Reader): string {
  const [mark, colour] = MARKS[state];
  const said = inLines(`${message}${ms === undefined ? "" : ` (${ms} ms)`}`, 10, display);
  const remedy = repair === undefined ? "" : `          → ${inLines(repair, 12, display)}\n`;
  return `  ${display.style[colour](mark)} ${said}\n${remedy}`;
}
