import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { expect } from "vitest";

import { toText, type GitPath } from "../../../shadow-repo/git-path.ts";
import { remainingOf } from "../../../shadow-repo/journal/history.ts";
import { listSteps } from "../../../shadow-repo/look/list-steps.ts";
import { historyIn, lastOperation, liveIn, type Command, type Driver } from "./driver.ts";
import { applyEdit, type Edit } from "./edits.ts";
import { bytesLost, copyOf, equal } from "./files.ts";
import { faultsOf, isCheckpoint, stateOf, targetsOf, type State, type Step, type Target } from "./model.ts";
import type { TortureWorld } from "./torture-world.ts";

/** One step of a random script; numbers pick among what is there when it is played. */
export type Act =
  | { readonly do: "edit"; readonly edits: readonly Edit[] }
  | { readonly do: "turn"; readonly session: string; readonly scope: GitPath; readonly edits: readonly Edit[] }
  | { readonly do: "start"; readonly session: string; readonly scope: GitPath }
  | { readonly do: "end"; readonly session: string }
  | { readonly do: "call"; readonly session: string; readonly scope: GitPath; readonly edits: readonly Edit[] }
  | { readonly do: "manual" }
  | { readonly do: "undo"; readonly count: number; readonly session: string | undefined; readonly scope: GitPath }
  | { readonly do: "redo"; readonly scope: GitPath }
  | { readonly do: "reset"; readonly keep: number; readonly session: string }
  | {
      readonly do: "restore";
      readonly pick: number;
      readonly after: boolean;
      readonly path: number | undefined;
      readonly scope: GitPath;
    };

/** What the model knows of a checkpoint, and of an operation. */
interface Known extends Step {
  readonly id: string;
  readonly scope: string;
  readonly session: string | null;
  /** When its "before" was taken. */
  readonly started: number;
  /** For a tool call: when the turn around it began. */
  readonly turn?: number;
}

interface Open {
  readonly before: State;
  readonly prefix: GitPath;
  readonly started: number;
}

export interface Played {
  steps: number;
  checkpoints: number;
  restores: number;
  bytesLost: number;
}

