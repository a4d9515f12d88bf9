import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { endResidents } from "../../worktree/doors/data-dir.ts";
import { requirePerson } from "../../worktree/doors/person.ts";
import { offSentence, switchOff, switchOn } from "../../worktree/doors/switch.ts";
import { writeWithin } from "../show.ts";
import { parseSpan } from "./option-values.ts";

const EXAMPLES = `
From the next event on, your hooks do nothing, in every project and with every agent; you need not start an agent again.
The switch is yours alone: no project and no agent can set it.

Examples:
  snapveil off --for 1h
  snapveil off --for 1h30m
  snapveil on`;

export function offCommand(io: Io): Command {
  return new Command("off")
    .description("switch every hook off: no secret is taken out and no checkpoint is recorded")
    .option("--for <time>", "for so long: 30s, 10m, 1h, 2d; without it, until `snapveil on`")
    .addHelpText("after", EXAMPLES)
    .action(async (options: { for?: string }) => {
      const time = options.for === undefined ? undefined : parseTime(options.for);
      await requirePerson(io, "snapveil off");
      const off = switchOff(io, time);
      endResidents(io);
      writeWithin(io, `${offSentence(off)}\n`);
    });
}

export function onCommand(io: Io): Command {
  return new Command("on")
    .description("switch hooks on again")
    .addHelpText("after", "\nExample:\n  snapveil on")
    .action(() => {
      switchOn(io);
      io.writeStdout(
        io.env["SNAPVEIL_DISABLE"] === "1"
          ? "The switch is on, but SNAPVEIL_DISABLE=1 is set here: hooks that have it do nothing. Unset it.\n"
          : "snapveil is on: hooks work from their next event.\n",
      );
    });
}

/**
 * Parses a duration into milliseconds.
 * @throws UserError if it is no duration of at most a year
 */
function parseTime(text: string): number {
  const span = parseSpan(text);
  if (span !== undefined) return span;
  throw new UserError("badArgument", [
    "--for takes a time of at most a year, such as 30s, 10m, 1h, 1h30m or 2d. Without it, snapveil is off until: " +
      "snapveil on",
  ]);
}
