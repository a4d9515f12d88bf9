import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { kill, pid as ownPid, uptime } from "node:process";

import { runProcess } from "./run-process.ts";

/** The identity of a running process. */
export interface Life {
  /** A text that differs between processes that had the same number; "" if the system does not tell. */
  readonly born: string;
  /** The process's start, in milliseconds by the clock, give or take a second. */
  readonly startedAt?: number;
}

/**
 * The life of a process; `undefined` if no process of that number lives here; a process that ended and only was not
 * waited for does not.
 */
export function lifeOf(pid: number, platform: string): Life | undefined {
  if (!isThere(pid)) return undefined;
  return platform === "linux" ? fromProc(pid) : platform === "win32" ? { born: "" } : askedOnce(pid);
}

/** The machine, or the container: elsewhere a process number says nothing about the processes here. */
export function processSpace(): string {
  const words = [hostname(), "-"];
  try {
    words[1] = readlinkSync("/proc/self/ns/pid");
  } catch {
    // Only Linux has several such groups on a machine.
  }
  return words.join("/").replace(/\s/g, "_");
}

function isThere(pid: number): boolean {
  try {
    kill(pid, 0); // no signal, only the question
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH"; // somebody else's, which we may not signal
  }
}

/** A clock tick of the kernel as it counts for programs, in milliseconds. */
const TICK = 10;

function fromProc(pid: number): Life | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" "); // its name may hold blanks
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    const bootedAt = Number(/^btime (\d+)$/m.exec(readFileSync("/proc/stat", "latin1"))?.[1]) * 1000;
    return { born: `${boot}/${fields[19]}`, ...(bootedAt > 0 && { startedAt: bootedAt + Number(fields[19]) * TICK }) };
  } catch {
    return isThere(pid) ? { born: "" } : undefined; // it ended this moment, or this system hides it
  }
}

/** The last answers of ps, each of which costs a process. */
const answers = new Map<number, { readonly life: Life | undefined; readonly at: number }>();
/**
 * Milliseconds for which an answer about another process holds, for a caller that waits for its end. The answer about
 * this process always holds.
 */
const FRESH = 2000;

function askedOnce(pid: number): Life | undefined {
  const known = answers.get(pid);
  if (known && (pid === ownPid || uptime() * 1000 - known.at < FRESH)) return known.life;
  const life = fromPs(pid);
  answers.set(pid, { life, at: uptime() * 1000 });
  return life;
}

function fromPs(pid: number): Life | undefined {
  const { status, stdout } = runProcess("/bin/ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
    env: { LC_ALL: "C", TZ: "UTC" },
  });
  const [, state, text = ""] = /^\s*(\S+)\s+(\S.*?)\s*$/.exec(stdout.toString("latin1")) ?? [];
  if (status !== 0 || state === undefined) return isThere(pid) ? { born: "" } : undefined;
  if (state.startsWith("Z")) return undefined;
  const startedAt = Date.parse(`${text} UTC`);
  return { born: text.replace(/\s+/g, "_"), ...(!Number.isNaN(startedAt) && { startedAt }) };
}