/** Plays a script, and after each step holds what is on disk against what a plain copy says it must be. */
export async function play(world: TortureWorld, driver: Driver, script: readonly Act[], played: Played): Promise<void> {
  const known = new Map<string, Known>();
  const turns = new Map<string, Open>();
  let moment = 0;
  let calls = 0;
  /** Of operations that were taken back in part: paths that are left of them. */
  const undosLeft = new Map<string, readonly GitPath[] | undefined>();

  for (const act of script) {
    played.steps += 1;
    if ("scope" in act) mkdirSync(join(world.root, act.scope), { recursive: true });
    // Work at the same time, and what is open, are told by stories of their own.
    if (act.do !== "edit") for (const other of turns.keys()) if (!isOf(act, other)) await end(other);
    if (act.do === "edit") change(act.edits);
    else if (act.do === "start") await start(act.session, act.scope);
    else if (act.do === "end") await end(act.session);
    else if (act.do === "turn") {
      await start(act.session, act.scope);
      change(act.edits);
      await end(act.session);
    } else if (act.do === "call") await call(act.session, act.scope, act.edits);
    else if (act.do === "manual") await manual();
    else await command(act);
  }

  /** Whether something happens within a turn of a session. */
  function isOf(act: Act, session: string): boolean {
    return (
      (act.do === "start" || act.do === "call" || act.do === "turn" || act.do === "end") && act.session === session
    );
  }

  function change(edits: readonly Edit[]): void {
    for (const edit of edits) applyEdit(world, edit);
  }

  async function start(session: string, prefix: GitPath): Promise<void> {
    const before = stateOf(world);
    const ids = new Set(liveIn(world).map(({ id }) => id));
    await driver.hook("turn_start", { sessionId: session, cwd: join(world.root, prefix) });
    // One that never ended ends where the next one begins.
    const last = turns.get(session);
    if (last) completed(ids, { ...last, after: before, session, scope: "turn" });
    turns.set(session, { before, prefix, started: (moment += 1) });
    untouched(before);
  }

  async function end(session: string): Promise<void> {
    const turn = turns.get(session);
    const after = stateOf(world);
    const ids = new Set(liveIn(world).map(({ id }) => id));
    await driver.hook("turn_end", { sessionId: session });
    turns.delete(session);
    untouched(after);
    completed(ids, turn && { ...turn, after, session, scope: "turn" });
  }

  async function call(session: string, prefix: GitPath, edits: readonly Edit[]): Promise<void> {
    const before = stateOf(world);
    const fields = {
      sessionId: session,
      cwd: join(world.root, prefix),
      toolUseId: `call-${(calls += 1)}`,
      toolName: "shell",
    };
    const turn = turns.get(session)?.started;
    await driver.hook("pre_tool_use", fields);
    const started = (moment += 1);
    change(edits);
    const after = stateOf(world);
    const ids = new Set(liveIn(world).map(({ id }) => id));
    await driver.hook("post_tool_use", fields);
    untouched(after);
    completed(ids, { before, after, prefix, started, session, scope: "tool", ...(turn !== undefined && { turn }) });
  }

  async function manual(): Promise<void> {
    const after = stateOf(world);
    const ids = new Set(liveIn(world).map(({ id }) => id));
    await driver.snapshot(world.root);
    untouched(after);
    const id = liveIn(world).find((one) => !ids.has(one.id))?.id;
    expect(id, "a note makes a checkpoint in any case").toBeDefined();
    known.set(id!, {
      id: id!,
      before: after,
      after,
      prefix: "",
      scope: "manual",
      session: null,
      started: (moment += 1),
    });
  }

  /** A checkpoint is there exactly where something changed. */
  function completed(idsBefore: ReadonlySet<string>, made: Omit<Known, "id"> | undefined): void {
    const fresh = liveIn(world).filter(({ id }) => !idsBefore.has(id));
    const wanted = made ? isCheckpoint(made) : false;
    const reasons = made ? JSON.stringify([...targetsOf([made])]) : "none";
    expect(
      fresh.length,
      `checkpoints made by the end of a ${made?.scope ?? "turn that never began"}; changed: ${reasons}`,
    ).toBe(wanted ? 1 : 0);
    if (fresh[0] && made) known.set(fresh[0].id, { ...made, id: fresh[0].id });
    played.checkpoints += fresh.length;
  }

  async function command(
    act: Exclude<Act, { do: "edit" | "turn" | "start" | "end" | "call" | "manual" }>,
  ): Promise<void> {
    const present = stateOf(world);
    const live = liveIn(world);
    const scope: GitPath = "scope" in act ? act.scope : "";
    const folder = join(world.root, scope);
    const chosen = act.do === "restore" ? [...known.values()][act.pick % Math.max(1, known.size)] : undefined;
    if (act.do === "restore" && !chosen) return;
    if (isUnknown(act)) return;
    const most = act.do === "undo" ? (await listSteps(world.io, folder, act.session)).checkpoints.length : 1;
    const paths = act.do === "restore" && act.path !== undefined ? pathsToAsk(chosen!, scope, act.path) : undefined;
    const what: Command =
      act.do === "restore"
        ? {
            do: "restore",
            checkpoint: chosen!.id,
            after: act.after,
            ...(paths && { paths: paths.map((path) => toText(path.slice(scope.length))) }),
          }
        : act.do === "reset"
          ? { do: "reset", keep: act.keep, session: act.session }
          : {
              do: act.do,
              count: act.do === "undo" ? Math.max(1, Math.min(act.count, most)) : 1,
              ...("session" in act && act.session !== undefined && { session: act.session }),
            };
    const report = await driver.command(what, folder);
    const result = stateOf(world);
    played.restores += 1;
    if (report.checkpoint === null) {
      expect(report.restored).toBe(false);
      untouched(present);
      if (act.do === "undo" && scope === "" && act.session === undefined && report.complete)
        expect(live.filter((one) => one.scope !== "manual")).toEqual([]);
      if (act.do === "restore" && paths === undefined)
        expect(
          [...targetsForWhole(chosen!, act.after, present).keys()].filter(
            (path) =>
              path.startsWith(scope) &&
              present.recorded.get(path) === present.all.get(path) &&
              !report.skipped.some((one) => one.path === toText(path)),
          ),
        ).toEqual([]);
      return;
    }
    const operation = lastOperation(world)!;
    expect(operation.id).toBe(report.checkpoint);
    const remaining = new Map(live.map((one) => [one.id, remainingOf(one)]));
    const taken = (operation.checkpoints ?? []).map((id) => inEffect(known.get(id)!, remaining.get(id)));
    if (act.do === "undo" && scope === "" && act.session === undefined)
      expect(operation.checkpoints, "the newest goes first").toContain(
        live.findLast((one) => one.scope !== "manual" && !isPartOfLaterTurn(one.id))?.id,
      );
    const steps =
      act.do === "redo"
        ? [inEffect(known.get(operation.operation!)!, undosLeft.get(operation.operation!))]
        : toldOf(taken);
    let targets = act.do === "restore" ? targetsForWhole(chosen!, act.after, present) : targetsOf(steps);
    if (paths)
      targets = new Map(
        [...targets].filter(([path]) => paths.some((one) => path === one || path.startsWith(`${one}/`))),
      );
    const asLeft = act.do === "restore" || (steps.length === 1 && equal(steps[0]!.after.all, present.all));
    // What no checkpoint tells of stays, and then no file can come back in the place of its folder.
    const isInTheWay = [...targets].some(
      ([path, { value }]) =>
        value !== undefined &&
        [...present.all.keys()].some((other) => other.startsWith(`${path}/`) && !targets.has(other)),
    );
    const strict = paths === undefined && asLeft && present.all.size === present.recorded.size && !isInTheWay;
    const faults = faultsOf({
      present,
      result: result.all,
      targets,
      folder: scope,
      skipped: new Set(report.skipped.map(({ path }) => path)),
      conflicts: new Set(report.conflicts.map(({ path }) => path)),
      strict,
    });
    if (faults.length > 0) played.bytesLost += bytesLost(result.all, present.all);
    expect(faults, `${act.do} ${JSON.stringify(what)} in "${scope}"`).toEqual([]);
    if (strict) {
      const fine = new Set([
        ...present.empty,
        ...(chosen ?? steps[0]!).before.empty,
        ...(chosen ?? steps[0]!).after.empty,
      ]);
      expect(
        [...result.empty].filter((one) => !fine.has(one)),
        `${act.do} leaves no empty folder behind`,
      ).toEqual([]);
    }
    const session = operation.session;
    // What it put back it holds, also where the rules of by now ignore that.
    const held = new Map(result.recorded);
    const put = new Set<GitPath>();
    for (const [path, { value }] of targets) {
      if (
        !path.startsWith(scope) ||
        value === undefined ||
        result.all.get(path) !== value ||
        present.all.get(path) === value
      )
        continue;
      held.set(path, value);
      put.add(path);
    }
    known.set(operation.id, {
      id: operation.id,
      before: present,
      after: { ...result, recorded: held },
      put,
      prefix: scope,
      scope: "restore",
      session,
      started: (moment += 1),
    });
    const now = liveIn(world);
    const wanted = new Set(live.map(({ id }) => id));
    for (const { id } of taken) if (!isLeft(id)) wanted.delete(id);
    if (act.do === "undo" || act.do === "reset") usedUp(toldOf(taken));
    for (const { id, remaining: rest } of historyIn(world).operations) undosLeft.set(id, rest);
    if (operation.isCheckpoint) wanted.add(operation.id);
    const ids = new Set(now.map(({ id }) => id));
    if (act.do === "redo" && !operation.isCheckpoint) for (const id of wanted) expect(ids).toContain(id);
    else expect([...ids].toSorted()).toEqual([...wanted].toSorted());

    /** Whether a checkpoint is in effect still in a path. */
    function isLeft(id: string): boolean {
      const rest = now.find((one) => one.id === id);
      return rest !== undefined && remainingOf(rest)!.length > 0;
    }

    /** What is no longer in effect was put back. */
    function usedUp(told: readonly Known[]): void {
      const all = targetsOf(told);
      for (const step of told) {
        const rest = now.find((one) => one.id === step.id);
        const left = new Set(rest && remainingOf(rest));
        for (const path of targetsOf([step]).keys()) {
          const isDone = result.all.get(path) === all.get(path)!.value;
          if (!left.has(path)) expect(isDone, `${JSON.stringify(path)} is used up`).toBe(true);
        }
      }
    }
  }

  /** A session that recorded nothing here is refused. */
  function isUnknown(act: Act): boolean {
    if (!("session" in act) || act.session === undefined) return false;
    const { checkpoints, operations } = historyIn(world);
    return ![...checkpoints, ...operations].some(({ session }) => session === act.session);
  }

  function inEffect(one: Known, only: readonly GitPath[] | undefined): Known {
    return { ...one, only: only && new Set(only) };
  }

  function isPartOfLaterTurn(id: string): boolean {
    const one = known.get(id)!;
    return (
      one.turn !== undefined &&
      [...known.values()].some(
        (turn) =>
          turn.scope === "turn" && turn.started === one.turn && liveIn(world).some((live) => live.id === turn.id),
      )
    );
  }

  /** A turn tells what its calls did in the end, so that they say nothing themselves; oldest start first. */
  function toldOf(taken: readonly Known[]): Known[] {
    return taken
      .filter((one) => !taken.some((turn) => turn.scope === "turn" && turn.started === one.turn))
      .toSorted((one, other) => one.started - other.started);
  }

  function targetsForWhole(chosen: Known, after: boolean, present: State): Map<GitPath, Target> {
    const state = after || chosen.scope === "manual" ? chosen.after : chosen.before;
    return targetsOf([{ before: state, after: present, prefix: chosen.prefix }]);
  }

  function pathsToAsk(chosen: Known, scope: GitPath, pick: number): GitPath[] | undefined {
    const all = [...new Set([...chosen.before.recorded.keys(), ...chosen.after.recorded.keys()])].filter(
      (path) =>
        path.startsWith(scope) && path !== scope && Buffer.from(toText(path), "utf8").toString("latin1") === path,
    );
    const path = all[pick % Math.max(1, all.length)];
    return path === undefined
      ? undefined
      : [pick % 3 === 0 && path.slice(scope.length).includes("/") ? path.slice(0, path.lastIndexOf("/")) : path];
  }

  /** Recording changes nothing in the worktree. */
  function untouched(state: State): void {
    if (!equal(copyOf(world.root), state.all)) played.bytesLost += bytesLost(copyOf(world.root), state.all);
    expect(equal(copyOf(world.root), state.all), "recording leaves every file alone").toBe(true);
  }
}
