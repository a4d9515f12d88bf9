import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { tornOperation } from "../../shadow-repo/journal/history.ts";
import { historyOf } from "../../shadow-repo/journal/replay.ts";
import { readJournal } from "../../shadow-repo/journal/journal.ts";
import { openShadow } from "../../shadow-repo/open/open-shadow.ts";
import { placeOf } from "../../shadow-repo/place.ts";
import { restore } from "../../shadow-repo/restore/restore.ts";
import { undo } from "../../shadow-repo/restore/undo.ts";
import { randomFrom, SEED, times } from "../support/chance.ts";
import { liveIn } from "./support/driver.ts";
import { bytesLost, copyOf, differences, equal, type Copy } from "./support/files.ts";
import { hookInput, startKillable, type Death, type Ended } from "./support/start-killable.ts";
import { tortureWorld, type Engine, type TortureWorld } from "./support/torture-world.ts";

/**
 * A thousand kills are `SNAPVEIL_RUNS=20`. Trials in one worktree, so that its history grows and leftovers of dead
 * processes add up.
 */
const IN_ONE_WORLD = 25;

const WORK = [
  "first capture",
  "turn_start",
  "turn_end",
  "session_end",
  "undo",
  "undo in part",
  "redo",
  "restore",
  "reset",
] as const;
type Work = (typeof WORK)[number];

interface Tally {
  trials: number;
  killed: number;
  torn: number;
  bytesLost: number;
  hooksFailed: number;
  unsound: number;
  slowest: number;
}

test("a process killed at any point loses nothing and blocks nobody", { timeout: 36_000_000 }, () =>
  kill("git", times(50)),
);

test("nor does one without git", { timeout: 36_000_000 }, () => kill("isomorphic-git", times(20)));

async function kill(engine: Engine, trials: number): Promise<void> {
  const random = randomFrom(SEED);
  const tally: Tally = { trials: 0, killed: 0, torn: 0, bytesLost: 0, hooksFailed: 0, unsound: 0, slowest: 0 };
  const faults: string[] = [];
  while (tally.trials < trials) {
    const arena = new Arena(random, tally, faults, engine);
    try {
      await arena.prepare();
      for (let n = 0; n < IN_ONE_WORLD && tally.trials < trials; n += 1) await arena.trial();
      await arena.everyCheckpointComesBack();
    } finally {
      arena.world.remove();
    }
  }
  process.stderr.write(
    `torture, killed, ${engine}: ${tally.trials} trials, ${tally.killed} died on the way, ${tally.torn} of ` +
      `them in the middle of a restore, ${tally.bytesLost} bytes lost, ${tally.hooksFailed} ` +
      `hooks failed afterwards, ${tally.unsound} unsound stores, slowest hook afterwards ${tally.slowest} ms\n`,
  );
  expect(faults).toEqual([]);
  expect(tally).toMatchObject({ bytesLost: 0, hooksFailed: 0, unsound: 0 });
}

/** A worktree with a history, in which one process after another is killed. */
class Arena {
  world: TortureWorld;
  /** Id → the files before and after it, as they were copied. */
  readonly #oracle = new Map<string, { before: Copy; after: Copy }>();
  readonly #calls = new Map<Work, number>();
  #edits = 0;

  constructor(
    private readonly random: (below: number) => number,
    private readonly tally: Tally,
    private readonly faults: string[],
    engine: Engine,
  ) {
    this.world = tortureWorld(
      "git init -q -b main . && printf '*.ign\\n' > .gitignore && printf secret > never.ign && for n in $(seq " +
        "30); do mkdir -p d$((n % 5)); seq $n > d$((n % 5))/f$n; done && git add . && git commit -qm start",
      engine,
    );
  }

  async prepare(): Promise<void> {
    await this.#turn();
    await this.#turn();
  }

