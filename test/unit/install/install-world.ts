import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { prepareInstall, prepareUninstall } from "../../../install/install.ts";
import type { InstallScope } from "../../../agents/formats/installer.ts";
import type { Leg } from "../../../builtins/builtin.ts";
import type { Io } from "../../../kit/io.ts";
import { temporaryWorld, type TemporaryWorld } from "../../support/temporary-world.ts";

/** A home and a project to install into, and a program to be copied. */
export interface InstallWorld extends Omit<TemporaryWorld, "write"> {
  readonly io: Io;
  /** The user's folder or the project's. */
  folder(scope: InstallScope): string;
  write(folder: string, files: Readonly<Record<string, string>>): void;
  prepare(
    agents: readonly string[],
    scope?: InstallScope,
    legs?: readonly Leg[],
    statusLine?: boolean,
  ): ReturnType<typeof prepareInstall>;
  install(agents: readonly string[], scope?: InstallScope): Promise<void>;
  uninstall(agents: readonly string[], scope?: InstallScope): Promise<void>;
}

export function installWorld(): InstallWorld {
  const world = temporaryWorld();
  const program = join(world.tmp, "program");
  mkdirSync(program);
  mkdirSync(join(world.cwd, ".git/objects"), { recursive: true });
  mkdirSync(join(world.cwd, ".git/refs"));
  writeFileSync(join(world.cwd, ".git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(program, "snapveil.cjs"), "// the program\n");
  mkdirSync(join(program, "shims"));
  for (const name of ["opencode", "kilo", "pi"])
    writeFileSync(
      join(program, "shims", `${name}.ts`),
      `// a plugin\nconst PROGRAM: readonly string[] = ["snapveil"];\nconst AGENT = "${name}";\n`,
    );
  const silent = () => {};
  const io: Io = {
    argv: [],
    env: world.env,
    cwd: world.cwd,
    platform: "linux",
    arch: "x64",
    pid: 7,
    now: () => new Date("2026-01-02T03:04:05Z"),
    readStdin: () => "",
    writeStdout: silent,
    writeStderr: silent,
    interactive: false,
  };
  const request = (agents: readonly string[], scope: InstallScope) => ({
    agents,
    all: agents.length === 0,
    scope,
    execPath: process.execPath,
  });
  const prepare = (
    agents: readonly string[],
    scope: InstallScope = "user",
    legs: readonly Leg[] = [],
    statusLine = false,
  ) =>
    prepareInstall(io, {
      ...request(agents, scope),
      legs,
      statusLine,
      program: { folder: program, version: "1.2.3" },
    });
  return {
    ...world,
    io,
    prepare,
    folder: (scope) => (scope === "user" ? world.home : world.cwd),
    write(folder, files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text, { mode: 0o640 });
      }
    },
    install: async (agents, scope) => void (await prepare(agents, scope)).run(),
    uninstall: async (agents, scope = "user") =>
      void (
        await prepareUninstall(io, { ...request(agents, scope), program: { folder: program, version: "1.2.3" } })
      ).run(),
  };
}

/** Everything below a folder: names, kinds, permissions, contents. */
export function treeOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const file = join(folder, name);
      const stats = lstatSync(file);
      const content = stats.isSymbolicLink() ? readlinkSync(file) : stats.isFile() ? readFileSync(file, "latin1") : "";
      return [
        name,
        `${stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "link"} ` +
          `${(stats.mode & 0o777).toString(8)} ${content}`,
      ];
    }),
  );
}
