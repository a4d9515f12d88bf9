import type { ChangedFile } from "../../web/ui/api.ts";
import { counted, number, printable } from "../words.ts";

/** Lines of the list. */
const SHOWN = 300;
const SIGNS = { added: "A", modified: "M", deleted: "D", mode: "x" } as const;
const WORDS = { added: "created", modified: "changed", deleted: "deleted", mode: "mode changed" } as const;

export interface FileIndexProps {
  readonly files: readonly { readonly file: ChangedFile; readonly at: number }[];
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (path: string, ticked: boolean) => void;
}

/** The changed files by name, each with a tick and a way down to what changed in it. */
export function FileIndex({ files, ticked, onTick }: FileIndexProps) {
  const goTo = (number: number) => {
    const card = document.getElementById(`file-${number}`);
    card?.scrollIntoView({ block: "start" });
    card?.focus({ preventScroll: true });
  };
  return (
    <details class="file-index" open={files.length <= 12}>
      <summary>{counted(files.length, "changed file")}</summary>
      <ul>
        {files.slice(0, SHOWN).map(({ file, at }) => (
          <li key={at}>
            <input
              type="checkbox"
              checked={ticked.has(file.path)}
              disabled={file.unnamable}
              aria-label={`Tick ${printable(file.path)} for a restore`}
              onChange={(event) => onTick(file.path, event.currentTarget.checked)}
            />
            <span class={`sign status-${file.status}`} title={WORDS[file.status]}>
              {SIGNS[file.status]}
              <span class="hidden"> {WORDS[file.status]}</span>
            </span>
            <button type="button" class="link path" onClick={() => goTo(at)}>
              {printable(file.path)}
            </button>
            <span class="counts">
              {file.additions === undefined ? (
                <span class="quiet-text">binary</span>
              ) : (
                <>
                  <span class="added">+{number(file.additions)}</span>{" "}
                  <span class="removed">−{number(file.deletions ?? 0)}</span>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {files.length > SHOWN && (
        <p class="file-note">and {counted(files.length - SHOWN, "more file")}: filter them by path.</p>
      )}
    </details>
  );
}
