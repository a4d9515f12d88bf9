import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

import { beforeAndAfter, bold, dim, green, heading, hide, line, quote, red } from "./print.ts";
import { Stage } from "./stage.ts";

/** Invented secrets. Each is joined from parts so that secret scanners do not report this file. */
const TOKEN = hide(["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join(""));
const PASSWORD = hide(["t4nk", "-gr4nd", "-m1st"].join(""));
const KEY = hide(["sk_", "live_", "4eC39HqLyjWDarjtT1zdp7dc"].join(""));

/** Runs a scripted session of an agent with the real program, in a temporary repository. */
function demo(stage: Stage): void {
  prepare(stage);
  const gitBefore = stage.fingerprintOfGit();
  const filesBefore = stage.files();

  heading(1, "The agent starts: what snapveil tells the model");
  quote(contextOf(stage.hook("session_start", { source: "startup" })), 16);
  line(`   ${dim("and at the turn's start")}`);
  quote(contextOf(stage.hook("turn_start")), 12);

  heading(2, "The model calls a tool with a secret in its arguments");
  const curl = {
    tool_name: "shell",
    tool_use_id: "call-1",
    tool_input: { cmd: `curl -H 'Authorization: token ${TOKEN}' https://api.example.test` },
  };
  const rewritten = specificOf(stage.hook("pre_tool_use", curl))["updated_input"] as { cmd: string };
  beforeAndAfter(curl.tool_input.cmd, rewritten.cmd);

  heading(3, "A tool prints secrets: what the model gets to see");
  const output = `DATABASE_URL=postgresql://shop:${PASSWORD}@db.internal:5432/shop\nSTRIPE_KEY=${KEY}\nDEBUG=false\n`;
  const transform = {
    tool_name: "shell",
    tool_use_id: "call-1",
    tool_input: { cmd: "cat .env" },
    tool_response: output,
  };
  const redacted = specificOf(stage.hook("tool_response_transform", transform))["updated_tool_response"] as string;
  output
    .trim()
    .split("\n")
    .forEach((before, index) => beforeAndAfter(before, redacted.split("\n")[index] ?? ""));

  heading(4, "The conversation goes out to the model");
  const messages = [
    { role: "system", content: "You are a careful engineer." },
    { role: "user", content: `Deploy it. My token is ${TOKEN}` },
  ];
  const sent = specificOf(stage.hook("before_llm_call", { iteration: 1, messages }))[
    "updated_messages"
  ] as typeof messages;
  messages.forEach(({ role, content }, index) =>
    beforeAndAfter(`${role}: ${content}`, `${role}: ${sent[index]?.content}`),
  );

  heading(5, "The agent edits, adds, renames and deletes files");
  edit(stage, "src/price.js", "export const price = (net) => net; // TODO tax\n");
  edit(stage, "src/cart.js", "export const cart = [];\n");
  call(stage, "shell", { cmd: "mv notes.txt ideas.txt; rm README.md" }, () => {
    renameSync(join(stage.project, "notes.txt"), join(stage.project, "ideas.txt"));
    rmSync(join(stage.project, "README.md"));
  });
  stage.hook("turn_end", { reason: "normal" });
  quote(stage.git("status", "--short").trimEnd());

  heading(6, "The checkpoint of that turn");
  quote(stage.snapveil("checkpoints").trimEnd());

  heading(7, "Undo: one command brings everything back");
  quote(stage.snapveil("undo", "--yes").trimEnd());
  judge("every file is as it was, the untracked notes.txt too", same(stage.files(), filesBefore));
  judge("the project's own .git is untouched, byte for byte", stage.fingerprintOfGit() === gitBefore);

  heading(8, "Redo: undo of the undo");
  quote(stage.snapveil("redo", "--yes").trimEnd());
  judge(
    "the agent's work is back",
    existsSync(join(stage.project, "src/cart.js")) && !existsSync(join(stage.project, "README.md")),
  );
  line();
}

function prepare(stage: Stage): void {
  line(bold("snapveil demo") + dim("  a scripted agent session through the real binary, in a temporary folder"));
  stage.git("init", "-q");
  stage.write("README.md", "# Shop\n");
  stage.write("AGENTS.md", "Run the tests before you say that you are done.\n");
  stage.write("src/price.js", "export const price = (net, tax) => net * (1 + tax);\n");
  stage.write(".gitignore", ".env\n");
  stage.write(".env", `STRIPE_KEY=${KEY}\n`);
  stage.git("add", ".");
  stage.git("commit", "-qm", "A small shop");
  stage.write("notes.txt", "an idea that was never committed\n");
}

/** A tool call of an agent: the hook before it, its effect, and the hook after it. */
function call(stage: Stage, name: string, input: Record<string, unknown>, run: () => void): void {
  const told = { tool_name: name, tool_use_id: `call-${name}-${Object.values(input).join(" ")}`, tool_input: input };
  stage.hook("pre_tool_use", told);
  run();
  stage.hook("post_tool_use", { ...told, tool_response: "done" });
}

function edit(stage: Stage, path: string, content: string): void {
  call(stage, "write_file", { path, content }, () => stage.write(path, content));
}

function specificOf(reply: Record<string, unknown>): Record<string, unknown> {
  const specific = reply["hook_specific_output"] as Record<string, unknown> | undefined;
  if (!specific) throw new Error(`The hook did not say what was expected: ${JSON.stringify(reply)}`);
  return specific;
}

function contextOf(reply: Record<string, unknown>): string {
  return specificOf(reply)["additional_context"] as string;
}

function same(first: Map<string, string>, second: Map<string, string>): boolean {
  return JSON.stringify([...first]) === JSON.stringify([...second]);
}

function judge(claim: string, holds: boolean): void {
  line(`   ${holds ? green("✔") : red("✘")} ${claim}`);
  if (!holds) process.exitCode = 1;
}

const stage = new Stage();
try {
  demo(stage);
} finally {
  stage.remove();
}
