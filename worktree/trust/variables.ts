import { isAbsolute } from "node:path";

import { isIn, realPathOfNew } from "../../kit/files.ts";
import { type Io, worldWith } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { decoded, fileThatSets, type ProjectFolders, projectFolders } from "./environment-files.ts";

/**
 * Variables that say how the person is guarded, and others that lead to the person's settings and data. `path` names a
 * file or a folder, `word` anything else.
 */
const OURS: Readonly<Record<string, "path" | "word">> = {
  SNAPVEIL_DISABLE: "word",
  SNAPVEIL_CONFIG: "path",
  SNAPVEIL_DATA_DIR: "path",
  SNAPVEIL_NODE: "path",
  SNAPVEIL_ALLOW: "word",
  SNAPVEIL_TOKEN: "word",
  SNAPVEIL_PAGER: "word",
  SNAPVEIL_PLUGIN: "word",
  XDG_CONFIG_HOME: "path",
  XDG_DATA_HOME: "path",
  APPDATA: "path",
  LOCALAPPDATA: "path",
  DOCKER_AGENT_KIT_DIR: "path",
};
const NAMES = Object.keys(OURS);

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
export function withOwnVariables(io: Io, cwd: string | undefined): OwnWorld {
  const set = NAMES.filter((name) => io.env[name]);
  if (set.length === 0) return { io, left: [] };
  const project = cwd !== undefined && isAbsolute(cwd) ? projectFolders(cwd, io.env) : undefined;
  const faults = set.flatMap((name) => {
    const why = faultOf(name, io.env[name]!, project);
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
function faultOf(name: string, value: string, project: ProjectFolders | undefined): string | undefined {
  if (OURS[name] === "path") {
    if (!isAbsolute(value)) return "it is a relative path, which leads into a project";
    if (project && isIn(realPathOfNew(value), realPathOfNew(project.top)))
      return `it leads into the project ${printable(project.top)}`;
  }
  const file = project && fileThatSets(name, project.all);
  return file && `${printable(file)} sets it, and a project has no say in this`;
}

const SET_IN_TEXT = new RegExp(`\\b(?:${NAMES.filter((name) => name.startsWith("SNAPVEIL_")).join("|")})\\b`);

/** Whether a text says something of a variable of ours. */
export function namesVariable(text: string): boolean {
  return SET_IN_TEXT.test(decoded(text));
}
