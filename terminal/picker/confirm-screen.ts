import type { FileChange } from "../../shadow-repo/journal/checkpoint.ts";
import type { RestoreResult } from "../../shadow-repo/restore/restore-result.ts";
import { printable } from "../../kit/printable.ts";
import { changeTable, countFiles, sumChanges } from "../describe-restore.ts";
import type { Style } from "../style.ts";
import { cut, fit, fitPath } from "../text-width.ts";
import type { Key, Screen } from "./full-screen.ts";
import { moved } from "./scroll.ts";

/** The last look before files change: every one of them, and what is left alone. */
export class ConfirmScreen implements Screen<"yes" | "back"> {
  readonly #style: Style;
  readonly #preview: RestoreResult;
  readonly #chosen: readonly FileChange[];
  #top = 0;
  #room = 1;
  #count = 0;

  constructor(style: Style, preview: RestoreResult, chosen: readonly FileChange[]) {
    this.#style = style;
    this.#preview = preview;
    this.#chosen = chosen;
  }

  press(key: Key): "yes" | "back" | undefined {
    if (key.name === "y" || key.name === "return" || key.name === "enter") return "yes";
    if (key.name === "n" || key.name === "escape") return "back";
    this.#top = Math.min(
      moved(this.#top, key, this.#count, this.#room) ?? this.#top,
      Math.max(0, this.#count - this.#room),
    );
    return undefined;
  }

  async load(): Promise<boolean> {
    return false;
  }

  view(columns: number, rows: number): string[] {
    const style = this.#style;
    const edits = new Map(this.#preview.conflicts.map(({ path, why }) => [path, why]));
    const edited = this.#chosen.filter(({ path }) => edits.has(path)).length;
    const lines = [
      ...changeTable(this.#chosen, edits, "preview", { columns: columns - 2, style }),
      ...this.#preview.skipped.map(({ path, why }) =>
        style.dim(`left alone: ${fitPath(printable(path), Math.floor(columns / 2))}: ${printable(why)}`),
      ),
    ];
    this.#count = lines.length;
    this.#room = Math.max(1, rows - 5);
    const warning =
      edited > 0
        ? style.yellow(fit(`! ${countFiles(edited)} changed since: those edits go, redo brings them back`, columns))
        : "";
    const more = lines.length - this.#top - this.#room;
    return [
      style.bold(fit(`Put back ${countFiles(this.#chosen.length)}: ${sumChanges(this.#chosen)}?`, columns)),
      warning,
      ...Array.from({ length: this.#room }, (_, row) => cut(`  ${lines[this.#top + row] ?? ""}`, columns)),
      more > 0 ? style.dim(`  … ${more} more`) : "",
      style.dim(fit("y or enter: do it · n or esc: back · ↑↓ all of it", columns)),
    ].slice(0, rows);
  }
}
