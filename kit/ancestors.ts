import { readFileSync, readlinkSync } from "node:fs";

import { runProcess } from "./run-process.ts";

/** A process above another one. */
export interface Ancestor {
  readonly pid: number;
  /** The parent's id; 1 also if the parent has ended; 0 if the process was started into a container from outside. */
  readonly parent: number;
  /** The process's command line; the name of the program stands first. */
  readonly words: readonly string[];
  /** The variables with which the process was started; absent if the system does not tell. */
  readonly variables?: ReadonlySet<string>;
}

/** Processes above one: more are a circle of a table that changed while it was read. */
const MOST = 64;

/**
 * The processes above one, the nearest first, without the first process of the system; after the chain of parents that of
 * the session's leader, since a process whose parent ended belongs to its session still. None where the system does not
 * tell, as on Windows.
 */
export function ancestorsOf(pid: number, platform: string): Ancestor[] {
  if (platform === "win32") return [];
  const rows = platform === "linux" ? fromProc : tableOf(askPs());
  const own = rows(pid);
  const chains = [chainOf(own?.parent, rows), ...(own?.session ? [chainOf(own.session, rows)] : [])];
  const found = chains.flat().filter((one) => one.pid !== pid);
  return found.filter((one, at) => found.findIndex((other) => other.pid === one.pid) === at);
}

/** The control group of a process, which it keeps when its parent ends; "" if it has none. */
export function controlGroupOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cgroup`, "utf8");
  } catch {
    return "";
  }
}

interface Row extends Ancestor {
  readonly session?: number;
}

type Rows = (pid: number) => Row | undefined;

function chainOf(start: number | undefined, rows: Rows): Row[] {
  const chain: Row[] = [];
  for (let pid = start; pid !== undefined && pid > 1 && chain.length < MOST; ) {
    const row = rows(pid);
    if (!row) break;
    chain.push(row);
    pid = row.parent;
  }
  return chain;
}

function fromProc(pid: number): Row | undefined {
  try {
    // The name may hold blanks and brackets.
    const [, name = "", rest = ""] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    const [, parent, , session] = rest.split(" ");
    const words = partsOf(`/proc/${pid}/cmdline`) ?? [];
    const variables = partsOf(`/proc/${pid}/environ`)?.map((line) => line.slice(0, line.indexOf("=")));
    return {
      pid,
      parent: Number(parent),
      session: Number(session),
      // A program may have changed its command line, but seldom its file too.
      words: words.length > 0 ? words : [programOf(pid) ?? name],
      ...(variables && { variables: new Set(variables) }),
    };
  } catch {
    return undefined; // it ended this moment, or this system hides it
  }
}

/** The parts of a file of /proc; `undefined` if the system does not show it. */
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

/** The table that `ps` prints: a process, its parent and its command line in each row. */
export function tableOf(text: string): Rows {
  const rows = new Map<number, Row>();
  for (const line of text.split("\n")) {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined) continue;
    rows.set(Number(pid), { pid: Number(pid), parent: Number(parent), words: command!.split(/\s+/) });
  }
  return (one) => rows.get(one);
}
