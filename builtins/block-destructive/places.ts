import { tmpdir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

import { homeOf, type Io } from "../../kit/io.ts";
import { DiskView } from "../../kit/disk-view.ts";
import { isIn, realPath } from "../../kit/files.ts";
import { oneOf, pattern } from "../../kit/word-pattern.ts";
import { findRepository, type Repository } from "../../worktree/doors/worktree.ts";
import { isDevice } from "../../shell/doors/effects.ts";

/**
 * The kind of thing at a path:
 * - `everything`: the root of a disk, a home folder, or a folder of the system;
 * - `worktree`: the top of the worktree, or a folder above it;
 * - `repository`: a folder of git, or a part of it without which the repository breaks;
 * - `in repository`: any other file of git's folder;
 * - `disk`: a disk's device; `device`: another device or a pipe, which stores nothing;
 * - `temporary`: in a temporary folder; `inside` or `outside`: in the worktree, or not;
 * - `unknown`: a part of the path is not known.
 */
type PlaceKind =
  | "everything"
  | "worktree"
  | "repository"
  | "in repository"
  | "disk"
  | "device"
  | "temporary"
  | "inside"
  | "outside"
  | "unknown";

export interface PathTarget {
  readonly kind: PlaceKind;
  /** Absolute, with the links on its way resolved; absent for a disk, and if a part of the path is unknown. */
  readonly path?: string;
  /** The word stands for the content of the folder, as `src/*` does, not for the folder itself. */
  readonly isContents: boolean;
}

/** The folders to compare paths with: absolute, with links resolved. */
export interface KnownFolders {
  /** The agent's working directory. */
  readonly cwd: string | undefined;
  readonly home: string | undefined;
  readonly temporary: readonly string[];
  readonly repository: Repository | undefined;
  /** The paths are those of another machine or a container, of whose disk nothing is known. */
  readonly isElsewhere?: true;
}

const TEMPORARY = [
  "/tmp",
  "/var/tmp",
  "/dev/shm",
  "/private/tmp",
  "/private/var/tmp",
  "/var/folders",
  "/private/var/folders",
];
const DISK =
  /^(?:\/dev\/(?:[shvx]v?d[a-z]|nvme\d|mmcblk\d|r?disk\d|disk\/|mapper\/|md\d|dm-\d|nbd\d|k?mem$)|\\\\\.\\)/i;
const SYSTEM = oneOf(
  String.raw`
    /bin /boot /dev /etc /home /lib /lib32 /lib64 /nix /private /proc /root /sbin /sys /usr /var /usr/bin /usr/lib
    /usr/sbin /usr/share /var/lib /Applications /Library /System /Users /Volumes
  `,
);
/** Roots of disks, folders of the system and homes on Windows, with single slashes. */
const WINDOWS_SYSTEM = pattern("i")`
  ^[A-Z]:\/?(?:Windows(?:\/(?:System32|SysWOW64|WinSxS))?|Users(?:\/(?!Public\b)[^/]+)?|Program Files(?: \(x86\))?
  |ProgramData|Boot|Recovery|EFI)?$
`;
const WINDOWS_TEMPORARY = /^[A-Z]:\/(?:Windows\/Temp|Te?mp|Users\/[^/]+\/AppData\/Local\/Temp)(?:\/|$)/i;
/** A variable of cmd.exe or PowerShell at the beginning of a path. */
const WINDOWS_VARIABLE = /^(?:%(\w+)%|\$(?:env:(\w+)|\{env:(\w+)\}))(?=$|[\\/])/i;

/** A last part of a path that matches every file of the folder: `*`, `.*`, `.[!.]*`, `*.*`. */
const ALL = /^(?:\*+|\.\*|\.\?\*|\?\*|\*\.\*|\.\[[^\]]{1,5}\]\*)$/;
/** Matches files in `.git` that git itself creates and removes. They are judged like files of the worktree. */
const PASSING =
  /(?:\.lock|[\\/](?:rebase-merge|rebase-apply|sequencer|MERGE_\w+|CHERRY_PICK_HEAD|REVERT_HEAD|gc\.pid))$/;
const VITAL = /^(?:objects|refs(?![\\/]remotes)|HEAD|config|index|packed-refs)(?:[\\/]|$)/;

