import { useMemo, useState } from "preact/hooks";

import { Counts, STATUS_SIGNS, STATUS_WORDS } from "../parts/changes.tsx";
import { Twist } from "../parts/controls.tsx";
import { Picture } from "../parts/icons.tsx";
import { counted, printable } from "../words.ts";
import { FileTick } from "./file-card.tsx";
import type { FilesProps, Placed } from "./file-list.tsx";
import type { Viewed } from "./use-viewed.ts";

/** Files that are listed. */
const LISTED = 300;

/** A folder with what lies in it. */
interface Folder {
  /** With the folders above that hold nothing else: `src/cart`. */
  readonly name: string;
  readonly folders: readonly Folder[];
  readonly files: readonly Leaf[];
}

/** A file, with the folders that hold nothing else. */
interface Leaf extends Placed {
  readonly name: string;
}

interface FileTreeProps extends FilesProps {
  readonly viewed: Viewed;
}

/** The changed files by folder, each with a tick and a way down to what changed in it. */
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

function Contents({ folder: { folders, files }, ...rest }: PartProps) {
  return (
    <ul>
      {folders.map((folder) => (
        <FolderLine key={folder.name} folder={folder} {...rest} />
      ))}
      {files.map((leaf) => (
        <FileLine key={leaf.at} {...leaf} {...rest} />
      ))}
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
      <FileTick file={file} isTicked={ticked.has(file.path)} onTick={(isTicked) => onTick([file.path], isTicked)} />
      <span class={`sign status-${file.status}`} title={STATUS_WORDS[file.status]}>
        {STATUS_SIGNS[file.status]}
        <span class="hidden"> {STATUS_WORDS[file.status]}</span>
      </span>
      <button type="button" class="link path" title={printable(file.path)} onClick={goTo}>
        {printable(name)}
      </button>
      {viewed.has(file.change) && <span class="tag">viewed</span>}
      <span class="counts">
        {file.additions === undefined ? <span class="quiet-text">binary</span> : <Counts {...file} />}
      </span>
    </li>
  );
}

/** Files whose paths are the same up to a place, by what comes behind it. */
function folderOf(name: string, files: readonly Placed[], from: number): Folder {
  const groups = new Map<string, Placed[]>();
  for (const one of files) {
    const slash = one.file.path.indexOf("/", from);
    const folder = slash < 0 ? "" : one.file.path.slice(from, slash);
    groups.set(folder, [...(groups.get(folder) ?? []), one]);
  }
  const folders = [...groups].filter(([folder, inside]) => folder !== "" && inside.length > 1);
  const [only, ...others] = folders;
  if (name !== "" && only && only[1].length === files.length && others.length === 0)
    return folderOf(`${name}/${only[0]}`, files, from + only[0].length + 1);
  return {
    name,
    folders: folders.map(([folder, inside]) => folderOf(folder, inside, from + folder.length + 1)),
    files: [...groups]
      .filter(([folder, inside]) => folder === "" || inside.length === 1)
      .flatMap(([, inside]) => inside.map((one) => ({ ...one, name: one.file.path.slice(from) }))),
  };
}

function namable({ folders, files }: Folder): string[] {
  return [...folders.flatMap(namable), ...files.flatMap(({ file }) => (file.unnamable ? [] : file.path))];
}
