import { filesChanged } from "../../shell/doors/effects.ts";
import { columnOf, hasFlag, kindOf } from "../../shell/doors/programs.ts";
import { isDisk } from "./places.ts";
import type { HarmRule } from "./rule.ts";
import { harmRule, isToldToDestroy } from "./services.ts";

const does = "overwrites a disk, with every file on it";
const instead = "Work on an image in a file, or leave the disk to the person.";

/** Rules for commands that destroy a disk, or stop the machine. */
export const DISKS: readonly HarmRule[] = [
  {
    name: "write-disk",
    level: "catastrophic",
    programs: "*",
    byRedirection: "replaced",
    words: /\/dev\/(?!null|std|tty|fd|zero|u?random|shm)/,
    does,
    instead,
    matches: ({ name, own, writes, carried }) => {
      const changed = filesChanged(name, own);
      const target = carried?.target ?? "";
      return [...writes, ...changed.writes, ...changed.empties, ...changed.deletes, target].some(isDisk);
    },
  },
  {
    name: "format-disk",
    level: "catastrophic",
    programs: "*",
    words: /\bdiskpart\b/,
    does: "formats or wipes a disk, with every file on it",
    instead,
    matches: ({ name, own, fed }) =>
      (name === "diskpart" && fed.some((text) => /^\s*(?:clean|format|delete)\b/im.test(text))) ||
      (hasFlag(own, columnOf(name, "wipes")) && own.some(isDisk)) ||
      isToldToDestroy({ name, own }, "disk"),
  },
  harmRule("system", {
    name: "break-windows",
    level: "catastrophic",
    does: "deletes the backups or the settings that Windows itself needs",
    instead: "Name the one key or backup, and leave the deletion to the person.",
  }),
  harmRule("volume", {
    name: "delete-volume",
    level: "unrecorded",
    does: "deletes a file system, a machine or a user's home, with every file in it",
    instead: "Leave it to the person.",
  }),
  {
    name: "fork-bomb",
    level: "catastrophic",
    programs: "*",
    words: /\bfork\b|\(\s*\)\s*\{/,
    does: "starts itself again and again until the machine stands still",
    instead: "Start a counted number of processes.",
    matches: ({ name, isFunction, pipeline, own }) =>
      (isFunction && pipeline.length > 1 && pipeline.every((other) => other === name)) ||
      (kindOf(name) === "code" &&
        own.some((word) =>
          /\bfork\s+while\s+fork\b|\bwhile\s*\(?(?:True|true|1)\)?\s*[:{]?\s*(?:\w+\.)?fork\b/.test(word),
        )),
  },
];
