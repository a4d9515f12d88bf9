import { spawn } from "node:child_process";
import { join } from "node:path";

import { chromium, type Browser } from "playwright-core";

import { demoProject, type DemoProject } from "./demo-project.ts";

const BINARY = join(import.meta.dirname, "../dist/snapveil.cjs");

/** Serves an invented history with `snapveil ui` while `use` runs with a browser and the page's URL. Needs Chromium. */
export async function withPage(
  turns: number,
  use: (browser: Browser, url: string) => Promise<void>,
  prepare: (demo: DemoProject) => void = () => {},
): Promise<void> {
  const demo = await demoProject(turns);
  prepare(demo);
  const { project, env } = demo;
  const server = spawn(process.execPath, [BINARY, "ui", "--no-open"], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const url = await new Promise<string>((resolve) =>
      server.stdout.once("data", (part: Buffer) => resolve(String(part).trim())),
    );
    const browser = await chromium.launch({
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      chromiumSandbox: process.getuid?.() !== 0,
    });
    await use(browser, url);
    await browser.close();
  } finally {
    server.kill("SIGTERM");
    demo.remove();
  }
}
