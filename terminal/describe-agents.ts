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
  const whole = wholeTable(rows, reader);
  const [head = "", ...lines] = whole ?? shortTable(rows, reader);
  const legend = whole
    ? LEGEND.map(([word, meaning]) => `  ${word.padEnd(6)} ${inLines(meaning, 9, reader)}\n`)
    : SHORT_LEGEND.map((sentence) => `${inLines(sentence, 0, reader)}\n`);
  const more = inLines("What an agent cannot do, and why: snapveil agents NAME", 0, reader);
  return `${[reader.style.bold(head), ...lines].join("\n")}\n\n${legend.join("")}\n${more}\n`;
}

/** The table with each capability, with a column for the evidence or without; `undefined` if neither fits. */
function wholeTable(rows: readonly AgentRow[], { columns, style }: Reader): string[] | undefined {
  const short = CAPABILITIES.map((capability) =>
    HEADINGS[capability]
      .replace(/ .*,|, /, " ")
      .replace("messages or prompt", "prompt")
      .replace("block a tool", "block")
      .replace("ask the person", "ask"),
  );
  const coloured = rows.map((row) => [row.agent, ...cells(row).map((word) => colouredWord(word, style))]);
  const whole = alignColumns([
    ["agent", ...short, "evidence"],
    ...coloured.map((cellsOf, at) => [...cellsOf, evidenceOf(rows[at]!)]),
  ]);
  const without = alignColumns([["agent", ...short], ...coloured]);
  return [whole, without].find((lines) => widest(lines) <= columns);
}

/** The columns of the short table, the one that goes last first. Their words are those of README. */
const SHORT: readonly (readonly [head: string, word: (row: AgentRow) => string])[] = [
  ["undo", undoOf],
  ["output", (row) => shortWord(row, "rewrite_output")],
  ["arguments", (row) => shortWord(row, "rewrite_arguments")],
  ["prompt", (row) => shortWord(row, "rewrite_prompt")],
  ["refuse", (row) => shortWord(row, "block_tool")],
  ["ask", (row) => shortWord(row, "ask")],
];

/** Degree → its word in the short table. */
const SHORT_WORDS: Readonly<Record<Degree, string>> = {
  native: "yes",
  lever: "yes",
  block: "refused",
  impossible: "–",
};

const SHORT_LEGEND = [
  "undo: what a prompt did, and each of its calls. output, arguments, prompt: takes a secret out of these. refuse, " +
    "ask: refuses a call, or asks you about it.",
  "refused: the agent lets no hook do it, so the call or the prompt is refused. partly: for some tools. –: you are " +
    "warned.",
  "* experimental: nobody here has seen it run. 1.x: in these releases only.",
] as const;

/** The table for a narrow terminal: the capabilities that a person asks for, as many as fit, under readable heads. */
function shortTable(rows: readonly AgentRow[], { columns, style }: Reader): string[] {
  const nameOf = ({ agent, releases, evidence }: AgentRow) =>
    `${agent}${releases === undefined ? "" : ` ${releases}`}${evidence === "second hand" ? "*" : ""}`;
  const withColumns = (count: number) => {
    const used = SHORT.slice(0, count);
    return alignColumns([
      ["agent", ...used.map(([head]) => head)],
      ...rows.map((row) => [nameOf(row), ...used.map(([, word]) => colouredWord(word(row), style))]),
    ]);
  };
  for (let count = SHORT.length; count > 1; count--) {
    const lines = withColumns(count);
    if (widest(lines) <= columns) return lines;
  }
  return withColumns(1);
}

function shortWord({ degrees, only }: AgentRow, capability: Capability): string {
  return only[capability] === undefined ? SHORT_WORDS[degrees[capability]] : PARTLY;
}

function undoOf({ degrees }: AgentRow): string {
  const [turn, call] = [degrees.checkpoint_turn === "native", degrees.checkpoint_tool === "native"];
  return turn && call ? "yes" : turn ? "turn" : call ? "call" : "–";
}

/** Word of the table → its colour. */
const MARKS: Readonly<Record<string, "green" | "yellow" | "red">> = {
  yes: "green",
  lever: "green",
  turn: "green",
  call: "yellow",
  partly: "yellow",
  block: "yellow",
  refused: "yellow",
  "–": "red",
};

function colouredWord(word: string, style: Reader["style"]): string {
  const colour = MARKS[word];
  return colour === undefined ? word : style[colour](word);
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

export function evidenceOf({ evidence, release, releases }: AgentRow): string {
  const mark = evidence === "second hand" ? "experimental" : evidence;
  const tested = release === undefined ? mark : `${mark}, ${release}`;
  return releases === undefined ? tested : `${tested}; ${releases} only`;
}
