import { join } from "node:path";

/** The paths of the installed snapveil that agents start. */
export interface RuntimePlace {
  readonly platform: string;
  /** The folder with a subfolder for each installed version. */
  readonly folder: string;
  /** A link to the subfolder of the version in use. */
  readonly current: string;
  /** The program's file, through the link `current`. */
  readonly script: string;
  /** A script that starts the program with the registered Node or, if that Node is gone, with another one. */
  readonly launcher: string;
  /** Windows: a launcher that clears no variables, for hooks that use TLS. */
  readonly talker: string;
  /** The folder of the programs for single agents and events, in a path without blanks if possible. */
  readonly wrappers: string;
  /** The program that asks a resident for the answer; it exists only if it was built for this machine. */
  readonly asker: string;
  /** The folder of the residents' sockets. */
  readonly residents: string;
  /** The path of Node, if possible one that stays valid when Node is updated. */
  readonly node: string;
}

/**
 * The parent folder for programs of agents that run a path without quoting: macOS keeps data in "Application Support",
 * and such an agent would cut the path at the blank. `undefined` on Windows, if the data folder has no blank, or if the
 * home folder has a blank, too.
 */
export function bareHome(data: string, home: string | undefined, platform: string): string | undefined {
  const isNeeded = platform !== "win32" && /\s/.test(data) && home !== undefined && !/\s/.test(home);
  return isNeeded ? join(home, ".snapveil") : undefined;
}

interface Names {
  /** The path of the data folder as registered commands write it: on Windows its 8.3 short name if it needs one. */
  readonly named?: string;
  readonly home?: string | undefined;
  /** The processor, as Node spells it. */
  readonly arch?: string;
}

/** The paths of an installation. @param data the data folder */
export function runtimePlace(
  data: string,
  node: string,
  platform: string,
  { named = data, home, arch = "" }: Names = {},
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
    asker: join(current, `ask-${platform}-${arch}`),
    residents: join(data, "residents"),
    node,
  };
}
