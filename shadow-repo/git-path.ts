/**
 * A path relative to the worktree's root as git stores it: any bytes, `/` between folders, one character a byte
 * (latin1), so that a name that is no UTF-8 survives. Never print such a path: `toText` makes the readable text.
 */
export type GitPath = string;

const NOT_ASCII = /[^ -~]/;

/** Converts a text to a path: its bytes in UTF-8, one character a byte. */
export function toGitPath(text: string): GitPath {
  return Buffer.from(text, "utf8").toString("latin1");
}

/**
 * Converts a path to a text for people and JSON. Bytes that are not UTF-8 become U+FFFD, so the text may not lead back
 * to the same path.
 */
export function toText(path: GitPath): string {
  return NOT_ASCII.test(path) ? Buffer.from(path, "latin1").toString("utf8") : path;
}

/** The absolute path as bytes, which Node passes to the system unchanged. */
export function onDisk(root: string, path: GitPath): Buffer {
  if (root !== lastRoot.text) lastRoot = { text: root, path: toGitPath(root) };
  return Buffer.from(`${lastRoot.path}/${path}`, "latin1");
}

/**
 * The absolute path for calls that are made thousands of times: a string if the path is ASCII, since Node takes a
 * string four times as fast as bytes.
 */
export function nameOnDisk(root: string, path: GitPath): string | Buffer {
  return NOT_ASCII.test(path) ? onDisk(root, path) : `${root}/${path}`;
}

/** The last root and its bytes, since a capture converts thousands of paths below the same root. */
let lastRoot: { readonly text: string; readonly path: GitPath } = { text: "", path: "" };

/** Whether a path equals one of `paths` or lies below one. If `paths` is `undefined` or holds `""`, every path does. */
export function isAmong(path: GitPath, paths: readonly GitPath[] | undefined): boolean {
  return !paths || paths.some((one) => one === "" || path === one || path.startsWith(`${one}/`));
}

/** The deepest folder that holds all of these folders, with a slash at its end; `""` for the root. */
export function commonFolder(prefixes: readonly GitPath[]): GitPath {
  return prefixes.reduce((common, prefix) => {
    let length = common.length;
    while (length > 0 && !(prefix.startsWith(common.slice(0, length)) && common[length - 1] === "/")) length -= 1;
    return common.slice(0, length);
  }, prefixes[0] ?? "");
}

/** The folder above a path: `a/b/` for `a/b/c` and for `a/b/c/`; `""` for a name at the top. */
export function folderAbove(path: GitPath): GitPath {
  return path.slice(0, path.lastIndexOf("/", path.length - 2) + 1);
}

/** The name of a file without its folders: `c` for `a/b/c`. */
export function nameIn(path: GitPath): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Every folder above a path, nearest first: `a/b/` and `a/` for `a/b/c`. */
export function foldersOf(path: GitPath): GitPath[] {
  const folders: GitPath[] = [];
  for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1))
    folders.push(path.slice(0, slash + 1));
  return folders;
}

/**
 * A name as git writes it in a patch: in quotes if it holds a control character, a quote, a backslash or a byte above
 * ASCII.
 */
export function quotedPath(name: GitPath): string {
  if (!/[^ !#-[\]-~]/.test(name)) return name;
  const known: Record<string, string> = { "\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\" };
  const octal = (byte: string) => `\\${byte.charCodeAt(0).toString(8).padStart(3, "0")}`;
  return `"${name.replace(/[^ !#-[\]-~]/g, (byte) => known[byte] ?? octal(byte))}"`;
}
