import { localTime } from "../kit/local-time.ts";
import type { LogEntry } from "../builtins/doors/logs.ts";
import { printable } from "../kit/text.ts";
import type { Display } from "./display.ts";
import { timeInWords } from "./in-words.ts";
import { fitWords, inLines, pad, widest } from "./text-width.ts";

/**
 * Widths in columns that are the same for each entry, so that rows which are printed one by one stand below another.
 */
const ID = 8;
const WHAT = 8;
const GAP = 2;
/** The width of the display in columns below which the time is left out. */
const NARROW = 60;
/** The least width of the reason in columns; with less room it is left out. */
const LEAST = 12;

const VERDICTS = { ask: "asked", deny: "refused", block: "refused", allow: "allowed" } as const;

/** Entries of the log as lines that fit the display, one for each entry. The first line holds the headings. */
export function logTable(
  entries: readonly LogEntry[],
  now: Date,
  display: Display,
  allowed: ReadonlyMap<string, string> = new Map(),
): string[] {
  const whens = entries.map(({ time }) => timeInWords(time, now));
  const head = ["ID", "WHEN", "WHAT", "ABOUT", "WHY"] as const;
  const whyOf = (entry: LogEntry) => (allowed.has(entry.id ?? "") ? "allowed now" : why(entry));
  const rows = entries.map((entry, at) => [entry.id ?? "", whens[at]!, whatCame(entry), about(entry), whyOf(entry)]);
  const [headings = "", ...lines] = linesOf([head, ...rows], display);
  return [display.style.dim(headings), ...lines];
}

/** One entry as a line of its own, with the time of the clock. */
export function logLine(entry: LogEntry, display: Display): string {
  return linesOf(
    [[entry.id ?? "", localTime(entry.time).slice(-8), whatCame(entry), about(entry), why(entry)]],
    display,
  )[0]!;
}

/** Says once how to see one entry in full, how to let it pass, and how to take that back. */
export function afterLogTable(
  entries: readonly LogEntry[],
  display: Display,
  allowed: ReadonlyMap<string, string> = new Map(),
): string[] {
  const ids = entries.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return [];
  const sentences = [
    "One in full: snapveil explain ID.",
    ...(ids.every((id) => allowed.has(id)) ? [] : ["To let it pass from now on: snapveil allow ID."]),
    ...(ids.some((id) => allowed.has(id)) ? ["To take back what is allowed now: snapveil allow --remove ID."] : []),
  ];
  return [display.style.dim(inLines(sentences.join(" "), 0, display))];
}

type Row = readonly [id: string, when: string, what: string, about: string, why: string] | readonly string[];

function linesOf(rows: readonly Row[], { columns, style }: Display): string[] {
  const isNarrow = columns < NARROW;
  const heads = rows.map(([id = "", when = "", what = ""]) => [id, ...(isNarrow ? [] : [when]), what]);
  const widths = [ID, ...(isNarrow ? [] : [Math.max(widest(rows.map(([, when = ""]) => when)), ID)]), WHAT];
  const room = columns - widths.reduce((sum, width) => sum + width + GAP, 0);
  const [wanted, reasons] = [3, 4].map((place) => widest(rows.map((row) => row[place] ?? ""))) as [number, number];
  const isAlone = room - GAP - LEAST < LEAST;
  const first = isAlone ? room : Math.min(wanted, Math.max(LEAST, Math.floor(room * 0.55), room - GAP - reasons));
  return rows.map((row, at) => {
    const cells = heads[at]!.map((cell, place) => {
      const padded = pad(cell, widths[place]! + GAP);
      return place === heads[at]!.length - 1 ? coloured(padded, style) : padded;
    });
    const last = isAlone ? "" : fitWords(row[4] ?? "", room - first - GAP);
    const text = last === "" ? fitWords(row[3] ?? "", room) : pad(fitWords(row[3] ?? "", first), first + GAP) + last;
    return `${cells.join("")}${text}`.trimEnd();
  });
}

function coloured(what: string, style: Display["style"]): string {
  const paint = { refused: style.red, asked: style.yellow, cleaned: style.green }[what.trim()];
  return paint ? paint(what) : what;
}

/** What came of an event, in one word. */
function whatCame({ verdict, rewrites = [], ran, id, error }: LogEntry): string {
  if (verdict) return VERDICTS[verdict];
  if (ran) return "ran";
  if (rewrites.length > 0) return "cleaned";
  if (error) return "failed";
  return id === undefined ? "" : "warned";
}

/** The command, or else the prompt, or the tool and the event. */
function about({ command, tool, event, canonical = [] }: LogEntry): string {
  if (command === undefined && tool === undefined && canonical.includes("user_prompt_submit")) return "your prompt";
  return printable(command ?? (tool === undefined ? event : `${tool}, ${event}`));
}

/**
 * The kind of what was found, with the masked secret, and the number of further kinds; without a finding the reason.
 */
function why({ found = [], reason = "", ran }: LogEntry): string {
  const kinds = found.map(({ kind, excerpt }) =>
    excerpt === undefined ? kind : `${kind} ${excerpt.split(" ", 1)[0]}`,
  );
  const [first = reason, ...more] = new Set(kinds);
  const said = more.length > 0 ? `${first}, ${more.length} more` : first;
  return printable(ran ? `another hook's arguments counted: ${said}` : said);
}
