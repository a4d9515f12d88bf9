import { createTwoFilesPatch } from "diff";

import type { Done, Preparation } from "../install/preparation.ts";
import type { Installer } from "../agents/formats/installer.ts";
import { serverLine } from "../install/plan-servers.ts";
import type { PlannedFile } from "../install/agent-plan.ts";
import { realPathOfNew } from "../kit/files.ts";
import { counted, printable } from "../kit/text.ts";
import { redactText } from "../redactors/doors/redact.ts";
import { type Reader, UNBOUND } from "../terminal/display.ts";
import { inLines, withinColumns } from "../terminal/text-width.ts";
import { detailsOf, excludeLines, summaryOf, type Verb } from "./describe-plan.ts";

type Result = Done | undefined;

/**
 * The planned changes as text: a line for each agent; with `lines`, also a diff of each file. Scripts of snapveil are
 * counted separately.
 */
export function describePlans(preparation: Preparation, verb: Verb, lines: boolean, reader: Reader = UNBOUND): string {
  const said = (sentence: string) => `${inLines(sentence, 0, reader)}\n`;
  const { plans, excludes, servers, warnings, leftOut, isCopied, programs, where } = preparation;
  const changing = plans.filter(({ changes }) => changes.length > 0);
  const diffs = lines
    ? changing.flatMap(({ changes }) => changes.map((change) => `${coloured(diffOf(change), reader)}\n`))
    : [];
  const copied =
    verb === "install" && isCopied
      ? [
          said(
            `The program is copied to ${printable(where.runtime.folder)}, and started by ` +
              `${printable(where.runtime.node)}.`,
          ),
        ]
      : [];
  const hint = !lines && changing.length > 0 ? [said("Each line that changes: add --diff.")] : [];
  const { style } = reader;
  const row = (mark: string, title: string, sentence: string) => `${mark} ${titled(title, sentence, reader, 4)}`;
  const registered = plans.flatMap((plan) => {
    if (changing.length === 0) return [];
    const isChanging = plan.changes.length > 0;
    const sentence = isChanging ? summaryOf(plan, verb) : "registered already.";
    const program = programs.get(plan.installer.agent);
    const found = program === undefined ? "" : ` It was found by its program, ${printable(program)}.`;
    const details = isChanging ? detailsOf(plan).map((line) => `    ${inLines(line, 11, reader)}\n`) : [];
    return [row(isChanging ? " " : style.green("✓"), plan.title, sentence + found), ...details];
  });
  const summaries =
    verb === "install" ? registered : changing.map((plan) => titled(plan.title, summaryOf(plan, verb), reader));
  const missing = leftOut.map(({ agent, why }) => row(style.red("✗"), agent, `is left out. ${why}`));
  const excluded = excludeLines(excludes).map(said);
  return [
    ...diffs,
    ...summaries,
    ...missing,
    ...excluded,
    ...servers.map((change) => said(serverLine(change, where.platform))),
    ...copied,
    ...warnings.map((warning) => warned(warning, reader)),
    ...hint,
  ].join("");
}

/** A sentence about an agent, with the name in bold. */
function titled(title: string, sentence: string, reader: Reader, indent = 2): string {
  return `${inLines(`${title}: ${sentence}`, indent, reader).replace(title, () => reader.style.bold(title))}\n`;
}

function warned(warning: string, reader: Reader): string {
  return `${inLines(`Warning: ${warning}`, 2, reader).replace("Warning", reader.style.yellow)}\n`;
}

/** A diff in colour. Its lines are not wrapped, since they are exactly what is written. */
function coloured(diff: string, { style }: Reader): string {
  const marks: Readonly<Record<string, (text: string) => string>> = {
    "+": style.green,
    "-": style.red,
    "@": style.cyan,
  };
  return diff
    .split("\n")
    .map((line) => (/^(?:---|\+\+\+) /.test(line) ? style.bold(line) : (marks[line.charAt(0)]?.(line) ?? line)))
    .join("\n");
}

