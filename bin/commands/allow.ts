import { Command } from "commander";

import type { LogEntry, PassEntry } from "../../builtins/doors/logs.ts";
import { requirePerson } from "../../worktree/doors/person.ts";
import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { timeInWords } from "../../terminal/in-words.ts";
import { describeLog, describeRefusal, wayBackOf } from "../../terminal/describe-log.ts";
import { allowances, allowedAmong, removeAllowance } from "../allowance.ts";
import { displayOf, showText, writeWithin } from "../show.ts";
import { askFor } from "./run-restore.ts";

const EXAMPLES = `
The same call passes from then on: a command in the folder where it was refused, anything else in every project; with
every agent. Your own settings file gets a salted digest of the value, never the value. Only you can allow: you type the id at a
terminal, and the command refuses if an agent runs it. Without an id, it lists the newest entries. --remove takes back what was allowed after a refusal.

Examples:
  snapveil allow                  what could be let pass
  snapveil allow --last           the newest refusal, question or redaction
  snapveil allow --last --once    only the same call, the next time
  snapveil allow 3f2a --session   another one, by its id, until its session ends
  snapveil allow --remove 3f2a    take back what was allowed after it
  snapveil allow --remove         what could be taken back`;

interface Options {
  readonly last?: boolean;
  readonly once?: boolean;
  readonly session?: boolean;
  readonly remove?: boolean;
}

/** The fewest characters of an id that a person has to type as confirmation. */
const SHORTEST = 4;
/** The most refusals that are listed. */
const LISTED = 20;

export function allowCommand(io: Io): Command {
  return new Command("allow")
    .description("let a refused, asked about or redacted call pass from now on")
    .argument("[refusal]", "the id of an entry of `snapveil log`, or a unique beginning of it")
    .option("--last", "the newest entry")
    .option("--once", "only the same call, the next time that its session makes it")
    .option("--session", "until its session ends")
    .option("--remove", "take back what was allowed after a refusal")
    .addHelpText("after", EXAMPLES)
    .action(async (id: string | undefined, { last = false, once = false, session = false, remove }: Options) => {
      const { passesFor, refusalNamed } = await import("../../builtins/doors/logs.ts");
      if (id === undefined && !last) return listEntries(io, remove === true);
      if (id !== undefined && last) throw new UserError("badArgument", ["Name an id or say --last, not both."]);
      if (once && session) throw new UserError("badArgument", ["Say --once or --session, not both."]);
      if (remove && (once || session))
        throw new UserError("badArgument", ["--remove takes back all of it: leave --once and --session out."]);
      if (remove) return takeBack(io, passesFor(io, refusalNamed(io, id)));
      await requirePerson(io, "snapveil allow");
      const entry = refusalNamed(io, id);
      const kept = passesFor(io, entry);
      const { passes } = kept;
      const allowed = (await allowances(io))(kept);
      writeWithin(io, describeRefusal(entry, timeInWords(entry.time, io.now()), allowed !== undefined));
      if (passes.length === 0) throw new UserError("notAllowable");
      if (allowed?.by === "settings") return writeWithin(io, `${allowed.sentence}. ${ALREADY} ${wayBackOf(kept.id)}\n`);
      if (once || session) return allowForSession(io, entry.id!, kept, once);
      const { addToSettings, settingsFileToWrite } = await import("../../worktree/doors/edit-settings.ts");
      const file = settingsFileToWrite(io);
      const lines = passes.map(({ setting, lines }) => ({
        setting,
        lines: lines.map((line) => (line.startsWith("hmac:") ? `${line} ${about(entry, io.now())}` : line)),
      }));
      io.writeStdout(`\nTo let it pass, this goes into ${printable(file)}:\n${inSettings(lines)}`);
      if (!(await isConfirmed(entry.id!))) return io.writeStdout("Nothing was changed.\n");
      let added = 0;
      for (const one of lines) added += await addToSettings(io, one.setting, one.lines);
      writeWithin(
        io,
        added === 0 ? "It was allowed already.\n" : `It passes from the next event on. ${wayBackOf(kept.id)}\n`,
      );
    });
}

const ALREADY = "If it is refused all the same, another setting does so.";

/** Lists the newest entries; with `onlyAllowed` those that can be taken back. */
async function listEntries(io: Io, onlyAllowed: boolean): Promise<void> {
  const { readRefusals } = await import("../../builtins/doors/logs.ts");
  const all = readRefusals(io);
  const allowed = await allowedAmong(io, onlyAllowed ? all : all.slice(-LISTED));
  const entries = all.filter(({ id = "" }) => !onlyAllowed || allowed.has(id)).slice(-LISTED);
  const display = displayOf(io);
  const none = onlyAllowed
    ? "Nothing in the log is allowed now. What else your settings allow: snapveil config\n"
    : "Nothing was refused or taken out so far.\n";
  if (entries.length === 0) return writeWithin(io, none);
  showText(io, describeLog(entries, io.now(), display, true, allowed), display);
}

/** Takes back what was allowed after a refusal. It needs no confirmation, since it only makes the guards stricter. */
async function takeBack(io: Io, kept: PassEntry): Promise<void> {
  const removed = await removeAllowance(io, kept);
  writeWithin(
    io,
    removed === 0
      ? `Nothing was allowed after ${kept.id}, so nothing was changed.\n`
      : `Taken back: what ${kept.id} was about is judged again from the next event on.\n`,
  );
}

/** Lets a refused call or a secret pass in its session alone. @param once only the same call, one time */
async function allowForSession(io: Io, id: string, { passes, session, call }: PassEntry, once: boolean): Promise<void> {
  if (session === undefined) throw new UserError("badArgument", ["Its agent named no session: leave the option out."]);
  if (once && call === undefined)
    throw new UserError("badArgument", ["It was no call of a tool, so say --session, or leave the option out."]);
  io.writeStdout(once ? "\nThe same call passes once, in its session.\n" : "\nIt passes until its session ends.\n");
  if (!(await isConfirmed(id))) return io.writeStdout("Nothing was changed.\n");
  const { keepPasses } = await import("../../session/passes.ts");
  const at = io.now().getTime();
  keepPasses(
    io,
    session,
    passes.map((pass) => ({ ...pass, at, ...(once && { call: call! }) })),
  );
  writeWithin(
    io,
    `${once ? "It passes the next time." : DONE} Nothing was written into your settings. ${wayBackOf(id)}\n`,
  );
}

const DONE = "It passes from the next event on.";

/** Whether the person types the id. A plain "yes" may be an answer to another question. */
async function isConfirmed(id: string): Promise<boolean> {
  const typed = (await askFor(`Type its id, ${id}, to let it pass:`)) ?? "";
  return typed.length >= SHORTEST && id.startsWith(typed);
}

/** The note that follows a fingerprint in the settings, for the person who later reads them: kinds, and today's date. */
function about({ found = [] }: LogEntry, now: Date): string {
  const kinds = [...new Set(found.map(({ kind }) => kind))].slice(0, 3).join(" ");
  return `${kinds} ${now.toISOString().slice(0, 10)}`.trim();
}

function inSettings(
  lines: readonly { readonly setting: readonly string[]; readonly lines: readonly string[] }[],
): string {
  return lines
    .flatMap(({ setting, lines: more }) => more.map((line) => `  ${setting.join(".")}: ${printable(line)}\n`))
    .join("");
}
