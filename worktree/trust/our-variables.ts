/**
 * The environment variables that switch snapveil's guards or lead to the person's settings and data. A `path` names a
 * file or folder; a `word` is any other value.
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
/** The names of those that lead to the person's settings and data. */
export const OUR_PATHS = NAMES.filter((name) => OURS[name] === "path");
