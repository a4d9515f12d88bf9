import { spawn } from "node:child_process";
import { join } from "node:path";

import { demoProject } from "./demo-project.ts";

/** Variables that a browser needs to open a window. */
const DESKTOP = ["DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"];

/** Creates a project with a few hundred checkpoints in a temporary folder and shows it: `npm run demo:ui [TURNS]`. */
async function main(turns: number): Promise<void> {
  const { project, env, remove } = await demoProject(turns);
  const desktop = Object.fromEntries(DESKTOP.map((name) => [name, process.env[name]]));
  const child = spawn(process.execPath, [join(import.meta.dirname, "../dist/snapveil.cjs"), "ui"], {
    cwd: project,
    env: { ...env, ...desktop },
    stdio: "inherit",
  });
  process.on("SIGINT", () => {}); // Ctrl-C also ends the child, and then the folder is removed
  child.on("exit", remove);
}

void main(Number(process.argv[2] ?? 140));
