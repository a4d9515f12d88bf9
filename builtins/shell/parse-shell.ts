import { expandText, readShellWord, type Meanings } from "./read-shell-word.ts";

/** A command of a pipeline: its words without quotes, where its output goes, and what it is fed. */
export interface ShellCommand {
  readonly words: readonly string[];
  readonly redirects: readonly { readonly appends: boolean; readonly file: string; readonly errors?: true }[];
  /** Files that it is fed. */
  readonly reads?: readonly string[];
  /** Here-documents and here-strings. */
  readonly fed: readonly string[];
}

/** Commands that feed one another. */
export type Pipeline = readonly ShellCommand[];

interface Open {
  words: string[];
  redirects: { appends: boolean; file: string; errors?: true }[];
  reads: string[];
  fed: string[];
}

const LONGEST = 1_000_000;

/**
 * The pipelines of a shell's script, as far as must be known to tell what its commands do: quotes, here-documents,
 * redirections and the operators between commands. Words like `if` and `{` count as any other; a substitution belongs
 * to its word. Each command is given to `ended` before the next one is read, so that what it sets is known to those
 * behind it.
 */
export function parseShell(
  script: string,
  meanings: Meanings = {},
  ended?: (command: ShellCommand, before: ShellCommand | undefined) => void,
): Pipeline[] {
  const text = script.slice(0, LONGEST);
  const readWord = (whole: string, from: number) => readShellWord(whole, from, meanings);
  const pipelines: Pipeline[] = [];
  let pipeline: ShellCommand[] = [];
  let open: Open = { words: [], redirects: [], reads: [], fed: [] };
  let pending: { tag: string; tabs: boolean; plain: boolean; fed: string[] }[] = [];
  let at = 0;

  const endCommand = (): void => {
    if (open.words.length + open.redirects.length + open.fed.length > 0) {
      ended?.(open, pipeline.at(-1));
      pipeline.push(open);
    }
    open = { words: [], redirects: [], reads: [], fed: [] };
  };
  const endPipeline = (): void => {
    endCommand();
    if (pipeline.length > 0) pipelines.push(pipeline);
    pipeline = [];
  };

  while (at < text.length) {
    const rest = text.slice(at, at + 4);
    if (/^[ \t\r]/.test(rest) || rest.startsWith("\\\n")) at += rest[0] === "\\" ? 2 : 1;
    else if (rest[0] === "\n") {
      at += 1;
      for (const { tag, tabs, plain, fed } of pending) {
        const [body, next] = readHeredoc(text, at, tag, tabs);
        fed.push(plain ? body : expandText(body, meanings));
        at = next;
      }
      pending = [];
      endPipeline();
    } else if (rest[0] === "#") at = lineEnd(text, at);
    else if (rest.startsWith("<<<")) {
      const [word, next] = readWord(text, skipBlanks(text, at + 3));
      open.fed.push(word);
      at = next;
    } else if (rest.startsWith("<<")) {
      const tabs = rest[2] === "-";
      const start = skipBlanks(text, at + (tabs ? 3 : 2));
      const [tag, next] = readShellWord(text, start, {});
      pending.push({ tag, tabs, plain: /["'\\]/.test(text.slice(start, next)), fed: open.fed });
      at = next;
    } else if (/^(?:\d{0,2}>(?!\()|&>)/.test(rest)) {
      const [, operator = ""] = /^((?:\d{0,2}|&)>{1,2}[|&]?)/.exec(text.slice(at, at + 8)) ?? [];
      const [file, next] = readWord(text, skipBlanks(text, at + operator.length));
      // `2>&1` leads to another stream, `>&file` to a file.
      if (!(operator.endsWith("&") && /^[\d-]*$/.test(file)))
        open.redirects.push({
          appends: operator.includes(">>"),
          file,
          ...(operator.startsWith("2") && { errors: true as const }),
        });
      at = Math.max(next, at + operator.length);
    } else if (rest[0] === "<" && rest[1] !== "(") {
      const [file, next] = readWord(text, skipBlanks(text, at + 1));
      if (file !== "") open.reads.push(file);
      at = Math.max(next, at + 1);
    } else if (rest.startsWith("||") || rest.startsWith("&&")) {
      endPipeline();
      at += 2;
    } else if (rest[0] === "|") {
      endCommand();
      at += rest[1] === "&" ? 2 : 1;
    } else if (rest[0] === ";" || rest[0] === "&") {
      endPipeline();
      at += 1;
    } else if (rest[0] === "(") {
      if (open.words.length === 0) open.words.push("(");
      at += 1;
    } else if (rest[0] === ")") {
      endPipeline();
      open.words.push(")");
      at += 1;
    } else {
      const [word, next] = readWord(text, at);
      if (next > at) open.words.push(word);
      at = Math.max(next, at + 1);
    }
  }
  // A here-document whose end was cut off.
  endPipeline();
  return pipelines;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return at;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** The body up to the line that is the tag alone, and where it goes on behind. */
function readHeredoc(text: string, from: number, tag: string, tabs: boolean): [string, number] {
  const lines: string[] = [];
  for (let at = from; at < text.length; ) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end).replace(/\r$/, "");
    at = end + 1;
    if ((tabs ? line.replace(/^\t+/, "") : line) === tag) return [lines.join("\n"), Math.min(at, text.length)];
    lines.push(line);
  }
  return [lines.join("\n"), text.length];
}
