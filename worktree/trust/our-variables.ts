import type { Io } from "../../kit/io.ts";

/**
 * Variables that say how the person is guarded, and others that lead to the person's settings and data. `path` names a
 * file or a folder, `word` anything else.
 */
export const OURS: Readonly<Record<string, "path" | "word">> = {
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
export const NAMES = Object.keys(OURS);

/** A world in which only the person's own variables are set. */
export interface OwnWorld {
  readonly io: Io;
  /** A sentence about each variable that was left out. */
  readonly left: readonly string[];
}

/**
 * The world without variables that are not the person's, for work in one of these folders. Mostly none is set, and nothing is
 * loaded.
 */
export async function ownWorld(io: Io, cwds: readonly (string | undefined)[]): Promise<OwnWorld> {
  if (!NAMES.some((name) => io.env[name])) return { io, left: [] };
  const { withOwnVariables } = await import("./variables.ts");
  return withOwnVariables(io, cwds);
}
