import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { makeHistory } from "./make-history.ts";

/** Makes a project with a few hundred checkpoints in a temporary folder and shows it: `npm run demo:ui [TURNS]`. */
async function main(turns: number): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "snapveil-ui-")));
  for (const folder of ["home", "state"]) mkdirSync(join(root, folder));
  const env = {
    PATH: process.env["PATH"] ?? "/usr/bin:/bin",
    HOME: join(root, "home"),
    SNAPVEIL_DATA_DIR: join(root, "state"),
    GIT_CONFIG_NOSYSTEM: "1",
  };
  const project = join(root, "shop");
  await makeHistory({ project, env, turns, end: new Date() });
  const desktop = Object.fromEntries(
    ["DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]!]],
    ),
  );
  const child = spawn(process.execPath, [join(import.meta.dirname, "../dist/snapveil.cjs"), "ui"], {
    cwd: project,
    env: { ...env, ...desktop },
    stdio: "inherit",
  });
  process.on("SIGINT", () => {}); // the child ends by it, and we then clean up
  child.on("exit", () => rmSync(root, { recursive: true, force: true }));
}

void main(Number(process.argv[2] ?? 140));
