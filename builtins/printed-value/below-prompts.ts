import type { Detector, Finding } from "../../redactors/doors/finding.ts";
import { findInField } from "../../redactors/doors/judge.ts";
import { namesInCommand } from "./names-in-command.ts";

/** The most commands of a text that are read, and the most lines that are read of each answer. */
const [MOST_COMMANDS, MOST_LINES] = [64, 12];

/** A shell's prompt and the command behind it, as a person pastes a terminal: `$ …`, `bob@host:~/shop$ …`. */
const PROMPT = /^(?:\([\w.-]{1,40}\) )?(?:\[?[\w.-]{1,32}@[\w.-]{1,64}[: ][^\n$]{0,80})?\$ ([^\n]{4,1000})\n/gm;
/** A line of one word. */
const WORD = /^\s{0,8}(\S{8,512})\s{0,8}$/;

/**
 * A detector for a secret that stands alone below the command which printed it, in a text with a terminal's lines:
 * `$ pass show mail`, and below it the password. The lines up to the next prompt are the command's answer.
 */
export const belowPrompts: Detector = {
  id: "below-prompts",
  find(text) {
    const found: Finding[] = [];
    let commands = 0;
    for (const { 0: line, 1: command, index } of text.matchAll(PROMPT)) {
      if (++commands > MOST_COMMANDS) break;
      const names = namesInCommand(command!);
      if (names.length > 0) found.push(...findInAnswer(text, index + line.length, names));
    }
    return found;
  },
};

function findInAnswer(text: string, from: number, names: readonly string[]): Finding[] {
  const found: Finding[] = [];
  let at = from;
  for (const line of text.slice(from, from + MOST_LINES * 1024).split("\n", MOST_LINES)) {
    if (/^[^\n$]{0,140}\$ /.test(line)) break;
    const word = WORD.exec(line)?.[1];
    const finding = word && names.map((name) => findInField(name, word, false)).find((one) => one !== undefined);
    if (word && finding) {
      const start = at + line.indexOf(word);
      const span = [start + finding.span[0], start + finding.span[1]] as const;
      found.push({ rule: "printed-below", kind: finding.kind, span, confidence: "medium" });
    }
    at += line.length + 1;
  }
  return found;
}