  /** One piece of work that dies somewhere, and everything that must be true afterwards. */
  async trial(): Promise<void> {
    const { world, tally } = this;
    const work = WORK[this.random(WORK.length)]!;
    tally.trials += 1;
    if (work === "first capture") rmSync(Buffer.from(world.data), { recursive: true, force: true });
    if (work === "first capture") this.#oracle.clear();
    if (work === "redo") await undo(world.io, world.root);
    // A turn and a call that were interrupted: the work ends them first, and what is open goes on from where it leads.
    const isOpen = work !== "turn_end" && work !== "first capture" && this.random(2) === 0;
    if (work === "turn_end" || isOpen) await world.hook("turn_start");
    const before = copyOf(world.root);
    const opened = isOpen ? await this.#tree() : "";
    if (isOpen) await world.hook("pre_tool_use", { toolUseId: `call-${tally.trials}`, toolName: "shell" });
    if (work === "turn_end" || work === "turn_start" || isOpen) this.#edit();
    const present = copyOf(world.root);
    const now = isOpen ? await this.#tree() : "";
    const ids = new Set(this.#ids());
    const ended = await this.#work(work, await this.#deathIn(work, isOpen));
    if (ended.killed) tally.killed += 1;
    else if (!this.#isWell(ended)) this.#complain(work, `ended with ${ended.exitCode}: ${ended.stderr}`);
    const what = `trial ${tally.trials}, ${work}${isOpen ? ", one open" : ""}, ${ended.killed ? "killed" : "not killed"}`;

    const left = copyOf(world.root);
    const torn = world.shadow() === "" ? undefined : tornOperation(historyOf(readJournal(world.shadow()).records));
    if (work === "first capture" || work === "session_end" || work.startsWith("turn_"))
      this.#same(left, present, `${what}: recording changed files`);
    this.#known(ids, { before, after: present });

    await this.#nextHookWorks(what);
    const all = world.shadow() === "" ? [] : historyOf(readJournal(world.shadow()).records).checkpoints;
    if (isOpen && !all.some((one) => one.before === opened && one.after === now))
      this.#complain(what, "the turn that was interrupted is no step");
    if (torn) {
      tally.torn += 1;
      const result = await this.#work("undo");
      if (!this.#isWell(result)) this.#complain(what, `undo after it ended with ${result.exitCode}: ${result.stderr}`);
      // Behind a command that died before it touched a file, an undo takes back the asked step.
      if (!equal(left, present))
        this.#same(copyOf(world.root), present, `${what}: undo after a torn ${torn.kind} brings the state before it`);
    } else this.#onlyKnownStates(left, present, what);
    if (readFileSync(join(world.root, "never.ign"), "utf8") !== "secret")
      this.#complain(what, "the ignored file changed");

    await this.#oneComesBack(what);
    const problems = world.shadow() === "" ? "" : world.fsck();
    if (problems !== "") {
      tally.unsound += 1;
      this.#complain(what, `fsck: ${problems}`);
    }
    await this.#turn(); // life goes on
  }

  /** All of them, at the end: whatever died since, none may have suffered. */
  async everyCheckpointComesBack(): Promise<void> {
    for (const id of this.#oracle.keys()) await this.#comesBack(id, "at the end");
  }

  /** In this process, which is quicker. */
  async #turn(): Promise<void> {
    const ids = new Set(this.#ids());
    const before = copyOf(this.world.root);
    await this.world.turn(() => this.#edit());
    this.#known(ids, { before, after: copyOf(this.world.root) });
  }

  /** Remembers what a checkpoint that appeared since stands for. */
  #known(idsBefore: ReadonlySet<string>, copies: { before: Copy; after: Copy }): void {
    for (const { id, scope } of liveIn(this.world))
      if (!idsBefore.has(id) && scope === "turn" && !this.#oracle.has(id)) this.#oracle.set(id, copies);
  }

  #ids(): string[] {
    return liveIn(this.world).map(({ id }) => id);
  }

  /** A few files changed, made, removed, made executable; each content is new. */
  #edit(): void {
    this.#edits += 1;
    const n = this.#edits;
    const pick = () => `d${this.random(5)}/f${1 + this.random(30)}`;
    this.world.sh(
      [
        ...Array.from(
          { length: 1 + this.random(6) },
          (_, at) => `mkdir -p "$(dirname ${pick()})"; echo edit ${n}.${at} > d${this.random(5)}/g${this.random(8)}`,
        ),
        `rm -f ${pick()}`,
        `p=${pick()}; [ -d $p ] || seq ${n} ${n + 50} > $p`,
        `chmod +x d${this.random(5)}/* 2>/dev/null || true`,
        // a folder and a file by turns
        n % 7 === 0 ? "rm -rf d9; mkdir d9; echo x > d9/x" : "rm -rf d9; echo file > d9",
      ].join("\n"),
    );
  }

  #work(work: Work, death?: Death): Promise<Ended> {
    const options = death ? { death } : {};
    if (work === "first capture")
      return startKillable(this.world, ["hook", "snapshot"], {
        ...options,
        input: hookInput(this.world, "session_start"),
      });
    if (work === "turn_start" || work === "turn_end" || work === "session_end")
      return startKillable(this.world, ["hook", "snapshot"], { ...options, input: hookInput(this.world, work) });
    const ids = this.#ids();
    const id = ids[this.random(Math.max(1, ids.length))] ?? "none";
    const words: Record<string, string[]> = {
      undo: ["undo"],
      "undo in part": ["undo"],
      redo: ["redo"],
      restore: ["restore", id],
      reset: ["reset", "--session", "s", String(Math.max(0, ids.length - 3))],
    };
    if (work === "restore" && ids.length === 0) return startKillable(this.world, ["undo", "--yes"], options);
    const cwd = work === "undo in part" ? join(this.world.root, "d1") : this.world.root;
    return startKillable(this.world, [...words[work]!, "--yes"], { ...options, cwd });
  }

  /** At one of its calls, found by counting them once; or after some time, which also hits git at its work. */
  async #deathIn(work: Work, isOpen: boolean): Promise<Death> {
    const calls = (this.#calls.get(work) ?? (await this.#count(work))) + (isOpen ? 60 : 0);
    if (this.random(3) === 0) return { milliseconds: 20 + this.random(180) };
    return { call: 1 + this.random(calls), half: this.random(2) === 0 };
  }

  /** Roughly: counted on a dry run's or a baseline's calls, with room above. */
  async #count(work: Work): Promise<number> {
    const file = join(this.world.top, "calls");
    rmSync(file, { force: true });
    const words =
      work === "first capture" || work === "session_end" || work.startsWith("turn_")
        ? ["hook", "snapshot"]
        : ["undo", "--dry-run"];
    await startKillable(this.world, words, { death: { countTo: file }, input: hookInput(this.world, "session_start") });
    const counted = Number(readFileSync(file, "utf8").trim().split("\n").at(-1));
    const calls = words[0] === "undo" ? counted + 60 : counted + 20;
    this.#calls.set(work, calls);
    return calls;
  }

  /** Files that could not be put back are named, and then it is no success. */
  #isWell({ exitCode, stderr, stdout }: Ended): boolean {
    return exitCode === 0 || (exitCode === 2 && stderr === "" && stdout !== "");
  }