/** The folders with which the paths of an event are compared. */
export function surroundingsOf(
  cwd: string | undefined,
  { env }: Pick<Io, "env">,
  repositoryAt = findRepository,
): KnownFolders {
  const home = homeOf(env);
  const real = home === undefined || home === "" ? undefined : realPath(home);
  const here = cwd === undefined ? undefined : realPath(cwd);
  // If TMPDIR is a disk's root, the home folder or a folder above it, it does not make files temporary.
  const named = [env["TMPDIR"], tmpdir()].flatMap((folder) => (folder ? [realPath(folder)] : []));
  return {
    cwd: here,
    home: real,
    temporary: [
      ...TEMPORARY,
      ...named.filter((folder) => dirname(folder) !== folder && folder !== real && !real?.startsWith(`${folder}/`)),
    ],
    repository: cwd === undefined ? undefined : repositoryAt(cwd),
  };
}

export function isDisk(path: string): boolean {
  return DISK.test(path);
}

/**
 * Finds the targets for which words of commands stand. Each word is resolved once for each folder, and the result is
 * kept for further rules.
 */
export class Places {
  readonly around: KnownFolders;
  readonly disk: DiskView;
  readonly #known = new Map<string | undefined, Map<string, readonly PathTarget[]>>();

  constructor(around: KnownFolders, disk: DiskView = new DiskView()) {
    this.around = around;
    this.disk = disk;
  }

  /** @param folder the folder in which the command runs; `undefined` if it is unknown */
  of(word: string, folder: string | undefined): readonly PathTarget[] {
    let known = this.#known.get(folder);
    if (known === undefined) this.#known.set(folder, (known = new Map()));
    let targets = known.get(word);
    if (targets === undefined) known.set(word, (targets = pathTargetsOf(word, folder, this.around, this.disk)));
    return targets;
  }
}

function pathTargetsOf(word: string, folder: string | undefined, around: KnownFolders, disk: DiskView): PathTarget[] {
  // A word with blanks may be a variable's value that the shell splits into several words.
  const isSeveral = /\s/.test(word) && !isThere(word, folder, disk);
  const parts = isSeveral ? [word, ...word.split(/\s+/).filter((part) => part !== "")] : [word];
  return [...new Set(parts)].map((one) => placeOf(one, folder, around, disk));
}

export function isThere(word: string, folder: string | undefined, disk: DiskView): boolean {
  return (isAbsolute(word) || folder !== undefined) && disk.isThere(resolve(folder ?? "/", word));
}

function placeOf(word: string, folder: string | undefined, around: KnownFolders, disk: DiskView): PathTarget {
  if (isDisk(word)) return { kind: "disk", isContents: false };
  const isThereDevice = (path: string) => isDevice(path, () => disk.statOf(path));
  if (isAbsolute(word) && isThereDevice(word)) return { kind: "device", isContents: false, path: word };
  const known = withoutUnknown(withHome(word, around.home));
  if (known === undefined) return { kind: "unknown", isContents: false };
  const onWindows = /^[A-Za-z]:(?:[\\/]|$)/.test(known) ? windowsPlace(known) : undefined;
  if (onWindows) return onWindows;
  let path = known.replace(/(?<=.)[\\/]+$/, "");
  let isContents = false;
  while (ALL.test(basename(path)) && path !== dirname(path)) {
    isContents = true;
    path = path === basename(path) ? "." : dirname(path);
  }
  if (!isAbsolute(path) && folder === undefined) return { kind: "unknown", isContents };
  // A deletion removes a link, not the link's target, unless the word names a path behind the link (`link/`).
  const follows = isContents || path !== known || /^(?:\.\.?|.*[\\/]\.\.?)$/s.test(path);
  const real = resolved(resolve(folder ?? "/", path), follows, disk);
  if (!around.isElsewhere && isThereDevice(real)) return { kind: "device", isContents, path: real };
  return { kind: kindOf(real, around), isContents, path: real };
}

/** The target of a Windows path; `undefined` if it is a path that this system can look up. */
function windowsPlace(path: string): PathTarget | undefined {
  const [, whole = "", all] = /^(.*?)(\/(?:\*\.?)+)?\/?$/s.exec(path.replace(/[\\/]+/g, "/"))!;
  if (WINDOWS_SYSTEM.test(whole)) return { kind: "everything", isContents: all !== undefined, path };
  if (isAbsolute(path)) return undefined;
  return { kind: WINDOWS_TEMPORARY.test(whole) ? "temporary" : "outside", isContents: all !== undefined, path: whole };
}

