import { readFileSync, readlinkSync } from "node:fs";

import { runProcess } from "./run-process.ts";

/** A process above a given process: the parent, the parent's parent, and so on. */
export interface Ancestor {
  readonly pid: number;
  /**
   * The process id of this ancestor's own parent; 1 also if that parent has ended; 0 if the process was started into a
   * container from outside.
   */
  readonly parent: number;
  /** The process's command line; the name of the program stands first. */
  readonly words: readonly string[];
  /**
   * The names of the environment variables with which the process was started; absent if the system hides the
   * variables.
   */
  readonly variables?: ReadonlySet<string>;
}

/**
 * The most processes that are read in one chain of parents. A longer chain is a circle, which arises if processes end
 * and their ids are reused during the reading.
 */
const MOST = 64;

/**
 * The chain of a process's parents, the nearest first, and then the chain of its session's leader, since a process
 * whose parent ended still belongs to its session. The first process of the system is left out. Empty on Windows, and
 * where the system hides processes.
 */
export function ancestorsOf(pid: number, platform: string): Ancestor[] {
  if (platform === "win32") return [];
  return platform === "linux" ? chainsOf(pid, linksInProc).map(describe) : chainsOf(pid, tableOf(askPs()));
}

/**
 * The process ids of `ancestorsOf` on Linux, in this order. Reads neither command lines nor variables, which takes
 * a third of the time.
 */
export function ancestorIdsOf(pid: number): number[] {
  return chainsOf(pid, linksInProc).map((link) => link.pid);
}

/**
 * The content of `/proc/PID/cgroup`; "" if there is none. When its parent ends, a process stays in its control group.
 */
export function controlGroupOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cgroup`, "utf8");
  } catch {
    return "";
  }
}

/** A process, its parent and the leader of its session. */
interface Link extends Pick<Ancestor, "pid" | "parent"> {
  readonly session?: number;
  /** The name of the program, which Linux cuts after 15 characters. */
  readonly name?: string;
}

type Links<Row extends Link> = (pid: number) => Row | undefined;

function chainsOf<Row extends Link>(pid: number, links: Links<Row>): Row[] {
  const own = links(pid);
  const found = new Map<number, Row>();
  for (const row of [...chainOf(own?.parent, links), ...(own?.session ? chainOf(own.session, links) : [])])
    if (row.pid !== pid && !found.has(row.pid)) found.set(row.pid, row);
  return [...found.values()];
}

function chainOf<Row extends Link>(start: number | undefined, links: Links<Row>): Row[] {
  const chain: Row[] = [];
  for (let pid = start; pid !== undefined && pid > 1 && chain.length < MOST; ) {
    const row = links(pid);
    if (!row) break;
    chain.push(row);
    pid = row.parent;
  }
  return chain;
}

function linksInProc(pid: number): Link | undefined {
  try {
    // In `/proc/PID/stat` the program's name stands in brackets, and may itself hold blanks and brackets.
    const [, name = "", rest = ""] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    const [, parent, , session] = rest.split(" ");
    return { pid, parent: Number(parent), session: Number(session), name };
  } catch {
    return undefined; // the process ended meanwhile, or the system hides it
  }
}

function describe({ pid, parent, name = "" }: Link): Ancestor {
  const words = partsOf(`/proc/${pid}/cmdline`) ?? [];
  const variables = partsOf(`/proc/${pid}/environ`)?.map((line) => line.slice(0, line.indexOf("=")));
  return {
    pid,
    parent,
    // A program can empty its command line. Then the path of the program's file is used.
    words: words.length > 0 ? words : [programOf(pid) ?? name],
    ...(variables && { variables: new Set(variables) }),
  };
}

/** The parts of a file in /proc between its NUL bytes; `undefined` if the file cannot be read. */
function partsOf(file: string): string[] | undefined {
  try {
    return readFileSync(file, "utf8").split("\0").slice(0, -1);
  } catch {
    return undefined;
  }
}

function programOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return undefined;
  }
}

function askPs(): string {
  const { stdout } = runProcess("/bin/ps", ["-A", "-ww", "-o", "pid=", "-o", "ppid=", "-o", "command="], {
    env: { LC_ALL: "C" },
    timeout: 5000,
  });
  return stdout.toString("utf8");
}

/**
 * Parses the output of `ps`, with process id, parent's id and command line in each row. Returns a function that looks
 * up a process by its id.
 */
export function tableOf(text: string): Links<Ancestor> {
  const rows = new Map<number, Ancestor>();
  for (const line of text.split("\n")) {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined) continue;
    rows.set(Number(pid), { pid: Number(pid), parent: Number(parent), words: command!.split(/\s+/) });
  }
  return (one) => rows.get(one);
}
