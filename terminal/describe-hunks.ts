import { printable } from "../kit/text.ts";
import type { ListedHunk } from "../shadow-repo/doors/restore.ts";
import { diffView } from "./diff-view.ts";
import { PLAIN, type Display } from "./display.ts";

/** The display for output that no person reads. */
const PIPE: Display = { columns: 80, rows: 0, style: PLAIN };

/** All hunks that can be chosen, with numbers and ids. */
export function describeHunks(hunks: readonly ListedHunk[], display: Display = PIPE): string {
  const { style } = display;
  const texts = hunks.flatMap((hunk, at) => [
    ...(hunks[at - 1]?.path === hunk.path ? [] : ["", style.bold(printable(hunk.path))]),
    `${style.cyan(`[${hunk.number}]`)} ${hunk.id}${aboutState(hunk)}`,
    ...hunkLines(hunk, display),
  ]);
  return texts.length === 0 ? "" : `${texts.join("\n").trimStart()}\n`;
}

/** The lines of a hunk, or of a part of one, as they are shown before the question. */
export function hunkLines({ kind, patch, present, former, withheld }: Shown, display: Display): string[] {
  if (patch === "") {
    const why = withheld ? "your setting alsoRecord names it" : "its content is too large or lost";
    return [display.style.dim(`(the whole file; not shown, since ${why})`)];
  }
  if (former !== undefined) {
    const [from = "", to = "", ...rest] = patch.split("\n");
    return [printable(from), printable(to), ...(rest.length > 1 ? diffView(rest.join("\n"), display) : [])];
  }
  // The heading with the file's name has already been printed.
  const view = diffView(patch, display).slice(kind === "file" ? 2 : 0);
  const lines = kind === "mode" ? patch.trimEnd().split("\n") : view;
  if (present === undefined) return lines;
  const now = present === "" ? ["(nothing)"] : present.replace(/\n$/, "").split("\n").map(printable);
  return [...lines, display.style.yellow("! now there is instead:"), ...now.map((line) => `  ${line}`)];
}

type Shown = Pick<ListedHunk, "kind" | "patch" | "present" | "former" | "withheld">;

/** The changes that were made to a hunk after its checkpoint, as the end of a sentence; empty if there are none. */
export function aboutState({ kind, state }: Pick<ListedHunk, "kind" | "state">): string {
  if (state === "gone") return ", as before already";
  if (state === "there") return "";
  return kind === "lines"
    ? ", the same lines were edited since: it stays"
    : ", edited since: redo brings that edit back";
}
