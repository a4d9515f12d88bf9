import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { kill, pid as ownPid, uptime } from "node:process";

import { runProcess } from "./run-process.ts";

/** The identity of a running process. */
export interface Life {
  /** A text that differs between two processes that have the same id at different times; "" if unknown. */
  readonly born: string;
  /** The process's start in milliseconds since 1970, accurate to a second; absent if unknown. */
  readonly startedAt?: number;
}

/**
 * The identity of a process; `undefined` if no process with this id runs on this machine. A zombie, that is, a process
 * that ended and whose parent has not waited for it, is treated as ended.
 */
export function lifeOf(pid: number, platform: string): Life | undefined {
  if (!isThere(pid)) return undefined;
  return platform === "linux" ? fromProc(pid) : platform === "win32" ? { born: "" } : askedOnce(pid);
}

/** An identifier of the machine, or of the container, in which a process id is valid. */
export function processSpace(): string {
  const words = [hostname(), "-"];
  try {
    words[1] = readlinkSync("/proc/self/ns/pid");
  } catch {
    // Only Linux has several process id namespaces on one machine, so on other systems the error is ignored.
  }
  return words.join("/").replace(/\s/g, "_");
}

function isThere(pid: number): boolean {
  try {
    kill(pid, 0); // signal 0 only tests whether the process exists
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH"; // EPERM: another user's process
  }
}

/** Milliseconds of a clock tick in `/proc/PID/stat`. */
const TICK = 10;

function fromProc(pid: number): Life | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" "); // drops the name, which may hold blanks
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    const bootedAt = Number(/^btime (\d+)$/m.exec(readFileSync("/proc/stat", "latin1"))?.[1]) * 1000;
    return { born: `${boot}/${fields[19]}`, ...(bootedAt > 0 && { startedAt: bootedAt + Number(fields[19]) * TICK }) };
  } catch {
    return isThere(pid) ? { born: "" } : undefined; // ended meanwhile, or hidden by the system
  }
}

/** The last answer of `ps` about each process. It is reused, since each call of `ps` starts a process. */
const answers = new Map<number, { readonly life: Life | undefined; readonly at: number }>();
/**
 * For how many milliseconds an answer of `ps` about another process is reused, while a caller polls for the end of that
 * process. An answer about this process is always reused.
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
