import { tmpdir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

import { homeOf, type Io } from "../../kit/io.ts";
import { DiskView } from "../../kit/disk-view.ts";
import { isIn, realPath } from "../../kit/files.ts";
import { oneOf, pattern } from "../../kit/word-pattern.ts";
import { findRepository, type Repository } from "../../worktree/doors/worktree.ts";
import { isDevice } from "../../shell/doors/effects.ts";
import { expandBraces } from "../../shell/doors/values.ts";

/**
 * The thing at a path: `everything`, a disk's root, a home or the system; the `worktree`'s own root or a folder above
 * it; its `repository` or a part that it cannot do without; something else `in repository`; a `disk` itself;
 * another `device` or a pipe, which keeps nothing; a `temporary` folder; elsewhere `inside` or `outside` of the worktree; `unknown` if a part of the path is.
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
  /** Absolute, with the links on the way resolved; absent for a disk, and if a part is not known. */
  readonly path?: string;
  /** The content of the folder is meant, not the folder: `src/*`. */
  readonly isContents: boolean;
}

/** The folders that paths are compared with, absolute with links resolved. */
export interface KnownFolders {
  /** The agent's folder. */
  readonly cwd: string | undefined;
  readonly home: string | undefined;
  readonly temporary: readonly string[];
  readonly repository: Repository | undefined;
  /** The place is on another machine or in a container, of which nothing is known. */
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
/** A disk of Windows, its system and the homes of people, with single slashes. */
const WINDOWS_SYSTEM = pattern("i")`
  ^[A-Z]:\/?(?:Windows(?:\/(?:System32|SysWOW64|WinSxS))?|Users(?:\/(?!Public\b)[^/]+)?|Program Files(?: \(x86\))?
  |ProgramData|Boot|Recovery|EFI)?$
`;
const WINDOWS_TEMPORARY = /^[A-Z]:\/(?:Windows\/Temp|Te?mp|Users\/[^/]+\/AppData\/Local\/Temp)(?:\/|$)/i;
/** Variables of Windows and PowerShell in a path. */
const WINDOWS_VARIABLE = /^(?:%(\w+)%|\$(?:env:(\w+)|\{env:(\w+)\}))(?=$|[\\/])/i;

/** A last part of a path that stands for all there is: `*`, `.*`, `.[!.]*`, `*.*`. */
const ALL = /^(?:\*+|\.\*|\.\?\*|\?\*|\*\.\*|\.\[[^\]]{1,5}\]\*)$/;
/** Files that git makes and removes by itself. */
const PASSING =
  /(?:\.lock|[\\/](?:rebase-merge|rebase-apply|sequencer|MERGE_\w+|CHERRY_PICK_HEAD|REVERT_HEAD|gc\.pid))$/;
const VITAL = /^(?:objects|refs(?![\\/]remotes)|HEAD|config|index|packed-refs)(?:[\\/]|$)/;

/** The folders that paths of an event are compared with. */
export function surroundingsOf(cwd: string | undefined, { env }: Pick<Io, "env">): KnownFolders {
  const home = homeOf(env);
  const real = home === undefined || home === "" ? undefined : realPath(home);
  const here = cwd === undefined ? undefined : realPath(cwd);
  // A variable that names a whole disk or the home makes nothing temporary.
  const named = [env["TMPDIR"], tmpdir()].flatMap((folder) => (folder ? [realPath(folder)] : []));
  return {
    cwd: here,
    home: real,
    temporary: [
      ...TEMPORARY,
      ...named.filter((folder) => dirname(folder) !== folder && folder !== real && !real?.startsWith(`${folder}/`)),
    ],
    repository: here === undefined ? undefined : findRepository(here),
  };
}

export function isDisk(path: string): boolean {
  return DISK.test(path);
}

/** The places that words of commands mean: each word is looked at once a folder, however many rules ask. */
export class Places {
  readonly around: KnownFolders;
  readonly disk: DiskView;
  readonly #known = new Map<string | undefined, Map<string, readonly PathTarget[]>>();

  constructor(around: KnownFolders, disk: DiskView = new DiskView()) {
    this.around = around;
    this.disk = disk;
  }

