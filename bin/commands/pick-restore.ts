import type { Io } from "../../kit/io.ts";
import { changeRows, pathsOf, type ChangeRow, type Checkpoint } from "../../shadow-repo/doors/checkpoint.ts";
import { restoreDiff, showCheckpoint } from "../../shadow-repo/doors/look.ts";
import type { ListedHunk, RestoreResult } from "../../shadow-repo/doors/restore.ts";
import { COLOURED, PLAIN, wantsColour, type Style } from "../../terminal/display.ts";
import { confirmScreen } from "../../terminal/picker/confirm-screen.ts";
import type { Reveal } from "../../terminal/picker/list-options.ts";
import type { ListScreen } from "../../terminal/picker/list-screen.ts";
import { filesScreen, rowsToTick, type PickCheckpoint } from "../../terminal/picker/pick.ts";
import { hunksScreen } from "../../terminal/picker/pick-hunks.ts";
import { runScreen, type FullScreen } from "../../terminal/picker/screen.ts";
import { fillRows, fit } from "../../terminal/text-width.ts";
import { withFullScreen } from "../full-screen.ts";
import { SecretsShown, whyNotRevealed } from "../secrets-shown.ts";
import { maskResult } from "./mask-result.ts";
import { NOT_COMPLETE, printRestore } from "./run-restore.ts";
import { type Parts, ALL, hunksOf, partsOf } from "./picked-parts.ts";

/** A shell's exit code for a program that Ctrl-C ended. */
const STOPPED = 130;

export interface PickRestore {
  readonly worktree: string;
  /** The checkpoints, newest first. */
  readonly checkpoints: readonly Checkpoint[];
  screen(request: PickCheckpoint): ListScreen<Checkpoint>;
  /** Restores the state of a checkpoint: everything, or some files or hunks. */
  restore(io: Io, checkpoint: Checkpoint, parts: Parts, dryRun: boolean): Promise<RestoreResult>;
  /** The folder to which the paths of a restore are relative; absent: the worktree. */
  rootOf?(checkpoint: Checkpoint): string;
  /** Why single hunks cannot be chosen for a checkpoint, as a sentence; `undefined` if they can. */
  whyWhole(checkpoint: Checkpoint): string | undefined;
}

/**
 * Lets a person choose a checkpoint and files in full screen, and restores them after confirmation. Returns the exit
 * code.
 */
export async function pickRestore(io: Io, request: PickRestore): Promise<number> {
  if (request.checkpoints.length === 0) {
    io.writeStdout("There is nothing to put back.\n");
    return 0;
  }
  const { progress: _, ...quiet } = io; // a progress line would break the screen
  const choice = await withFullScreen((terminal) => choose(quiet, terminal, request));
  if (choice === "stopped" || choice === "back") {
    io.writeStdout("Nothing was changed.\n");
    return choice === "stopped" ? STOPPED : 0;
  }
  const result = await request.restore(io, choice.checkpoint, choice.parts, false);
  printRestore(io, {}, await maskResult(SecretsShown.onScreen(io), result), "done");
  return result.complete ? 0 : NOT_COMPLETE;
}

interface Choice {
  readonly checkpoint: Checkpoint;
  readonly parts: Parts;
}

async function choose(io: Io, terminal: FullScreen, request: PickRestore): Promise<Choice | "back" | "stopped"> {
  const { worktree, checkpoints, screen, restore } = request;
  const style = wantsColour(io.env, true) ? COLOURED : PLAIN;
  const reveal: Reveal = { isOn: false, refusal: await whyNotRevealed(io) };
  const secrets = SecretsShown.onScreen(io);
  const face: Face = { style, reveal, secrets };
  const first = screen({
    style,
    reveal,
    now: io.now(),
    checkpoints,
    async show({ id, files, repositories = [{ worktree, checkpoint: id }] }) {
      const parts = repositories.map(async (one) => showCheckpoint(io, one.worktree, { ...one, ...toShow(face) }));
      const patches = (await Promise.all(parts)).map(({ patch }) => patch);
      return { files, patch: Buffer.concat(patches).toString("utf8") };
    },
  });
  for (;;) {
    const chosen = await runScreen(terminal, first);
    if (chosen === "stopped" || chosen === "back") return chosen;
    waiting(terminal);
    const preview = await restore(io, chosen.item, ALL, true);
    if (preview.changes.length + preview.keptInPlace.length === 0) {
      first.say(
        preview.skipped.length > 0
          ? "Everything that differs would be left alone."
          : "The files are in that state already.",
      );
      continue;
    }
    const parts = await chooseFiles(io, terminal, request, { checkpoint: chosen.item, preview, face });
    if (parts === "stopped") return parts;
    if (parts !== "back") return { checkpoint: chosen.item, parts };
  }
}

