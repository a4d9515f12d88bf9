import { isAbsolute } from "node:path";

import { isIn, realPathOfNew } from "../../kit/files.ts";
import { type Io, worldWith } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { NAMES, OURS } from "./our-variables.ts";
import { decoded, fileThatSets, type ProjectFolders, projectFolders } from "./environment-files.ts";

/** A world in which only the person's own variables are set. */
export interface OwnWorld {
  readonly io: Io;
  /** A sentence about each variable that was left out. */
  readonly left: readonly string[];
}

/**
 * The world without the variables that a project may have set: agents, shells and their plugins take variables from files
 * of a project. A path that is relative or leads into the project counts as none, and so does any variable of ours
 * that a file of the project sets.
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

/** Why a variable is not the person's, as half a sentence. */
function faultOf(name: string, value: string, projects: readonly ProjectFolders[]): string | undefined {
  if (OURS[name] === "path") {
    if (!isAbsolute(value)) return "it is a relative path, which leads into a project";
    const around = projects.find(({ top }) => isIn(realPathOfNew(value), realPathOfNew(top)));
    if (around) return `it leads into the project ${printable(around.top)}`;
  }
  const file = fileThatSets(name, [...new Set(projects.flatMap(({ all }) => all))]);
  return file && `${printable(file)} sets it, and a project has no say in this`;
}

/** Behind `\\n` of a text in quotes a name begins too. */
const SET_IN_TEXT = new RegExp(
  `(?:\\b|\\\\[nrt])(?:${NAMES.filter((name) => name.startsWith("SNAPVEIL_")).join("|")})\\b`,
);

/** Whether a text names a variable of snapveil's. */
export function namesVariable(text: string): boolean {
  return SET_IN_TEXT.test(decoded(text));
}
