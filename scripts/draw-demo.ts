import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { terminalPicture } from "./terminal-picture.ts";

/**
 * Draws `docs/demo.svg` from what the demo really prints; the temporary folder, the user and the host get stand-ins.
 */
const root = join(import.meta.dirname, "..");
const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "demo.cjs")], {
  encoding: "utf8",
  env: { ...process.env, FORCE_COLOR: "1" },
});
if (status !== 0) throw new Error(`The demo failed: ${stderr}`);
mkdirSync(join(root, "docs"), { recursive: true });
const shown = stdout
  .replace(/\S*\/snapveil-demo-\w+/g, "/home/you")
  .replace(
    /(User|Full name|Hostname): .*/g,
    (_, label: string) => `${label}: ${label === "Hostname" ? "laptop" : "you"}`,
  );
writeFileSync(join(root, "docs/demo.svg"), terminalPicture(shown));