  /** @param folder `undefined` if it is not known */
  of(word: string, folder: string | undefined): readonly PathTarget[] {
    let known = this.#known.get(folder);
    if (known === undefined) this.#known.set(folder, (known = new Map()));
    let targets = known.get(word);
    if (targets === undefined) known.set(word, (targets = pathTargetsOf(word, folder, this.around, this.disk)));
    return targets;
  }
}

function pathTargetsOf(word: string, folder: string | undefined, around: KnownFolders, disk: DiskView): PathTarget[] {
  const whole = expandBraces(word);
  // A variable with blanks in it stands for several words.
  const parts = whole.flatMap((one) =>
    /\s/.test(one) && !isThere(one, folder, disk) ? [one, ...one.split(/\s+/).filter((part) => part !== "")] : [one],
  );
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
  // A removal means a link itself and not its target, unless it names a path behind the link.
  const follows = isContents || path !== known || /^(?:\.\.?|.*[\\/]\.\.?)$/s.test(path);
  const real = resolved(resolve(folder ?? "/", path), follows, disk);
  if (!around.isElsewhere && isThereDevice(real)) return { kind: "device", isContents, path: real };
  return { kind: kindOf(real, around), isContents, path: real };
}

/** The place of a path of Windows; on other systems such a path looks like a name in the folder. */
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

/** A word up to its unknown part, which is some name in its folder; a path that begins with such a part is unknown. */
function withoutUnknown(word: string): string | undefined {
  const at = word.search(/[$`\0]/);
  if (at === -1) return word === "" ? undefined : word;
  const folder = word.slice(0, at).replace(/[^\\/]*$/, "");
  return folder === "" || folder === "/" || folder === "./" ? undefined : `${folder}{}`;
}

/** The kind of a place, by the folder that it lies in: the system's, the repository's, a temporary one, the worktree. */
function kindOf(path: string, around: KnownFolders): PlaceKind {
  const { home, repository, isElsewhere } = around;
  if (isOfSystem(path) || (home !== undefined && isIn(home, path))) return "everything";
  if (isElsewhere) return "unknown";
  if (repository?.root !== undefined && isIn(repository.root, path)) return "worktree";
  return kindInGit(path, repository) ?? (isTemporary(path, around) ? "temporary" : kindInWork(path, around));
}

/** Whether a path is the system's. A name at a disk's top with a glob in it may be any of the system's. */
function isOfSystem(path: string): boolean {
  if (SYSTEM.test(path) || dirname(path) === path) return true;
  return /^\/[^/]*(?:[*?[]|!\()[^/]*$/.test(path) && !path.startsWith("/tmp");
}

/** The kind of a place in the repository's own folders; `undefined` outside of these. */
function kindInGit(path: string, repository: KnownFolders["repository"]): PlaceKind | undefined {
  const folder = [repository?.gitDir, repository?.commonDir].find((one) => one !== undefined && isIn(path, one));
  if (folder === undefined) return undefined;
  if (PASSING.test(path)) return "inside";
  const rest = path.slice(folder.length + 1);
  return rest === "" || VITAL.test(rest) ? "repository" : "in repository";
}

/** Whether a place is temporary. A worktree or a home folder in a temporary folder is no less somebody's. */
function isTemporary(path: string, { home, temporary, repository }: KnownFolders): boolean {
  const isOwn = [repository?.root, home].some((folder) => folder !== undefined && isIn(path, folder));
  return !isOwn && temporary.some((folder) => isIn(path, folder));
}

/** The kind of a place in the worktree; without a repository in the folder of the call. */
function kindInWork(path: string, { home, repository, cwd }: KnownFolders): PlaceKind {
  const root = repository?.root;
  const base = root ?? cwd;
  if (base === undefined || base === home || !isIn(path, base)) return "outside";
  if (root === undefined && path === base) return "outside";
  return basename(path) === ".git" ? "in repository" : "inside";
}

/** A path with the links on its way resolved, also if its end is missing; a link at its end only if it is followed. */
function resolved(path: string, follows: boolean, disk: DiskView): string {
  return follows || dirname(path) === path
    ? disk.realPathOfNew(path)
    : join(disk.realPathOfNew(dirname(path)), basename(path));
}
