import { farPath } from "../../shell/doors/effects.ts";
import { namesWith } from "../../shell/doors/programs.ts";
import { isLostThere } from "./elsewhere.ts";
import type { HarmRule } from "./rule.ts";

/** Rules for programs that move, copy or mirror files and thereby overwrite or delete other files. */
export const CARRIERS: readonly HarmRule[] = [
  {
    name: "sync-delete-outside",
    level: "unrecorded",
    programs: namesWith("mirrors"),
    words: [],
    does: "deletes in a folder outside of this project, or on another machine, all that the source does not have",
    instead: "Look first with --dry-run, and leave it to the person.",
    matches: ({ carried, places }) => {
      const { target = "", mirrors } = carried ?? {};
      const there = farPath(target);
      if (there !== undefined) return mirrors === true && isLostThere(there);
      const kinds = mirrors ? places([target]).map(({ kind }) => kind) : [];
      return kinds.some((kind) => ["outside", "everything", "worktree", "repository"].includes(kind));
    },
  },
  {
    name: "sync-delete-everything",
    level: "catastrophic",
    programs: namesWith("mirrors"),
    words: [],
    does: "deletes in a whole disk, a home folder, the system or this project all that the source does not have",
    instead: "Name the subfolder to synchronise.",
    matches: ({ carried, places }) => {
      const { target = "", mirrors } = carried ?? {};
      return mirrors === true && places([target]).some(({ kind }) => /^(?:everything|worktree|repository)$/.test(kind));
    },
  },
  {
    name: "move-everything",
    level: "catastrophic",
    programs: namesWith("carries"),
    words: [],
    does: "moves a whole disk, a home folder or the system away",
    instead: "Name the files or the subfolder to delete.",
    matches: ({ carried, places }) => {
      const { does, sources = [] } = carried ?? {};
      return does === "move" && places(sources).some(({ kind, isContents }) => kind === "everything" && !isContents);
    },
  },
];