function withHome(word: string, home: string | undefined): string {
  const [variable, ...names] = WINDOWS_VARIABLE.exec(word) ?? [];
  if (variable !== undefined) {
    const rest = word.slice(variable.length).replaceAll("\\", "/");
    const name = names.find((one) => one !== undefined)!.toUpperCase();
    if (/^(?:USERPROFILE|HOME|HOMEPATH)$/.test(name)) return home === undefined ? "$HOME" : home + rest;
    if (/^(?:SYSTEMROOT|WINDIR)$/.test(name)) return `C:/Windows${rest}`;
    if (name === "SYSTEMDRIVE") return `C:${rest}`;
    return word;
  }
  if (/^~(?:[\\/]|$)/.test(word)) return home === undefined ? "$HOME" : home + word.slice(1);
  if (/^~root(?:[\\/]|$)/.test(word)) return `/root${word.slice(5)}`;
  const [, user, rest = ""] = /^~([\w-]+)((?:[\\/].*)?)$/s.exec(word) ?? [];
  if (user === undefined) return word;
  return (home !== undefined && basename(home) === user ? home : `/home/${user}`) + rest;
}

/**
 * A word up to its first variable or substitution, with `{}` for the unknown name; `undefined` if the word begins with
 * the unknown part.
 */
function withoutUnknown(word: string): string | undefined {
  const at = word.search(/[$`\0]/);
  if (at === -1) return word === "" ? undefined : word;
  const folder = word.slice(0, at).replace(/[^\\/]*$/, "");
  return folder === "" || folder === "/" || folder === "./" ? undefined : `${folder}{}`;
}

/**
 * The kind of a path. If several kinds fit, the system and homes win, then the worktree, the repository, temporary
 * folders.
 */
function kindOf(path: string, around: KnownFolders): PlaceKind {
  const { home, repository, isElsewhere } = around;
  if (isOfSystem(path) || (home !== undefined && isIn(home, path))) return "everything";
  if (isElsewhere) return "unknown";
  if (repository?.root !== undefined && isIn(repository.root, path)) return "worktree";
  return kindInGit(path, repository) ?? (isTemporary(path, around) ? "temporary" : kindInWork(path, around));
}

/** Whether a path is a folder of the system. A glob at a disk's root, such as `/u*`, may match such a folder. */
function isOfSystem(path: string): boolean {
  if (SYSTEM.test(path) || dirname(path) === path) return true;
  return /^\/[^/]*(?:[*?[]|!\()[^/]*$/.test(path) && !path.startsWith("/tmp");
}

/** The kind of a path in the repository's `.git`; `undefined` for any other path. */
function kindInGit(path: string, repository: KnownFolders["repository"]): PlaceKind | undefined {
  const folder = [repository?.gitDir, repository?.commonDir].find((one) => one !== undefined && isIn(path, one));
  if (folder === undefined) return undefined;
  if (PASSING.test(path)) return "inside";
  const rest = path.slice(folder.length + 1);
  return rest === "" || VITAL.test(rest) ? "repository" : "in repository";
}

/** Whether a path is temporary. A worktree or home folder within a temporary folder is not. */
function isTemporary(path: string, { home, temporary, repository }: KnownFolders): boolean {
  const isOwn = [repository?.root, home].some((folder) => folder !== undefined && isIn(path, folder));
  return !isOwn && temporary.some((folder) => isIn(path, folder));
}

/**
 * The kind of a path that is neither the system's, git's nor temporary: in the worktree (without a repository: in the
 * agent's folder), or outside.
 */
function kindInWork(path: string, { home, repository, cwd }: KnownFolders): PlaceKind {
  const root = repository?.root;
  const base = root ?? cwd;
  if (base === undefined || base === home || !isIn(path, base)) return "outside";
  if (root === undefined && path === base) return "outside";
  return basename(path) === ".git" ? "in repository" : "inside";
}

/**
 * A path with the links on its way resolved, even if its last parts do not exist. @param follows whether a link at the
 * end of the path is resolved, too
 */
function resolved(path: string, follows: boolean, disk: DiskView): string {
  return follows || dirname(path) === path
    ? disk.realPathOfNew(path)
    : join(disk.realPathOfNew(dirname(path)), basename(path));
}
