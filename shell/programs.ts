import { remembered } from "../kit/remembered.ts";
import type { Program, ProgramKind, Runs, Condition } from "./program.ts";
import { CODE } from "./programs/code.ts";
import { DISKS } from "./programs/disks.ts";
import { FILES } from "./programs/files.ts";
import { KEEPERS } from "./programs/keepers.ts";
import { LISTINGS } from "./programs/listings.ts";
import { MACHINE } from "./programs/machine.ts";
import { NETWORK } from "./programs/network.ts";
import { PUBLISHERS } from "./programs/publishers.ts";
import { SERVICES } from "./programs/services.ts";
import { STARTERS } from "./programs/starters.ts";
import { TAKE_DOWNS } from "./programs/take-downs.ts";
import { TEXTS } from "./programs/texts.ts";

/** All rows. If several rows of a name have the same column, the first counts. */
export const PROGRAMS: readonly Program[] = [
  ...TEXTS,
  ...LISTINGS,
  ...FILES,
  ...DISKS,
  ...MACHINE,
  ...CODE,
  ...NETWORK,
  ...STARTERS,
  ...SERVICES,
  ...TAKE_DOWNS,
  ...KEEPERS,
  ...PUBLISHERS,
];

const BY_NAME = new Map<string, Program[]>();
for (const row of PROGRAMS)
  for (const name of row.names.split(" ")) {
    const rows = BY_NAME.get(name);
    if (rows) rows.push(row);
    else BY_NAME.set(name, [row]);
  }

const NONE: readonly Program[] = [];
/**
 * Matches names that may be another spelling of a program in the table. Most words of a script are plain lower case and
 * do not match.
 */
const MAY_BE_SPELLED = /[A-Z\u0080-\uffff]|\.exe$|^(?:mkfs|newfs|python)/;
/** The most names of which something is remembered. */
const MOST_NAMES = 2000;
/** Kept results for names in other spellings. */
const SPELLED = remembered<string, readonly Program[]>(MOST_NAMES);

/** The name that was looked up last, with its rows. Kept because all rules ask about one command in turn. */
let lastName = "";
let lastRows = NONE;

/** The rows of a program by its name without a folder. Upper case, `.exe` and versions (`python3.12`) are ignored. */
export function rowsOf(name: string): readonly Program[] {
  if (name !== lastName) {
    lastRows = rowsByName(name);
    lastName = name;
  }
  return lastRows;
}

function rowsByName(name: string): readonly Program[] {
  const rows = BY_NAME.get(name) ?? SPELLED.get(name);
  if (rows) return rows;
  if (!MAY_BE_SPELLED.test(name)) return NONE;
  const spelled =
    BY_NAME.get(
      name
        .toLowerCase()
        .replace(/\.exe$/, "")
        .replace(/^(mkfs|newfs)[._]\w+$/, "$1")
        .replace(/^(python)[\d.]+$/, "$1"),
    ) ?? NONE;
  if (name.length < 100) SPELLED.set(name, spelled);
  return spelled;
}

/** A program's name without its folder, and without a version such as `@4` in `npx wrangler@4`. */
export function programName(word: string): string {
  const name = /[\\/]/.test(word) ? word.replace(/^.*[\\/](?=[^\\/]+$)/s, "") : word;
  return name.includes("@") ? name.replace(/(?<=\w)@(?:latest|next|canary|beta|[\^~]?\d[\w.-]*)$/, "") : name;
}

/** The value of a column in the first row that has it; `undefined` if no row has it. */
export function columnOf<Column extends keyof Program>(name: string, column: Column): Program[Column] | undefined {
  const rows = rowsOf(name);
  return rows.length === 0 ? undefined : joined(rows)[column];
}

/** The columns of several rows as one row. */
const JOINED = new WeakMap<readonly Program[], Partial<Program>>();

