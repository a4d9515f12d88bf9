import { isAbsolute } from "node:path";

import { isIn, realPathOfNew } from "../../kit/files.ts";
import { type Io, worldWith } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { NAMES, OURS } from "./our-variables.ts";
import { decoded, fileThatSets, type ProjectFolders, projectFolders } from "./environment-files.ts";

/** A world from which variables that a project may have set are removed. */
export interface OwnWorld {
  readonly io: Io;
  /** A sentence about each removed variable. */
  readonly left: readonly string[];
}

/**
 * Removes snapveil's variables that a project may have set: agents, shells and their plugins read variables from files
 * of a project. A variable is removed if it is a relative path, a path into the project, or set in a file of the
 * project.
 */
export function withOwnVariables(io: Io, cwds: readonly (string | undefined)[]): OwnWorld {
  const set = NAMES.filter((name) => io.env[name]);
  const folders = [...new Set(cwds)].filter((cwd) => cwd !== undefined && isAbsolute(cwd));
  const projects = folders.flatMap((cwd) => projectFolders(cwd!, io.env) ?? []);
  const faults = set.flatMap((name) => {
    const why = faultOf(name, io.env[name]!, projects);
    return why === undefined ? [] : [{ name, why }];
  });
  if (faults.length === 0) return { io, left: [] };
  const env = { ...io.env, ...Object.fromEntries(faults.map(({ name }) => [name, undefined])) };
  return {
    io: worldWith(io, { env }),
    left: faults.map(({ name, why }) => `The variable ${name} does not count: ${why}.`),
  };
}

/** Why a variable may come from a project, as half a sentence; `undefined` if it cannot. */
function faultOf(name: string, value: string, projects: readonly ProjectFolders[]): string | undefined {
  if (OURS[name] === "path") {
    if (!isAbsolute(value)) return "it is a relative path, which leads into a project";
    const around = projects.find(({ top }) => isIn(realPathOfNew(value), realPathOfNew(top)));
    if (around) return `it leads into the project ${printable(around.top)}`;
  }
  const file = fileThatSets(name, [...new Set(projects.flatMap(({ all }) => all))]);
  return file && `${printable(file)} sets it, and a project has no say in this`;
}

/** Inside a quoted text a name may follow an escaped line break, `\nSNAPVEIL_…`, where `\b` alone does not match. */
const SET_IN_TEXT = new RegExp(
  `(?:\\b|\\\\[nrt])(?:${NAMES.filter((name) => name.startsWith("SNAPVEIL_")).join("|")})\\b`,
);

/** Whether a text contains the name of a variable of snapveil. */
export function namesVariable(text: string): boolean {
  return SET_IN_TEXT.test(decoded(text));
}
