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

/** Whether any of these variables is set; mostly none is. */
export function areSet(env: Io["env"]): boolean {
  return NAMES.some((name) => env[name]);
}

/** A world in which only the person's own variables are set. */
export interface OwnWorld {
  readonly io: Io;
  /** A sentence about each variable that was left out. */
  readonly left: readonly string[];
}
