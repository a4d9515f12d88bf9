import { join } from "node:path";

/** The place of the program's copy that agents start, and its Node. */
export interface RuntimePlace {
  readonly platform: string;
  /** The folder that holds one folder for each version that was staged. */
  readonly folder: string;
  /** A link to the folder of the version in use. */
  readonly current: string;
  /** The program, by way of `current`. */
  readonly script: string;
  /** A script that starts the program, by another Node if its own is gone. */
  readonly launcher: string;
  /** The launcher on Windows for hooks that talk TLS: it clears no variable. */
  readonly talker: string;
  /** Programs for single agents and events; in a path without blanks as far as there is one. */
  readonly wrappers: string;
  /** A path of Node that stays when Node is updated, as far as there is one. */
  readonly node: string;
}

/**
 * The folder for programs whose agents take a path where a shell would take a line: macOS keeps data in "Application
 * Support", and such an agent would start a program named up to the blank. `undefined` where the data folder will do.
 */
export function bareHome(data: string, home: string | undefined, platform: string): string | undefined {
  const isNeeded = platform !== "win32" && /\s/.test(data) && home !== undefined && !/\s/.test(home);
  return isNeeded ? join(home, ".snapveil") : undefined;
}

interface Names {
  /** The data folder by the name that lines give it. */
  readonly named?: string;
  readonly home?: string | undefined;
}

/** @param data the data folder */
export function runtimePlace(
  data: string,
  node: string,
  platform: string,
  { named = data, home }: Names = {},
): RuntimePlace {
  const folder = join(data, "runtime");
  const ending = platform === "win32" ? ".cmd" : "";
  const current = join(folder, "current");
  return {
    platform,
    folder,
    current,
    script: join(current, "snapveil.cjs"),
    launcher: join(named, "runtime", `snapveil-hook${ending}`),
    talker: join(named, "runtime", `snapveil-hook-tls${ending}`),
    wrappers: join(bareHome(data, home, platform) ?? data, "runtime", "wrappers"),
    node,
  };
}
