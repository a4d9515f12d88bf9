import type { Io } from "../../kit/io.ts";

/** A world of nothing but standard input. */
export function ioWith(stdin: string, env: Io["env"] = {}): Io {
  const silent = () => {};
  return {
    argv: [],
    env,
    cwd: "/",
    platform: "linux",
    arch: "x64",
    pid: 1,
    now: () => new Date(0),
    readStdin: () => stdin,
    writeStdout: silent,
    writeStderr: silent,
    interactive: false,
  };
}