function joined(rows: readonly Program[]): Partial<Program> {
  let row = rows.length === 1 ? rows[0] : JOINED.get(rows);
  if (row === undefined) {
    const known = rows.toReversed().flatMap((one) => Object.entries(one).filter(([, value]) => value !== undefined));
    row = Object.fromEntries(known) as Partial<Program>;
    JOINED.set(rows, row);
  }
  return row;
}

/** The names of all programs that have a column, separated by blanks. */
export function namesWith(column: keyof Program): string {
  return PROGRAMS.flatMap((row) => (row[column] === undefined ? [] : [row.names])).join(" ");
}

/** The names of all programs of a kind, separated by blanks. */
export function namesOfKind(kind: ProgramKind): string {
  return PROGRAMS.flatMap((row) => (row.kind === kind ? [row.names] : [])).join(" ");
}

const PRINTS: ReadonlySet<ProgramKind | undefined> = new Set<ProgramKind>([
  "show",
  "part",
  "select",
  "search",
  "echo",
  "derive",
  "look",
]);

/** Whether a program only prints, unless its arguments make it do more (`acts`). */
export function onlyPrints(name: string): boolean {
  return PRINTS.has(kindOf(name));
}

/** Columns that concern only the output of a program. */
const OF_PRINTING = new Set(
  "names kind options acts reads readsIf readsNot selects tells printsEnvironment respells encodes lists".split(" "),
);
const PRINTING = remembered<string, boolean>(MOST_NAMES);

/**
 * Whether a program only prints, because all columns of its rows concern its output. Its arguments, which may fulfil
 * `acts`, are not tested.
 */
export function printsByAllRows(name: string): boolean {
  let prints = PRINTING.get(name);
  if (prints === undefined) {
    const rows = rowsOf(name);
    const { output, log, upload } = columnOf(name, "options") ?? {};
    prints =
      onlyPrints(name) &&
      rows.every((row) => Object.keys(row).every((column) => OF_PRINTING.has(column))) &&
      [output, log, upload].every((role) => role === undefined);
    if (name.length < 100) PRINTING.set(name, prints);
  }
  return prints;
}

/** Whether a command only prints, apart from its redirections. */
export function isOnlyPrinting(name: string, own: readonly string[]): boolean {
  return printsByAllRows(name) && !isMadeToAct(name, own);
}

/** The kind of a program; `undefined` if it may do anything. */
export function kindOf(name: string): ProgramKind | undefined {
  return columnOf(name, "kind");
}

/** Whether a program is a shell, which runs scripts. */
export function isShell(name: string): boolean {
  return columnOf(name, "isShell") === true;
}

/** The form in which a program takes the command that it runs; `undefined` if it runs none. */
export function runsOf(name: string): Runs | undefined {
  return columnOf(name, "runs");
}

/** Whether a program that only prints is made to do more by its arguments. */
export function isMadeToAct(name: string, own: readonly string[]): boolean {
  return columnOf(name, "acts") !== undefined && rowsOf(name).some(({ acts }) => hasFlag(own, acts));
}

/** Whether a command's arguments fulfil a condition of its row. */
export function hasFlag(own: readonly string[], how: Condition | undefined): boolean {
  return typeof how === "function" ? how(own) : how !== undefined && own.some((word) => how.test(word));
}

let elsewhere: ReadonlySet<string> | undefined;

/**
 * Whether a program runs its command on another machine or in a container. The answer is looked up in a set, because
 * every word of a script is tested.
 */
export function isElsewhere(name: string): boolean {
  elsewhere ??= new Set(namesWith("elsewhere").split(" "));
  return elsewhere.has(name) || (MAY_BE_SPELLED.test(name) && columnOf(name, "elsewhere") === true);
}

/** Programs that run a command in a container or another system on this machine. */
const OF_THIS_MACHINE = new Set(
  "docker podman nerdctl docker-compose wsl limactl minikube vagrant multipass machinectl chroot nsenter".split(" "),
);

/** Whether a program runs its command on another machine, not in a container or system of this one. */
export function isFar(name: string): boolean {
  return isElsewhere(name) && !OF_THIS_MACHINE.has(name);
}
