import { spawn } from "node:child_process";

import type { Io } from "../kit/io.ts";
import { asString, isObject, parseJson, type Json } from "../kit/json.ts";
import { printable } from "../kit/text.ts";
import { ownerOf } from "../agents/formats/own-line.ts";
import { ok, warning, broken, type Check } from "./check.ts";

/** Milliseconds that Codex may take. It answers within one second, but an old release does not answer at all. */
const PATIENCE = 10_000;

const REPAIR = "Start codex, type /hooks and trust them.";

/**
 * Checks that Codex trusts snapveil's hooks: Codex silently skips untrusted ones. `codex app-server` is asked, since
 * only Codex can compute the hash of a hook.
 */
export async function checkCodexTrust(io: Io): Promise<Check> {
  const name = "codex_trust";
  const said = await askCodex(io);
  if (!said)
    return warning(
      name,
      "Whether Codex trusts these hooks could not be asked; it leaves out those that it does not.",
      REPAIR,
    );
  const ours = said.hooks.filter(
    (hook) => isObject(hook) && typeof hook["command"] === "string" && ownerOf(hook["command"]),
  ) as { [key: string]: Json }[];
  const why = said.warnings.find((warning) => /failed to (?:parse|read) hooks config/.test(warning));
  if (ours.length === 0 && why !== undefined)
    return broken(
      name,
      `Codex sees none of these hooks. It says: ${printable(withoutValues(why))}`,
      "Mend that in the file.",
    );
  if (ours.length === 0)
    return broken(
      name,
      "Codex does not see these hooks at all.",
      "A project's hooks are read in trusted projects only; otherwise run snapveil install codex again.",
    );
  const untrusted = ours.filter((hook) => hook["trustStatus"] !== "trusted" && hook["isManaged"] !== true);
  const off = ours.filter((hook) => hook["enabled"] === false);
  if (untrusted.length > 0)
    return broken(
      name,
      `Codex does not trust ${untrusted.length} of its ${ours.length} hooks of snapveil, and leaves them out ` +
        "without a word.",
      REPAIR,
    );
  if (off.length > 0)
    return broken(
      name,
      `${off.length} of Codex's hooks of snapveil are switched off.`,
      "Start codex, type /hooks and switch them on.",
    );
  return ok(name, "Codex trusts these hooks.");
}

/** The answer of Codex about a folder. */
interface CodexHooks {
  readonly hooks: readonly Json[];
  /** Codex's messages about hooks that it does not load. */
  readonly warnings: readonly string[];
}

/** The hooks that Codex finds in the current folder; `undefined` if it is not installed or does not answer. */
export function askCodex(io: Io): Promise<CodexHooks | undefined> {
  const questions = [
    { id: 1, method: "initialize", params: { clientInfo: { name: "snapveil", title: "snapveil", version: "1" } } },
    { method: "initialized" },
    { id: 2, method: "hooks/list", params: { cwds: [io.cwd] } },
  ];
  return new Promise((resolve) => {
    const child = spawn("codex", ["app-server"], {
      env: io.env as NodeJS.ProcessEnv,
      cwd: io.cwd,
      stdio: ["pipe", "pipe", "ignore"],
      shell: io.platform === "win32",
    });
    const finish = (hooks?: CodexHooks) => {
      clearTimeout(timer);
      child.kill();
      resolve(hooks);
    };
    const timer = setTimeout(() => finish(undefined), PATIENCE);
    child.on("error", () => finish(undefined));
    child.on("close", () => finish(undefined));
    child.stdin.on("error", () => {}); // the process may have exited
    let buffer = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (part: string) => {
      buffer += part;
      const lines = buffer.split("\n");
      buffer = lines.pop()!;
      for (const line of lines) {
        const message = parseJson(line);
        if (isObject(message) && message["id"] === 2) finish(hooksOf(message["result"]));
      }
    });
    child.stdin.write(questions.map((question) => `${JSON.stringify(question)}\n`).join(""));
  });
}

function hooksOf(result: Json | undefined): CodexHooks | undefined {
  const data = isObject(result) ? result["data"] : undefined;
  if (!Array.isArray(data)) return undefined;
  const all = (key: string) => data.flatMap((one) => (isObject(one) && Array.isArray(one[key]) ? one[key] : []));
  return { hooks: all("hooks"), warnings: all("warnings").flatMap((one) => asString(one) ?? []) };
}

/** Codex's message without quoted values, which may come from the file. Names of fields are in backticks and stay. */
function withoutValues(words: string): string {
  return words.replace(/"(?:[^"\\]|\\.)*"/g, '"…"');
}
