import { join } from "node:path";

/** The place of the program's copy that agents start, and its Node. */
export interface RuntimePlace {
  readonly platform: string;
  /** Holds one folder for each version that was staged. */
  readonly folder: string;
  /** A link to the folder of the version in use. */
  readonly current: string;
  /** The program, by way of `current`. */
  readonly script: string;
  /** A shell script that starts the program, by another Node if its own is gone. */
  readonly launcher: string;
  /** Programs for single agents and events. */
  readonly wrappers: string;
  /** A path of Node that a new release of it does not move, as far as there is one. */
  readonly node: string;
}

/** @param data the data folder */
export function runtimePlace(data: string, node: string, platform: string): RuntimePlace {
  const folder = join(data, "runtime");
  const current = join(folder, "current");
  return {
    platform,
    folder,
    current,
    script: join(current, "snapveil.cjs"),
    launcher: join(folder, "snapveil-hook"),
    wrappers: join(folder, "wrappers"),
    node,
  };
}
