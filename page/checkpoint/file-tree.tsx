import { useMemo, useState } from "preact/hooks";

import { Counts, STATUS_SIGNS, STATUS_WORDS } from "../parts/changes.tsx";
import { Twist } from "../parts/controls.tsx";
import { Picture } from "../parts/icons.tsx";
import { counted, nameWithFormer, printable } from "../words.ts";
import { FileTick } from "./file-card.tsx";
import { pathsOf, type FilesProps, type Placed } from "./file-list.tsx";
import type { Viewed } from "./use-viewed.ts";

/** The most files that the tree shows. */
const LISTED = 300;

/** A folder with its files and folders. */
interface Folder {
  /** The folder's name. Folders that contain only the next folder are part of one name: `src/cart`. */
  readonly name: string;
  /** The entries, sorted by path like the diffs below the tree. */
  readonly entries: readonly (Folder | Leaf)[];
}

/** A file. `name` includes the names of folders that contain nothing but the file. */
interface Leaf extends Placed {
  readonly name: string;
}

interface FileTreeProps extends FilesProps {
  readonly viewed: Viewed;
}

/** The changed files by folder, each with a checkbox and a link to its diff. */
export function FileTree({ files, ...rest }: FileTreeProps) {
  const root = useMemo(() => folderOf("", files.slice(0, LISTED), 0), [files]);
  const seen = files.filter(({ file }) => rest.viewed.has(file.change)).length;
  return (
    <details class="file-index" open={files.length <= 12}>
      <summary>
        {counted(files.length, "changed file")}
        {seen > 0 && `, ${seen} viewed`}
      </summary>
      <Contents folder={root} {...rest} />
      {files.length > LISTED && (
        <p class="file-note">and {counted(files.length - LISTED, "more file")}: filter them by path.</p>
      )}
    </details>
  );
}

type PartProps = Omit<FileTreeProps, "files"> & { readonly folder: Folder };

function Contents({ folder, ...rest }: PartProps) {
  return (
    <ul>
      {folder.entries.map((entry) =>
        "entries" in entry ? (
          <FolderLine key={entry.name} folder={entry} {...rest} />
        ) : (
          <FileLine key={entry.at} {...entry} {...rest} />
        ),
      )}
    </ul>
  );
}

function FolderLine({ folder, ...rest }: PartProps) {
  const [isOpen, setOpen] = useState(true);
  const paths = namable(folder);
  const count = paths.filter((path) => rest.ticked.has(path)).length;
  const name = printable(folder.name);
  return (
    <li>
      <div class="tree-line">
        <input
          type="checkbox"
          checked={count > 0 && count === paths.length}
          indeterminate={count > 0 && count < paths.length}
          disabled={paths.length === 0}
          aria-label={`Tick all files in ${name} for a restore`}
          onChange={(event) => rest.onTick(paths, event.currentTarget.checked)}
        />
        <button type="button" class="link path folder-name" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Twist isOpen={isOpen} />
          <Picture name="folder" />
          {name}
        </button>
      </div>
      {isOpen && <Contents folder={folder} {...rest} />}
    </li>
  );
}

type FileLineProps = Leaf & Omit<FileTreeProps, "files">;

function FileLine({ file, at, name, ticked, onTick, viewed }: FileLineProps) {
  const goTo = () => {
    const card = document.getElementById(`file-${at}`);
    card?.scrollIntoView({ block: "start" });
    card?.focus({ preventScroll: true });
  };
  return (
    <li class="tree-line">
      <FileTick file={file} isTicked={ticked.has(file.path)} onTick={(isTicked) => onTick(pathsOf(file), isTicked)} />
      <span class={`sign status-${file.status}`} title={STATUS_WORDS[file.status]}>
        {STATUS_SIGNS[file.status]}
        <span class="hidden"> {STATUS_WORDS[file.status]}</span>
      </span>
      <button type="button" class="link path" title={nameWithFormer(file)} onClick={goTo}>
        {printable(name)}
      </button>
      {viewed.has(file.change) && <span class="tag">viewed</span>}
      <span class="counts">
        {file.additions === undefined ? <span class="quiet-text">binary</span> : <Counts {...file} />}
      </span>
    </li>
  );
}

/** Groups files by the part of their paths that begins at `from`. The paths share their first `from` characters. */
function folderOf(name: string, files: readonly Placed[], from: number): Folder {
  const groups = new Map<string, Placed[]>();
  for (const one of files) {
    const slash = one.file.path.indexOf("/", from);
    const key = one.file.path.slice(from, slash < 0 ? undefined : slash + 1);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const [[only = ""] = []] = groups;
  if (name !== "" && groups.size === 1 && files.length > 1 && only.endsWith("/"))
    return folderOf(`${name}/${only.slice(0, -1)}`, files, from + only.length);
  const entries = [...groups].flatMap(([key, inside]): (Folder | Leaf)[] =>
    inside.length > 1 && key.endsWith("/")
      ? [folderOf(key.slice(0, -1), inside, from + key.length)]
      : inside.map((one) => ({ ...one, name: one.file.path.slice(from) })),
  );
  return { name, entries };
}

function namable({ entries }: Folder): string[] {
  return entries.flatMap((entry) => {
    if ("entries" in entry) return namable(entry);
    return entry.file.unnamable ? [] : pathsOf(entry.file);
  });
}
