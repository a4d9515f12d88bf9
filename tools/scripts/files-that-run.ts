import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { rolldown } from "rolldown";

const ROOT = process.cwd();

/**
 * Returns, for each of some events, the files of which a function runs when a hook answers the event. The files are
 * found by V8's coverage of a build that keeps each file as a module.
 */
export async function filesThatRun(): Promise<[what: string, files: string[]][]> {
  const folder = mkdtempSync(join(tmpdir(), "snapveil-signs-"));
  try {
    const out = join(folder, "out");
    const bundle = await rolldown({
      input: join(ROOT, "bin/main.ts"),
      cwd: ROOT,
      platform: "node",
      external: [/^node:/],
      resolve: { mainFields: ["module", "main"] },
      logLevel: "silent",
    });
    await bundle.write({
      dir: out,
      format: "cjs",
      preserveModules: true,
      preserveModulesRoot: ROOT,
      entryFileNames: "[name].cjs",
    });
    execFileSync("git", ["init", "--quiet", folder]);
    const starter = `require(${JSON.stringify(join(out, "bin/main.cjs"))}).main().then((code) => process.exit(code))`;
    const secret = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
    const call = { session_id: "s", cwd: folder, hook_event_name: "PreToolUse", tool_name: "Bash", tool_use_id: "t" };
    const events: [string, string[], object][] = [
      ["add_date", ["add_date"], { session_id: "s", cwd: folder, hook_event_name: "turn_start" }],
      ["a harmless ls", ["--agent", "claude-code"], { ...call, tool_input: { command: "ls" } }],
      [
        "a redaction",
        ["--agent", "claude-code", "redact_secrets"],
        {
          ...call,
          hook_event_name: "PostToolUse",
          tool_input: { command: "cat notes" },
          tool_response: { stdout: `token ${secret}\n`, stderr: "" },
        },
      ],
    ];
    return events.map(([what, words, event]) => [what, filesWithCalls(out, starter, words, event, folder)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function filesWithCalls(
  out: string,
  starter: string,
  words: readonly string[],
  event: object,
  folder: string,
): string[] {
  const coverage = mkdtempSync(join(folder, "coverage-"));
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    SNAPVEIL_DATA_DIR: join(folder, "data"),
    NODE_V8_COVERAGE: coverage,
  };
  const { status, stderr } = spawnSync(process.execPath, ["-e", starter, "snapveil", "hook", ...words], {
    input: JSON.stringify(event),
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The hook ended with ${status}: ${stderr}`);
  const scripts = readdirSync(coverage).flatMap(
    (name) => (JSON.parse(readFileSync(join(coverage, name), "utf8")) as { result: CoveredScript[] }).result,
  );
  return scripts
    .filter(({ url, functions }) => url.startsWith("file:") && functions.some(isCalled))
    .map(({ url }) => relative(out, fileURLToPath(url)))
    .filter((path) => !/^\.\.|node_modules|rolldown/.test(path));
}

/** A script in V8's coverage, with how often each function ran. */
interface CoveredScript {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly count: number }[];
  }[];
}

/** Whether a function with a name ran. A function without a name is the module itself, which runs when it is loaded. */
function isCalled({ functionName, ranges }: CoveredScript["functions"][number]): boolean {
  return functionName !== "" && (ranges[0]?.count ?? 0) > 0;
}
