import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

import { makeHistory } from "../../../tools/demo/make-history.ts";
import { runSnapveil, type Run } from "../../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../../support/temporary-world.ts";
import { findChromium } from "./find-chromium.ts";

const BINARY = join(import.meta.dirname, "../../../dist/snapveil.cjs");

/** A project with a history, the real server on it, and a real browser. */
export interface UiWorld {
  readonly world: TemporaryWorld;
  readonly project: string;
  /** With the token. */
  readonly url: string;
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly token: string;
  /** A page of its own, with no memory of others; what it complains about is collected. */
  open(
    options?: BrowserContextOptions,
    address?: string,
  ): Promise<{ readonly page: Page; readonly complaints: string[] }>;
  /** Closes what was opened: a page that nobody looks at any more still listens. */
  closePages(): Promise<void>;
  snapveil(...args: string[]): Promise<Run>;
  /** One hook event through the real binary. */
  hook(event: object): Promise<Run>;
  /** A request of the API with the token. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export async function uiWorld(turns = 14): Promise<UiWorld> {
  const world = temporaryWorld(runSnapveil);
  const project = join(world.cwd, "shop");
  await makeHistory({ project, env: world.env, turns, end: new Date() });
  const { server, url } = await startUi(world, project);
  const browser = await launch();
  const [origin, token] = url.split("/#") as [string, string];
  return {
    world,
    project,
    url,
    origin,
    token,
    async open(options = {}, address = url) {
      const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })).newPage();
      // A loaded machine took longer than the 30 s that are usual; a wait that hangs runs into the limit of its test.
      page.setDefaultTimeout(590_000);
      const complaints: string[] = [];
      page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(String(error)));
      await page.goto(address);
      return { page, complaints };
    },
    closePages: async () => void (await Promise.all(browser.contexts().map((context) => context.close()))),
    snapveil: (...args) => runSnapveil(args, { env: world.env, cwd: project }),
    hook: (event) =>
      runSnapveil(["hook"], {
        env: world.env,
        cwd: project,
        input: JSON.stringify({ session_id: "live", cwd: project, ...event }),
      }),
    ask: (path, init = {}) =>
      fetch(origin + path, {
        ...init,
        headers: {
          authorization: `Bearer ${token}`,
          ...(init.body !== undefined && { "content-type": "application/json", origin }),
        },
      }),
    async close() {
      await browser.close();
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
      world.remove();
    },
  };
}

/** Starts the real server and waits for its address. */
export function startUi(
  world: TemporaryWorld,
  project: string,
  ...args: string[]
): Promise<{ readonly server: ChildProcess; readonly url: string }> {
  const server = spawn(process.execPath, [BINARY, "ui", "--no-open", ...args], {
    cwd: project,
    env: world.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((resolve, reject) => {
    let out = "";
    let errors = "";
    server.stdout!.on("data", (part: Buffer) => {
      out += part;
      if (out.includes("\n")) resolve({ server, url: out.trim() });
    });
    server.stderr!.on("data", (part: Buffer) => (errors += part));
    server.on("exit", (code) => reject(new Error(`The server ended with ${code}: ${errors}`)));
  });
}

function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("There is no Chromium.");
  // root cannot have the sandbox
  return chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["--disable-gpu"],
    timeout: 300_000,
  });
}
