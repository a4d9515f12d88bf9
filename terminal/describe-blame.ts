import { localTime } from "../kit/local-time.ts";
import { printable, printableText } from "../kit/text.ts";
import type { Blame, BlameLine } from "../shadow-repo/doors/blame.ts";
import { describeLabels } from "./describe-labels.ts";
import type { Display } from "./display.ts";
import { timeInWords } from "./in-words.ts";
import { alignColumns, fitWords, pad, widest } from "./text-width.ts";

/** The most and the least columns of a title. On a display a title gets a quarter of the width within these limits. */
const TITLE = 36;
const LEAST_TITLE = 12;
/** The width in columns below which titles are shortened further. */
const NARROW = 72;

/** Each line of a file with its author. On a display, consecutive lines of the same author name it once. */
export function describeBlame({ lines }: Blame, now: Date, display?: Display): string[] {
  const titles = display ? Math.max(LEAST_TITLE, Math.min(TITLE, display.columns >> 2)) : TITLE;
  const cells = lines.map((line) => [
    line.id ?? "",
    whoOf(line),
    line.created_at === undefined ? "" : timeInWords(line.created_at, now),
    fitWords(printable(line.title ?? line.command ?? ""), titles),
  ]);
  const numbers = widest(lines.slice(-1).map(({ line }) => String(line)));
  // On a narrow display the file's text gets half of the width. Ids and authors come first, so they are not cut off.
  const isNarrow = display !== undefined && display.columns < NARROW;
  const most = isNarrow ? Math.max(LEAST_TITLE, (display.columns >> 1) - numbers - 2) : Infinity;
  const heads = alignColumns(cells).map((head) => fitWords(head, most));
  const width = widest(heads);
  return lines.map(({ line, text }, at) => {
    const isSame = display !== undefined && at > 0 && heads[at] === heads[at - 1];
    const head = pad(isSame ? "" : heads[at]!, width);
    const number = String(line).padStart(numbers);
    return display
      ? `${display.style.dim(head)}  ${display.style.yellow(number)}  ${shown(text)}`
      : `${head}  ${number}  ${printableText(text)}`;
  });
}

/** The commit that wrote a line which no recorded checkpoint wrote. */
export interface LineCommit {
  readonly id: string;
  readonly author: string;
  /** When the author wrote it, by RFC 3339. */
  readonly created_at: string;
  readonly subject: string;
}

/** Everything that is known about the origin of a line: call, turn, prompt, session; or the commit. */
export function describeLine({ path }: Blame, line: BlameLine, now: Date, commit?: LineCommit): string[] {
  const { id, turn, session_id, tool_name, created_at, text, interrupted, by_no_call } = line;
  const when = created_at === undefined ? "" : ` of ${localTime(created_at)} (${timeInWords(created_at, now)})`;
  const steps = [
    ...(id !== undefined && id !== turn
      ? [`Call     ${id}${tool_name === undefined ? "" : ` ${printable(tool_name)}`}${when}`]
      : []),
    ...(turn === undefined ? [] : [`Turn     ${turn}${id === turn ? when : ""}`]),
    ...describeLabels(line),
    ...(session_id === undefined ? [] : [`Session  ${printable(session_id)}`]),
    ...(interrupted ? ["A call of this turn was interrupted: that call may have written the line, or you did."] : []),
    ...(by_no_call ? ["No call of this turn wrote the line: perhaps you did, or a program that watches."] : []),
    ...(id === undefined ? [] : [`All that it changed: snapveil show ${id}`]),
  ];
  return [
    `${printable(path)}:${line.line}: ${printable(text)}`,
    ...(line.by === "agent" ? steps : []),
    ...(line.by === "you" ? [`${youOf(line)}: it came between turns, and is in the state${when}.`] : []),
    ...(line.by === "before" && !commit ? ["It was there before anything was recorded."] : []),
    ...(commit ? commitLines(commit, now) : []),
  ];
}

function commitLines({ id, author, created_at, subject }: LineCommit, now: Date): string[] {
  const short = id.slice(0, 8);
  return [
    `Commit   ${short} of ${localTime(created_at)} (${timeInWords(created_at, now)})`,
    `Author   ${printable(author)}`,
    `Subject  ${printable(subject)}`,
    `All that it changed: git show ${short}`,
  ];
}

/** Explanations of the authors: where the history begins, and what else may have written lines. */
export function notesOnBlame({ since, path }: Blame, lines: readonly BlameLine[]): string[] {
  const git = `git blame ${printable(path)}`;
  return [
    ...(lines.some(({ head_moved }) => head_moved)
      ? [`HEAD moved between some turns, so lines of "you" may have come with commits: ${git} tells.`]
      : []),
    ...(lines.some(({ by }) => by === "before")
      ? [
          since === null
            ? `Nothing was recorded here yet. Who committed a line: ${git}`
            : `What snapveil recorded begins at ${localTime(since)}. Who committed an older line: ${git}`,
        ]
      : []),
  ];
}

function youOf({ or_background_of: step }: BlameLine): string {
  return step === undefined
    ? "You, or a program of yours"
    : `You, a program of yours, or the background command that ${step} started`;
}

function whoOf({ by, agent, session_id, interrupted, by_no_call, or_background_of: step }: BlameLine): string {
  if (by === "you") return step === undefined ? "you" : `you, or background of ${step}`;
  return by === "before"
    ? "before snapveil"
    : `${printable(agent ?? session_id ?? "an agent")}${interrupted || by_no_call ? ", or you" : ""}`;
}

/** A text with tabs replaced by blanks, since a tab's width depends on the column. */
function shown(text: string): string {
  return printable(text.replaceAll("\t", "    "));
}
