import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Io } from "../kit/io.ts";
import { makeFolder } from "../kit/files.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";

/** Platform → the program that opens a URL, with its arguments. */
const OPENERS: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
  linux: ["xdg-open"],
};

/**
 * Opens a URL with a token in the browser, if there is a desktop. Other users can read the arguments of a process, so
 * the browser gets a file that only this user can read and that redirects to the URL.
 * @returns a function that deletes the file
 */
export function openBrowser(io: Io, url: string): () => void {
  const data = dataDir(io);
  const opener = OPENERS[io.platform];
  const hasDesktop = io.platform !== "linux" || Boolean(io.env["DISPLAY"] || io.env["WAYLAND_DISPLAY"]);
  if (!opener || !data || !hasDesktop) return () => {};
  const folder = join(data, "ui");
  const file = join(folder, `open-${io.pid}.html`);
  makeFolder(folder);
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${url}"><title>snapveil</title>\n`,
    { mode: 0o600 },
  );
  const [program, ...args] = opener;
  const path = (io.env["PATH"] ?? "")
    .split(delimiter)
    .filter((entry) => isAbsolute(entry))
    .join(delimiter); // relative entries could start a program of the project
  const child = spawn(program, [...args, pathToFileURL(file).href], {
    stdio: "ignore",
    detached: true,
    cwd: folder,
    env: { ...io.env, PATH: path },
  });
  child.on("error", () => {}); // without the program, the person opens the printed URL
  child.unref();
  return () => rmSync(file, { force: true });
}
