import { isShell, kindOf, namesWith } from "../../shell/doors/programs.ts";
import { hasOption, operandsOf } from "../../shell/doors/options.ts";
import type { HarmRule } from "./rule.ts";
import { harmRule } from "./services.ts";

/** Rules for commands that end programs, or harm the whole machine. */
export const MACHINE: readonly HarmRule[] = [
  {
    name: "kill-everything",
    level: "unrecorded",
    programs: namesWith("ends"),
    words: [],
    does: "ends every program of the user, with what they have not saved",
    instead: "End the program by its own number.",
    // The first -1 may be a signal (`kill -1 1234`); a later -1 means every process.
    matches: ({ name, own }) =>
      name === "killall5" ||
      (name === "pkill" && operandsOf(own).some((word) => /^[.^$*]*$/.test(word))) ||
      (name === "kill"
        ? own.lastIndexOf("-1") > 0 && own.slice(0, own.lastIndexOf("-1")).some((word) => word.startsWith("-"))
        : hasOption(own, "uU", "--user", "--euid", "--uid") &&
          operandsOf(own, "uUsg --user --euid --uid --signal").length === 0),
  },
  {
    name: "kill-interpreter",
    level: "all",
    programs: namesWith("ends"),
    words: [],
    does: "ends every program that runs in an interpreter or a shell; the agent itself may be one",
    instead: "End the program by its own number, or by a part of its command: `pkill -f 'vite dev'`.",
    matches: ({ name, own }) =>
      name !== "kill" &&
      !hasOption(own, "uUPtg", "--user", "--euid", "--uid", "--parent", "--terminal") &&
      operandsOf(own, "s --signal").some((word) => {
        const program = word.toLowerCase().replace(/\.exe$/, "");
        return isShell(program) || program === "java" || kindOf(program) === "code";
      }),
  },
  harmRule("power", {
    name: "stop-machine",
    level: "all",
    does: "stops or restarts a machine, with all that runs on it",
    instead: "Restart the one service that needs it, or leave it to the person.",
  }),
  harmRule("protection", {
    name: "stop-protection",
    level: "all",
    does: "switches a service or a firewall of the machine off, for good",
    instead: "Change the one rule or service that needs it, or leave it to the person.",
  }),
  harmRule("package", {
    name: "purge-package",
    level: "all",
    does: "takes a program off the machine with its settings, and perhaps its data",
    instead: "Keep the settings: remove the package without purging.",
  }),
  harmRule("access", {
    name: "remove-access",
    level: "all",
    does: "takes something away that people work with: an account, a right, a key or a published version",
    instead: "Leave it to the person.",
  }),
  harmRule("jobs", {
    name: "delete-crontab",
    level: "unrecorded",
    does: "deletes all planned jobs of the user",
    instead: "Look first with `crontab -l`, and change one line: `crontab -l | sed … | crontab -`.",
  }),
  {
    name: "replace-crontab",
    level: "unrecorded",
    programs: "crontab",
    words: /\bcrontab\b(?!\s+-[lre])/,
    does: "replaces all planned jobs of the user by others",
    instead: "Add to the jobs that are there: `(crontab -l; echo 'LINE') | crontab -`.",
    // A file that the call made of `crontab -l` holds the old jobs, too.
    matches: ({ own, hasJobs, elsewhere }) =>
      !hasJobs && elsewhere === undefined && !own.some((word) => /^-[a-z]*[lrehT]|^--help$/.test(word)),
  },
];
