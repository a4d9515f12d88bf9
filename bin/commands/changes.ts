import { existsSync } from "node:fs";
import { resolve } from "node:path";

import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { inShell } from "../../kit/in-shell.ts";
import { printable, shortened } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { changeRows, type FileChange, type PatchForm } from "../../shadow-repo/doors/checkpoint.ts";
import type { CheckpointDiff, ToShow } from "../../shadow-repo/doors/look.ts";
import { describeLabels } from "../../terminal/describe-labels.ts";
import { describeStat } from "../../terminal/describe-stat.ts";
import { diffView } from "../../terminal/diff-view.ts";
import { withinColumns } from "../../terminal/text-width.ts";
import { SecretsShown, withReveal, type RevealOption } from "../secrets-shown.ts";
import { displayOf, showText, writeJson } from "../show.ts";
import { idOf, isPlace, NAMED_CHECKPOINT } from "./named-checkpoint.ts";
import { whereKnown } from "./other-parts.ts";

export function showCommand(io: Io): Command {
  return changesCommand(io, {
    name: "show",
    description: "show what a checkpoint changed; without an id, the newest one",
    id: ["[id]", `${NAMED_CHECKPOINT}. Without it: -1`],
    examples:
      "  snapveil show                 the newest turn: files, then the changes in colour\n" +
      "  snapveil show -2              the turn before it\n" +
      "  snapveil show ID src/ --stat  only how many lines, below one folder",
    async read(named, paths, { form, toShow }) {
      return changes(io, await idOf(io, named), paths, { form, toShow });
    },
  });
}

export function diffCommand(io: Io): Command {
  return changesCommand(io, {
    name: "diff",
    description: "show what has changed since the newest checkpoint; with an id, what that checkpoint changed",
    id: ["[id]", "the checkpoint; a word that names no checkpoint is taken as a path"],
    examples:
      "  snapveil diff                    since the last checkpoint\n" +
      "  snapveil diff ID src/ --stat     what a checkpoint changed, only how many lines\n" +
      "  snapveil diff ID --since         what has changed since that checkpoint",
    async read(named, rest, options) {
      const first = named !== undefined && isPlace(named) ? await idOf(io, named) : named;
      if (first === undefined) return changes(io, undefined, rest, options);
      if (!/^[0-9a-f]{4,64}$/i.test(first)) return changes(io, undefined, [first, ...rest], options);
      try {
        return await changes(io, first, rest, options);
      } catch (error) {
        const isFile = existsSync(resolve(io.cwd, first));
        if (!isFile || !(error instanceof UserError) || error.code !== "unknownCheckpoint") throw error;
        return changes(io, undefined, [first, ...rest], options);
      }
    },
  }).option("--since", "show what has changed from the checkpoint until now");
}

async function changes(
  io: Io,
  checkpoint: string | undefined,
  paths: readonly string[],
  { since = false, form, toShow }: ReadOptions,
): Promise<CheckpointDiff> {
  const { diffPresent, showCheckpoint } = await import("../../shadow-repo/doors/look.ts");
  if (checkpoint === undefined) {
    const { whereFiles } = await import("../../shadow-repo/doors/restore.ts");
    const { folder, paths: asked } = whereFiles(io, io.cwd, paths);
    return diffPresent(io, folder, { paths: asked, form, toShow });
  }
  const { folder, paths: asked } = await whereKnown(io, checkpoint, paths);
  return (since ? diffPresent : showCheckpoint)(io, folder, { checkpoint, paths: asked, form, toShow });
}

interface ChangesCommand {
  readonly name: string;
  readonly description: string;
  /** The first argument in the form of commander, and its description. */
  readonly id: readonly [argument: string, meaning: string];
  readonly examples: string;
  read(id: string | undefined, paths: string[], options: ReadOptions): Promise<CheckpointDiff>;
}

interface ReadOptions extends ChangesOptions {
  /** Whether the patch is for a person or for a program that applies it. */
  readonly form: PatchForm;
  readonly toShow: ToShow | undefined;
}

interface ChangesOptions extends RevealOption {
  readonly nameOnly?: boolean;
  readonly stat?: boolean;
  readonly json?: boolean;
  /** Only `diff` has this option. */
  readonly since?: boolean;
}

/** A command that shows changes as JSON, as a summary, or as a summary and a patch. */
function changesCommand(io: Io, { name, description, id, examples, read }: ChangesCommand): Command {
  return withReveal(new Command(name))
    .description(description)
    .argument(...id)
    .argument("[paths...]", "only these files or folders")
    .option("--stat", "only the files and how many lines changed")
    .option("--name-only", "only the names of the files, one on each line")
    .option("--json", "print the files as JSON")
    .addHelpText("after", `\nExamples:\n${examples}`)
    .action(async (first: string | undefined, paths: string[], options: ChangesOptions) => {
      const display = displayOf(io);
      const secrets = await SecretsShown.of(io, `snapveil ${name}`, options);
      const { patch, ...data } = await read(first, paths, {
        ...options,
        form: display ? "to read" : "to apply",
        // JSON and the summary contain no text of the files, so nothing has to be masked.
        toShow: options.json || options.stat || options.nameOnly ? undefined : secrets.toShow,
      });
      if (options.json) return writeJson(io, data);
      if (options.nameOnly) return showText(io, namesOf(data), display);
      const lines = describeLabels(data)
        .map((line) => `${line}\n`)
        .join("");
      const labels = display ? withinColumns(lines, display) : lines;
      const summary =
        data.checkpoint === null
          ? "There is no checkpoint here yet that the files could be compared with.\n"
          : labels + (data.late === undefined ? "" : `${data.late}\n`) + describeStat(data.files, display);
      const head = summary + aboutOthers(data) + aboutWithheld(data);
      if (options.stat || patch.length === 0) return showText(io, head, display);
      if (display) showText(io, `${head}${diffView(patch.toString("utf8"), display).join("\n")}\n`, display);
      else io.writeStdout(Buffer.concat([Buffer.from(`${head}\n`), patch]));
      secrets.tell();
    });
}

function namesOf({ files }: Pick<CheckpointDiff, "files">): string {
  return changeRows(files)
    .map(({ path }) => `${printable(path)}\n`)
    .join("");
}

/** Says which files another session or a person changed during the turn, and how these are shown. */
function aboutOthers({ checkpoint, others = [] }: Omit<CheckpointDiff, "patch">): string {
  if (others.length === 0) return "";
  const names = shortened(others.map(printable));
  const command = `snapveil show ${checkpoint} ${inShell(others[0]!)}`;
  return `Not this turn's, but another session's or yours: ${names}. To see one: ${command}\n`;
}

/** Says which files have no patch, and why. */
export function aboutWithheld({ files }: Pick<CheckpointDiff, "files">): string {
  const named = (isMeant: (file: FileChange) => unknown, why: string) => {
    const names = files.filter(isMeant).map(({ path }) => printable(path));
    return names.length === 0 ? "" : `Not shown, since ${why}: ${names.join(", ")}\n`;
  };
  return (
    named(({ withheld }) => withheld, "your setting alsoRecord names it") +
    named(({ path, kept }) => kept && !path.endsWith("/"), "git ignores it, and only a copy of it is kept")
  );
}
