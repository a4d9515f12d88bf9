import { randomBytes } from "node:crypto";
import { chmodSync, renameSync, rmSync, statSync } from "node:fs";
import type { Server, Socket } from "node:net";

import { atomicWrite, makeFolder } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { loadBuiltin } from "../../kit/load-builtin.ts";
import { buildOnDisk } from "../build-on-disk.ts";
import { answerEvent, type HeldWorld } from "./answer-event.ts";
import { clearMemory } from "./clear-memory.ts";
import { decisiveText } from "./decisive.ts";
import { idleLimit } from "./idle-limit.ts";
import { residentNote, residentsIn } from "../../worktree/doors/data-dir.ts";
import { askedSeat, MOST_RESIDENTS } from "./asked-seat.ts";
import { OutermostAncestors } from "./outermost-ancestors.ts";
import { answerBytes, readQuestion } from "./wire.ts";
import { questionFrom, isProven } from "./read-question.ts";

/** Milliseconds without an event after which the memory is cleared. */
const CLEARED = 10_000;
/** The most events that one process answers, and the most bytes of memory with which it goes on. */
const [MOST_EVENTS, MOST_MEMORY] = [2000, 200 * 1024 ** 2];

/** Milliseconds between two looks at the socket and the program. */
const LOOK = 1000;

/**
 * Answers the events of one user's hooks over a socket, until nobody asks for some minutes, nobody is left who could
 * ask, the program is replaced, or the socket is removed. Returns the exit code.
 * The asker that starts it names the socket, and the words its outermost ancestor.
 */
export async function serveEvents(io: Io): Promise<number> {
  const { folder, name } = askedSeat(io) ?? {};
  if (folder === undefined || name === undefined) return 2;
  makeFolder(folder);
  const first = Number(io.argv[1]) || undefined;
  const { createServer } = loadBuiltin<typeof import("node:net")>("node:net");
  process.chdir(folder);
  process.umask(0o177);
  return new Promise((resolve) => {
    const server = createServer({ allowHalfOpen: true });
    server.on("error", () => resolve(1));
    // Listen under another name first: whoever finds the socket finds a listener.
    const draft = `${name}.${io.pid}`;
    server.listen(draft, () => {
      chmodSync(draft, 0o600);
      const { ino } = statSync(draft);
      renameSync(draft, name);
      new Resident(io, { folder, name, ino, first }, server, resolve).begin();
    });
  });
}

/** The place of a resident's socket, and the socket's inode, which tells whether the name still leads to it. */
interface Seat {
  readonly folder: string;
  readonly name: string;
  readonly ino: number;
  /** The outermost ancestor of the hook that started this process. */
  readonly first?: number | undefined;
}

class Resident {
  readonly #io: Io;
  readonly #seat: Seat;
  readonly #server: Server;
  readonly #end: (code: number) => void;
  readonly #build: string;
  readonly #world: HeldWorld;
  readonly #waiting: Socket[] = [];
  readonly #ancestors: OutermostAncestors;
  #looking: NodeJS.Timeout | undefined;
  #isBusy = false;
  #isEnding = false;
  #events = 0;
  #lastEvent = performance.now();
  #clearing: NodeJS.Timeout | undefined;

  constructor(io: Io, { first, ...seat }: Seat, server: Server, end: (code: number) => void) {
    this.#io = io;
    this.#seat = seat;
    this.#server = server;
    this.#end = end;
    this.#build = buildOnDisk(io);
    this.#ancestors = new OutermostAncestors(io.platform);
    if (first !== undefined) this.#ancestors.note(first);
    this.#world = { home: seat.folder, decisive: decisiveText(io.env) };
  }

  begin(): void {
    this.#looking = setInterval(() => this.#look(), LOOK);
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => this.#leave());
    this.#server.on("connection", (socket: Socket) => {
      socket.on("error", () => {});
      this.#waiting.push(socket);
      void this.#next();
    });
    const { folder, name } = this.#seat;
    // Whole or not at all: others take an empty file for that of a process which was killed.
    atomicWrite(`${folder}/${name}.pid`, residentNote(this.#io.pid), { pid: this.#io.pid });
    // Several events at once may each have started a resident before any was noted.
    if (residentsIn(folder, this.#io.platform).length > MOST_RESIDENTS) this.#leave();
  }

  /** Greets the next asker, if no event is being answered. */
  async #next(): Promise<void> {
    const socket = this.#isBusy || this.#isEnding ? undefined : this.#waiting.shift();
    if (!socket) return;
    this.#isBusy = true;
    clearTimeout(this.#clearing);
    const before = this.#events;
    try {
      if (!socket.destroyed) await this.#serve(socket);
    } catch {
      // What came is no question, or the event threw. The asker starts a process of its own.
      socket.destroy();
      if (this.#events > before) process.exit(1); // what the event left, such as a lock, is a dead process's then
    }
    this.#isBusy = false;
    this.#lastEvent = performance.now();
    this.#clearing = setTimeout(clearMemory, CLEARED);
    if (this.#events >= MOST_EVENTS || process.memoryUsage.rss() > MOST_MEMORY) this.#leave();
    else void this.#next();
  }

  async #serve(socket: Socket): Promise<void> {
    const { folder, name } = this.#seat;
    const proof = randomBytes(16).toString("hex");
    let isMine = false;
    socket.write(`R${proof}`);
    const question = await questionFrom(socket).finally(() => (isMine = isProven(`${folder}/${proof}`)));
    if (!isMine) return void socket.destroy();
    this.#events += 1;
    const asked = readQuestion(question);
    this.#ancestors.noteOf(asked.pid);
    const answer = this.#isOld() ? undefined : await answerEvent(this.#io, asked, this.#world);
    question.fill(0);
    if (!answer) return void socket.destroy();
    await new Promise<void>((resolve) => {
      if (!answer.isUnfinished) resolve();
      socket.once("close", resolve);
      socket.end(answerBytes(answer, name));
    });
    if (answer.isUnfinished) process.exit(0); // as a process of its own would
  }

  /** Whether an update replaced the program: chunks that are not loaded yet would be of another build. */
  #isOld(): boolean {
    return buildOnDisk(this.#io) !== this.#build;
  }

  #look(): void {
    const { folder, name, ino } = this.#seat;
    const isSeated = statSync(`${folder}/${name}`, { throwIfNoEntry: false })?.ino === ino;
    const isIdle = performance.now() - this.#lastEvent > idleLimit(this.#io) || this.#ancestors.haveEnded();
    if (!this.#isBusy && (!isSeated || isIdle || this.#isOld())) this.#leave();
  }

  /** Stops listening. Askers that wait get no greeting, and start a process of their own. */
  #leave(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    clearInterval(this.#looking);
    clearTimeout(this.#clearing);
    const { folder, name, ino } = this.#seat;
    if (statSync(`${folder}/${name}`, { throwIfNoEntry: false })?.ino === ino)
      for (const file of [name, `${name}.pid`]) rmSync(`${folder}/${file}`, { force: true });
    for (const socket of this.#waiting) socket.destroy();
    this.#server.close();
    this.#end(0);
  }
}