function waiting(terminal: FullScreen): void {
  terminal.draw(fillRows([fit("Looking at what would change…", terminal.columns)], terminal.rows));
}

/** The properties that all screens share: the colours, and whether secrets are shown. */
interface Face {
  readonly style: Style;
  readonly reveal: Reveal;
  readonly secrets: SecretsShown;
}

function toShow({ reveal, secrets }: Face): Partial<Pick<SecretsShown, "toShow">> {
  return reveal.isOn ? {} : { toShow: secrets.toShow };
}

interface Previewed {
  readonly checkpoint: Checkpoint;
  readonly preview: RestoreResult;
  readonly face: Face;
}

async function chooseFiles(
  io: Io,
  terminal: FullScreen,
  { worktree: home, restore, whyWhole, rootOf }: PickRestore,
  { checkpoint, preview, face }: Previewed,
): Promise<Parts | "back" | "stopped"> {
  const worktree = rootOf?.(checkpoint) ?? home;
  // File → the ids of its chosen hunks. A file without an entry is restored whole.
  const parts = new Map<string, ReadonlySet<string>>();
  // File → its hunks, once a person has looked at these.
  const divided = new Map<string, Pick<Dividing, "own" | "masked">>();
  const { style, reveal, secrets } = face;
  let listed: readonly ListedHunk[] | undefined;
  const files = filesScreen({
    style,
    reveal,
    preview,
    divides: whyWhole(checkpoint) === undefined,
    patchOf: async (paths) =>
      (await restoreDiff(io, worktree, preview, paths, toShow(face).toShow)).patch.toString("utf8"),
    partOf(row) {
      const [ids, hunks] = [parts.get(row.path), divided.get(row.path)];
      if (!ids || !hunks) return undefined;
      const all = reveal.isOn ? hunks.own : hunks.masked;
      return { chosen: all.filter(({ id }) => ids.has(id)), count: all.length };
    },
  });
  for (;;) {
    const chosen = await runScreen(terminal, files);
    if (chosen === "stopped" || chosen === "back") return chosen;
    if (chosen.opened) {
      const why = whyWhole(checkpoint);
      if (why !== undefined) {
        files.say(why);
        continue;
      }
      waiting(terminal);
      listed ??= (await restore(io, checkpoint, { paths: [], hunks: {} }, true)).hunks ?? [];
      const own = hunksOf(chosen.item, listed);
      const masked = await secrets.hunks(own);
      divided.set(chosen.item.path, { own, masked });
      const dividing = { file: chosen.item, own, masked, parts };
      if ((await divide(terminal, face, files, dividing)) === "stopped") return "stopped";
      continue;
    }
    const some = partsOf(chosen.ticked, { rows: rowsToTick(preview), worktree, listed, parts });
    if (typeof some === "string") {
      files.say(some);
      continue;
    }
    const shown = some.hunks ? await restore(io, checkpoint, some, true) : preview;
    const rows = some.hunks ? changeRows(shown.changes) : chosen.ticked;
    const answer = await runScreen(terminal, confirmScreen(style, shown, rows));
    if (answer === "stopped") return answer;
    if (answer === "yes") return some;
  }
}

interface Dividing {
  readonly file: ChangeRow;
  readonly own: readonly ListedHunk[];
  /** The file's hunks with masked secrets. */
  readonly masked: readonly ListedHunk[];
  readonly parts: Map<string, ReadonlySet<string>>;
}

/** Lets a person tick hunks of a file. Returns "stopped" after Ctrl-C. */
async function divide(
  terminal: FullScreen,
  { style, reveal }: Face,
  files: ListScreen<ChangeRow>,
  { file, own, masked, parts }: Dividing,
): Promise<"stopped" | undefined> {
  const known = new Set(own.map(({ id }) => id));
  const answer = await runScreen(
    terminal,
    hunksScreen({ style, reveal, hunks: masked, revealed: own, ticked: parts.get(file.path) ?? known }),
  );
  if (answer === "stopped") return answer;
  if (answer === "back") return undefined;
  const ids = new Set(answer.ticked.map(({ id }) => id));
  for (const path of pathsOf(file))
    if (ids.size === known.size) parts.delete(path);
    else parts.set(path, ids);
  files.mark(file, true);
  files.refresh(file);
  return undefined;
}
