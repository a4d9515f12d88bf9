import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";

const mounted: string[] = [];

/** Makes a folder a disk of so many kilobytes; `false`, with the reason printed, where none can be had. */
export function smallDisk(folder: string, kilobytes: number): boolean {
  mkdirSync(folder, { recursive: true });
  const result = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k,mode=0700`, "tmpfs", folder], {
    encoding: "utf8",
  });
  if (result.status !== 0) {
    process.stderr.write(
      `left out: a full disk, since nothing can be mounted here: ${(result.stderr || String(result.error)).trim()}\n`,
    );
    return false;
  }
  mounted.push(folder);
  return true;
}

/** Takes the disks away that were made since the last time. */
export function removeSmallDisks(): void {
  for (const folder of mounted.splice(0)) spawnSync("umount", ["-l", folder]);
}
