import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { COLOURED } from "../../terminal/display.ts";
import { Stage } from "../demo/stage.ts";
import { terminalPicture } from "./terminal-picture.ts";

/**
 * Draws the moving picture of README from a real run, and writes it to the file that is named: `npm run picture:film`.
 * A test draws it again and compares; so ids and times are replaced.
 */
const KEY = ["sk_", "live_", "4eC39HqLyjWDarjtT1zdp7dc"].join("");
const COLUMNS = "76";
const { bold, dim, green, red } = COLOURED;

interface Shot {
  /** Seconds from the beginning. */
  readonly at: number;
  readonly text: string;
}

function play(stage: Stage): readonly Shot[] {
  const shots: Shot[] = [];
  const show = (at: number, ...lines: readonly string[]) => shots.push(...lines.map((text) => ({ at, text })));
  prepare(stage);

  stage.hook("turn_start", { prompt: "Tidy up the sources" });
  stage.hook("pre_tool_use", call("1", "rm -rf src"));
  rmSync(join(stage.project, "src"), { recursive: true });
  stage.hook("post_tool_use", { ...call("1", "rm -rf src"), tool_response: "" });
  stage.hook("turn_end", { reason: "normal" });
  show(0.4, dim("The agent deletes a folder, with a file that was never committed:"));
  show(1, `${bold("agent ▸")} rm -rf src`, `${dim("$")} ls src`, red(list(stage)));
  show(3, "", `${dim("$")} ${bold("snapveil undo --yes")}`);
  show(3.6, ...settled(stage.snapveil("undo", "--yes")));
  show(5, `${dim("$")} ls src`, green(list(stage)));

  const seen = stage.hook("tool_response_transform", {
    ...call("2", "cat .env"),
    tool_response: readFileSync(join(stage.project, ".env"), "utf8"),
  })["hook_specific_output"] as { updated_tool_response: string };
  show(6.4, "", dim("It reads a secret:"));
  show(7, `${bold("agent ▸")} cat .env`);
  show(8, `the model sees: ${green(seen.updated_tool_response.trim())}`);
  return shots;
}

function prepare(stage: Stage): void {
  stage.git("init", "-q");
  stage.write("src/price.js", "export const price = (net, tax) => net * (1 + tax);\n");
  stage.write(".gitignore", ".env\n");
  stage.write(".env", `STRIPE_KEY=${KEY}\n`);
  stage.git("add", ".");
  stage.git("commit", "-qm", "A small shop");
  stage.write("src/voucher.js", "export const voucher = 0.1;\n");
}

function call(id: string, cmd: string): object {
  return { tool_name: "shell", tool_use_id: id, tool_input: { cmd } };
}

/** What `ls src` says. */
function list({ project }: Stage): string {
  const folder = join(project, "src");
  return existsSync(folder) ? readdirSync(folder).toSorted().join("  ") : "ls: src: No such file or directory";
}

/** The lines of an output, with an id and a time that are the same in each run. */
function settled(output: string): string[] {
  return output
    .trimEnd()
    .replace(/\b[0-9a-f]{8}\b/g, "3f2a81c0")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "2026-01-31 10:42:07")
    .split("\n");
}

const stage = new Stage({ FORCE_COLOR: "1", COLUMNS });
try {
  const shots = play(stage);
  const picture = terminalPicture(
    shots.map(({ text }) => text).join("\n"),
    shots.map(({ at }) => at),
  );
  if (picture.includes(KEY)) throw new Error("The picture shows the secret.");
  writeFileSync(resolve(process.argv[2] ?? "docs/film.svg"), picture);
} finally {
  stage.remove();
}
