// Runs a command with its temporary files in memory, where the system lets us: tests make and remove some hundred thousand
// files, which costs twice the system time on a disk. The mount is seen by the command and its children alone, and goes
// with the last of them. Elsewhere the command runs as it is.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [program, ...args] = process.argv.slice(2);
const MOUNT = 'mount -t tmpfs -o mode=1777 snapveil-tests "$0"';

function isMountable(folder) {
  return process.platform === "linux" && spawnSync("unshare", ["-m", "sh", "-c", MOUNT, folder]).status === 0;
}

const folder = mkdtempSync(join(tmpdir(), "snapveil-run-"));
const [file, words, env] = isMountable(folder)
  ? ["unshare", ["-m", "sh", "-c", `${MOUNT} && exec "$@"`, folder, program, ...args], { TMPDIR: folder }]
  : [program, args, {}];
const { status, error } = spawnSync(file, words, { stdio: "inherit", env: { ...process.env, ...env } });
rmdirSync(folder);
if (error) throw error;
process.exitCode = status ?? 1;
