import { listOf } from "../agents/codec/list-found.ts";
import type { ExplainedValue } from "../hook/explain-values.ts";
import type { ExplainedBuiltin, Explanation } from "../hook/explanation.ts";
import { printable, printableText } from "../kit/text.ts";
import type { Reader } from "../terminal/display.ts";
import { inLines } from "../terminal/text-width.ts";

/**
 * An explanation for a person at a terminal: the verdict, what each builtin that had something to say found, and the
 * texts that others read. In a pipe all details are printed.
 */
export function shortExplanation(explanation: Explanation, reader: Reader): string {
  const { verdict, builtins, found, texts, effect, disabled, title, event } = explanation;
  const speaking = builtins.filter(({ state, says }) => state === "ran" && !isNothing(says));
  const searching = builtins.filter(({ unannounced }) => unannounced);
  const silent = builtins
    .filter((one) => one.state === "ran" && ![...speaking, ...searching].includes(one))
    .map(({ name }) => name);
  const idle = builtins.filter(({ state }) => state === "not run").map(({ name }) => name);
  const rows: (readonly [string, string])[] = [
    ...[...speaking, ...searching].map((one) => ["Builtin", `${one.name}: ${saysInWords(one, explanation)}`] as const),
    ...found.map(({ guard, ...one }) => ["Found", `${listOf([one])} (${guard})`] as const),
    ...builtins.flatMap((one) => findingLines(one).map((lines) => ["Secret", lines.join("\n")] as const)),
    // Where a builtin spoke, the values that others looked at do not tell why.
    ...(speaking.length > 0 ? speaking : builtins).flatMap((one) =>
      valueLines(one).map((line) => ["Value", line] as const),
    ),
    ...speaking.flatMap(({ remarks }) => remarks.map((remark) => ["Note", remark] as const)),
    ...(silent.length > 0 ? [["Silent", [...new Set(silent)].join(", ")] as const] : []),
    ...(idle.length > 0 ? [["Not run", `${[...new Set(idle)].join(", ")}, since this only explains`] as const] : []),
    ...(texts.model ?? []).map((text) => ["Model", text] as const),
    ...(texts.person ?? []).map((text) => ["You", text] as const),
    // An event that goes on although something was found: the sentence above alone would say too little.
    ...(verdict.kind === "passes" && speaking.length > 0 ? effect.map((text) => ["Effect", text] as const) : []),
    ["Event", `${event === "" ? "not named" : event} of ${title}`],
  ];
  const none = disabled ? ["No builtin runs."] : builtins.length === 0 ? ["No builtin is meant for it."] : [];
  return [
    reader.style.bold(inLines(verdict.sentence, 0, reader)),
    ...none,
    "",
    ...rows.map(([name, text]) => row(name, text, reader)),
    "",
    reader.style.dim(inLines("What is sent, byte for byte, and why this dialect: add --json.", 0, reader)),
    "",
  ].join("\n");
}

/** The most values and findings that are told of one builtin; `--json` has more. */
const MOST_VALUES = 12;

/**
 * For each value with a name that no finding tells of: its length, the rule that decided, and the features that weighed
 * most.
 */
export function valueLines(builtin: ExplainedBuiltin): string[] {
  const told = new Set(builtin.findings.map((one) => valueOf(builtin, one)));
  const others = builtin.values.filter((value) => !told.has(value));
  return others.slice(0, MOST_VALUES).map((value) => {
    const { name, length } = value;
    return `${printable(name)}, ${length} characters: ${decisionOf(value)}`;
  });
}

function decisionOf({ rule, within, verdict, chance, features }: ExplainedValue): string {
  const said = verdict === "none" ? "no secret" : `a secret (${verdict})`;
  const why = features.length === 0 ? "" : `: ${features.join("; ")}`;
  const whole = within === "" ? rule : `${rule}: ${within}`;
  return `${said} by the rule "${whole}"; second opinion: chance ${chance}${why}`;
}

/** The value with a name that a finding takes out; `undefined` if the finding asked no name. */
function valueOf({ values }: ExplainedBuiltin, { rule, length, confidence }: Found): ExplainedValue | undefined {
  return values.find(
    (one) => one.length === length && one.verdict === confidence && rule.endsWith(one.promises.split(",", 1)[0]!),
  );
}

type Found = ExplainedBuiltin["findings"][number];

/**
 * The account of each finding in five lines: its place, its rule, the way in which it was found, what decided, and how
 * it would pass.
 */
export function findingLines(builtin: ExplainedBuiltin): string[][] {
  return builtin.findings.slice(0, MOST_VALUES).map((one) => {
    const { rule, kind, confidence, looks_for, at, from, length } = one;
    const value = valueOf(builtin, one);
    return [
      `Where: ${at === "" ? "the text" : printable(at)}, characters ${from} to ${from + length - 1}`,
      `Rule: ${rule} (${confidence})`,
      `Way: ${value === undefined ? looks_for || "a rule of your own" : `${value.way}; the name ${printable(value.name)} promises ${value.promises}`}`,
      `Decided: ${value === undefined ? "its form" : decisionOf(value)}`,
      `Allow: in a terminal, snapveil allow --last once it was stopped; or all of its kind: "allow": ["kind:${kind}"] in your settings`,
    ];
  });
}

const WIDTH = 9;

function row(name: string, text: string, reader: Reader): string {
  const lines = printableText(text)
    .split("\n")
    .map((line) => inLines(line, WIDTH, reader));
  return `${reader.style.bold(printable(name).padEnd(WIDTH))}${lines.join(`\n${" ".repeat(WIDTH)}`)}`;
}

/**
 * The outcome of a builtin in words. A question that became a refusal is said to be one: `refused` is then the verdict,
 * and no builtin denies.
 */
export function saysInWords(
  { says, unannounced }: ExplainedBuiltin,
  { verdict, builtins, title }: Explanation,
): string {
  if (unannounced) return "nothing: no word, prefix or address that announces a secret was met";
  const denies = builtins.some((one) => one.says.some((word) => word === "deny" || word === "block"));
  const isLost = verdict.kind === "refused" && !denies;
  return says
    .map((word) => (word === "ask" && isLost ? `asks; ${title} lets no hook ask, so it is refused` : word))
    .join(", ");
}

/** Whether a builtin let the event pass without a word. */
function isNothing(says: readonly string[]): boolean {
  return says.every((word) => word === "nothing");
}