  async #tree(): Promise<string> {
    const { engine } = await openShadow(this.world.io, placeOf(this.world.io, this.world.root));
    return (await engine.capture({ prefix: "" })).tree;
  }

  /** The next hook, a process too, works and records what is there, torn or not. */
  async #nextHookWorks(what: string): Promise<void> {
    const left = copyOf(this.world.root);
    const { exitCode, stdout, stderr, milliseconds } = await startKillable(this.world, ["hook", "snapshot"], {
      input: hookInput(this.world, "turn_start"),
    });
    this.tally.slowest = Math.max(this.tally.slowest, milliseconds);
    const isTold = stdout.includes("were put back with snapveil");
    if (exitCode !== 0 || stderr !== "" || (stdout !== "" && !isTold)) {
      this.tally.hooksFailed += 1;
      this.#complain(what, `the next hook ended with ${exitCode}: ${stdout}${stderr}`);
    }
    this.#same(copyOf(this.world.root), left, `${what}: the next hook changed files`);
  }

  /** An operation that was not torn either never began or came to its end. */
  #onlyKnownStates(left: Copy, present: Copy, what: string): void {
    if (equal(left, present)) return;
    const whole = [...left].every(
      ([path, value]) =>
        value === present.get(path) ||
        [...this.#oracle.values()].some(({ before, after }) => before.get(path) === value || after.get(path) === value),
    );
    if (!whole)
      this.#complain(what, `neither untorn nor a state that was: ${differences(left, present).slice(0, 3).join("; ")}`);
  }

  async #oneComesBack(what: string): Promise<void> {
    const ids = [...this.#oracle.keys()];
    if (ids.length > 0) await this.#comesBack(ids[this.random(ids.length)]!, what);
  }

  /** In this process, which is quicker, and taken back again. */
  async #comesBack(id: string, what: string): Promise<void> {
    const present = copyOf(this.world.root);
    const { before, after } = this.#oracle.get(id)!;
    const which = this.random(2) === 0;
    const result = await restore(this.world.io, this.world.root, { checkpoint: id, after: which });
    this.#same(
      copyOf(this.world.root),
      which ? after : before,
      `${what}: the state ${which ? "after" : "before"} ${id} comes back`,
    );
    if (result.checkpoint === null) return;
    await undo(this.world.io, this.world.root);
    this.#same(copyOf(this.world.root), present, `${what}: undo of that restore`);
  }

  #same(actual: Copy, wanted: Copy, what: string): void {
    const [is, be] = [actual, wanted].map(
      (copy) => new Map([...copy].filter(([path]) => !/(^|\/)\.snapveil-.*\.tmp$/.test(path))),
    ) as unknown as [Copy, Copy];
    if (equal(is, be)) return;
    this.tally.bytesLost += bytesLost(is, be);
    this.#complain(what, differences(is, be).slice(0, 4).join("; "));
  }

  #complain(what: string, why: string): void {
    this.faults.push(`${what}: ${why}`);
  }
}