/** The result as text, with the steps that remain for the person. */
export function describeResult(
  { plans, isChange, unignored }: Preparation,
  result: Result,
  verb: Verb,
  isDry: boolean,
  reader: Reader = UNBOUND,
): string {
  const said = (sentence: string, indent = 0) => `${inLines(sentence, indent, reader)}\n`;
  if (!isChange)
    return plans.length === 0
      ? "Nothing is registered.\n"
      : said(
          `${plans.map(({ title }) => title).join(", ")}: ` +
            `${verb === "install" ? "registered already" : "nothing to take out"}. Nothing was changed.`,
        );
  if (isDry) return "Nothing was changed.\n";
  const lines = plans.flatMap(({ title, installer, changes, events, files, approvals }) => [
    verb === "install"
      ? titled(title, `registered${forEvents(events.length)} in ${files.map(printable).join(", ")}.`, reader)
      : titled(title, `${changes.length > 0 ? "taken out" : "nothing to take out"}.`, reader),
    ...(verb === "install"
      ? toDoOf(installer, unignored, files, approvals).map((sentence) => toDoLine(sentence, reader))
      : []),
  ]);
  const backups = (result?.written ?? []).flatMap(({ path, backup }) =>
    backup === undefined ? [] : [said(`Copy of ${printable(path)} as it was: ${printable(backup)}`, 2)],
  );
  const last =
    verb === "install"
      ? [`\n${withinColumns(NEXT, reader)}\n`]
      : result?.isRuntimeGone
        ? [said("That was the last: the copy of the program is gone too. Checkpoints stay.")]
        : [];
  const faults = (result?.faults ?? []).map((fault) => warned(fault, reader));
  return [...lines, ...backups, ...faults, ...last].join("");
}

/** What a person does after the installation. */
const NEXT = [
  "Next: start your agent in a project, and let it work. Then:",
  "  snapveil checkpoints   what it did, a row for each prompt",
  "  snapveil undo          take that back",
  "  snapveil doctor        try every hook now",
].join("\n");

/** A line with a step for the person. It may contain a command, so it is only wrapped at blanks. */
function toDoLine(sentence: string, reader: Reader): string {
  return `  ${inLines(`To do: ${sentence}`, 9, reader).replace("To do", reader.style.bold)}\n`;
}

function forEvents(count: number): string {
  return count > 0 ? ` for ${counted(count, "event")}` : "";
}

/** The steps that remain for the person. A project's file must not be committed, since it has paths of this machine. */
function toDoOf(
  { toDo = [] }: Installer,
  unignored: readonly string[],
  files: readonly string[],
  approvals: readonly string[] = [],
): readonly string[] {
  return files.some((file) => unignored.includes(realPathOfNew(file)))
    ? [...approvals, ...toDo, "Leave it out of your commits: it names paths of this machine."]
    : [...approvals, ...toDo];
}

/** The planned or finished changes as JSON. Diffs are redacted, since settings may hold keys. */
export function resultJson(preparation: Preparation, result: Result, isDry: boolean): object {
  const { plans, excludes, servers, unignored, warnings, leftOut, isChange, where } = preparation;
  return {
    changed: isChange && !isDry,
    dry_run: isDry,
    agents: plans.map(({ installer, title, scope, changes, events, files, approvals }) => ({
      agent: installer.agent,
      title,
      scope,
      events,
      files: [...new Set([...files, ...changes.map(({ found }) => found.path)])].map((path) =>
        fileJson(path, changes, result),
      ),
      todo: files.length > 0 ? toDoOf(installer, unignored, files, approvals) : [],
    })),
    ...(excludes.length > 0 && { excludes: excludes.map(({ exclude, line, action }) => ({ exclude, line, action })) }),
    ...(servers.length > 0 && { mcp: servers.map(({ agent, action, commands }) => ({ agent, action, commands })) }),
    warnings: [...warnings, ...(result?.faults ?? [])],
    ...(leftOut.length > 0 && { left_out: leftOut }),
    runtime: { folder: where.runtime.folder, node: where.runtime.node },
  };
}

function fileJson(path: string, changes: readonly PlannedFile[], result: Result): object {
  const change = changes.find(({ found }) => found.path === path);
  if (!change) return { path, action: "none" };
  const backup = result?.written.find((written) => written.path === path)?.backup;
  const action = change.after === undefined ? "delete" : change.found.text === undefined ? "create" : "change";
  return { path, action, diff: diffOf(change), ...(backup !== undefined && { backup }) };
}

function diffOf({ found, after }: PlannedFile): string {
  const name = printable(found.path);
  const [from, to] = [found.text === undefined ? "/dev/null" : name, after === undefined ? "/dev/null" : name];
  const patch = createTwoFilesPatch(from, to, found.text ?? "", after ?? "", "", "", {
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  });
  return redactText(patch, "plain")
    .text.split("\n")
    .map((line) =>
      line
        .split("\t")
        .map((part) => printable(part.replace(/\r$/, "")))
        .join("\t"),
    )
    .join("\n");
}
