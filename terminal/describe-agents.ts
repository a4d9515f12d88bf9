import { CAPABILITIES, type AgentRow, type Capability, type Degree } from "../agents/codec/matrix.ts";
import { degreeSentences } from "./describe-degrees.ts";
import { type Reader, UNBOUND } from "./display.ts";
import { alignColumns, inLines, widest, wrapped } from "./text-width.ts";

/** Capability → the heading of its column. */
export const HEADINGS: Readonly<Record<Capability, string>> = {
  block_tool: "block a tool",
  ask: "ask the person",
  rewrite_arguments: "arguments",
  rewrite_prompt: "messages or prompt",
  rewrite_output: "output",
  rewrite_failed_output: "failed output",
  context_session: "context, session",
  context_turn: "context, turn",
  checkpoint_tool: "undo, tool",
  checkpoint_turn: "undo, turn",
};

/** Degree → its word in the table. */
export const WORDS: Readonly<Record<Degree, string>> = {
  native: "yes",
  lever: "lever",
  block: "block",
  impossible: "–",
};

/** The word in the table for a capability that the agent has for some tools only. */
const PARTLY = "partly";

export const LEGEND = [
  ["yes", "the agent has an answer for it"],
  [PARTLY, "it has one for some tools only, which its notes name"],
  [
    "lever",
    "it works through an answer that is meant for something else, such as a refusal whose reason takes the " +
      "output's place",
  ],
  ["block", "the agent cannot do it, so what it is about is refused"],
  ["–", "neither; person or model are warned where that is heard"],
] as const;

/** What becomes of a call, as half a sentence. */
const FATES: Readonly<Record<AgentRow["failing"]["crash"], string>> = {
  refused: "the agent refuses it",
  "goes on": "it goes on",
  depends: "it depends on the release, the exit code or a setting",
  "not known": "nobody has tried it",
};

const RELIED_ON = " Nothing but its refusal is counted on.";

/** The matrix of agents for a terminal; colours show what works, is refused, or is impossible. */
export function describeAgents(rows: readonly AgentRow[], reader: Reader = UNBOUND): string {
  const { style } = reader;
  const [head = "", ...lines] = matrixLines(rows, reader);
  const isNumbered = !head.includes("arguments");
  const isShort = isNumbered && !lines.some((line) => line.includes("yes"));
  const numbers = CAPABILITIES.map((capability, at) => `  ${String(at + 1).padEnd(6)} ${HEADINGS[capability]}\n`);
  const legend = LEGEND.map(
    ([word, meaning]) => `  ${(isShort ? word[0]! : word).padEnd(6)} ${inLines(meaning, 9, reader)}\n`,
  );
  const more = inLines(
    "What each agent cannot do, and why: snapveil agents --markdown, or snapveil agents NAME",
    0,
    reader,
  );
  return [
    `${[style.bold(head), ...lines].join("\n")}\n\n`,
    ...(isNumbered ? [...numbers, "\n"] : []),
    ...legend,
    `\n${more}\n`,
  ].join("");
}

/**
 * The table in the widest form that fits: with a column for the evidence, without this column, or with numbers as
 * headings, or also with the first letter of each word.
 */
function matrixLines(rows: readonly AgentRow[], { columns, style }: Reader): string[] {
  const short = CAPABILITIES.map((capability) =>
    HEADINGS[capability]
      .replace(/ .*,|, /, " ")
      .replace("messages or prompt", "prompt")
      .replace("block a tool", "block")
      .replace("ask the person", "ask"),
  );
  const marks: Readonly<Record<string, (text: string) => string>> = {
    yes: style.green,
    lever: style.green,
    partly: style.yellow,
    block: style.yellow,
    "–": style.red,
  };
  const coloured = rows.map((row) => [row.agent, ...cells(row).map((word) => marks[word]?.(word) ?? word)]);
  const whole = alignColumns([
    ["agent", ...short, "evidence"],
    ...coloured.map((cellsOf, at) => [...cellsOf, evidenceOf(rows[at]!)]),
  ]);
  if (widest(whole) <= columns) return whole;
  const without = alignColumns([["agent", ...short], ...coloured]);
  if (widest(without) <= columns) return without;
  const numbered = alignColumns([["agent", ...short.map((_, at) => String(at + 1))], ...coloured]);
  if (widest(numbered) <= columns) return numbered;
  const initials = rows.map((row) => [row.agent, ...cells(row).map((word) => marks[word]?.(word[0]!) ?? word[0]!)]);
  return alignColumns([["agent", ...short.map((_, at) => String(at + 1))], ...initials]);
}

/** The facts about one agent, for a terminal. */
export function describeAgent(row: AgentRow, { columns, style }: Reader): string {
  const { exit2, crash, late } = row.failing;
  const failing = `A call whose hook fails: after exit code 2, ${FATES[exit2]}; after a crash, ${FATES[crash]}; after the time limit, ${FATES[late]}.`;
  const sentences = [
    ...degreeSentences(row),
    failing,
    `Evidence: ${evidenceOf(row)}.${row.evidence === "second hand" ? RELIED_ON : ""}`,
    ...row.notes,
  ];
  const lines = sentences.map((sentence) => wrapped(sentence.replaceAll("`", ""), columns - 2).join("\n  "));
  return `${style.bold(row.title)} (${row.agent})\n${lines.map((text) => `  ${text}\n`).join("")}`;
}

export function cells({ degrees, only }: AgentRow): string[] {
  return CAPABILITIES.map((capability) => (only[capability] === undefined ? WORDS[degrees[capability]] : PARTLY));
}

export function evidenceOf({ evidence, release }: AgentRow): string {
  const mark = evidence === "second hand" ? "experimental" : evidence;
  return release === undefined ? mark : `${mark}, ${release}`;
}
