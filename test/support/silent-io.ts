import type { Io } from "../../kit/io.ts";

/** This machine and this process, with nothing on standard input and nobody who listens. */
export function silentIo(cwd: string, env: Io["env"]): Io {
  const silent = () => {};
  return {
    argv: [],
    env,
    cwd,
    platform: process.platform,
    arch: process.arch,
    pid: process.pid,
    now: () => new Date(),
    readStdin: () => "",
    writeStdout: silent,
    writeStderr: silent,
    interactive: false,
  };
}
