// Runs a file with Node and keeps its temporary files in memory if the system allows it: tests create and remove
// hundreds of thousands of files, which takes twice the system time on a disk. Only the program and its children see
// the mount, which ends with them. If the system does not allow the mount, the temporary files are on the disk.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const command = [process.execPath, ...process.argv.slice(2)];
const MOUNT = 'mount -t tmpfs -o mode=1777 snapveil-tests "$0"';

function isMountable(folder) {
  return process.platform === "linux" && spawnSync("unshare", ["-m", "sh", "-c", MOUNT, folder]).status === 0;
}

const folder = mkdtempSync(join(tmpdir(), "snapveil-run-"));
const inMemory = ["unshare", "-m", "sh", "-c", `${MOUNT} && exec "$@"`, folder, ...command];
const isInMemory = isMountable(folder);
const [file, ...args] = isInMemory ? inMemory : command;
const env = isInMemory ? { ...process.env, TMPDIR: folder } : process.env;
const { status, error } = spawnSync(file, args, { stdio: "inherit", env });
rmdirSync(folder);
if (error) throw error;
process.exitCode = status ?? 1;
