import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { askSnapveil, run } from "./run.ts";
import type { TemporaryWorld } from "./temporary-world.ts";

/** What one turn of an agent does to files: their new text, `null` for one that it deletes. */
export type Edits = Readonly<Record<string, string | null>>;

/** A repository with these files committed. */
export async function startRepository({ env, cwd }: TemporaryWorld, files: Edits): Promise<void> {
  edit(cwd, files);
  await run("bash", ["-ec", "git init -q . && git add -A && git commit -qm start"], { env, cwd });
}

/** A turn through the real hook; gives the id of its checkpoint. */
export async function turn(world: TemporaryWorld, edits: Edits, session = "s1"): Promise<string> {
  const { env, cwd } = world;
  const hook = (event: string) =>
    askSnapveil(["hook", "snapshot"], {
      env,
      cwd,
      input: JSON.stringify({ hook_event_name: event, session_id: session, cwd }),
    });
  await hook("turn_start");
  edit(cwd, edits);
  await hook("turn_end");
  const { stdout } = await askSnapveil(["checkpoints", "--json"], { env, cwd });
  const { checkpoints } = JSON.parse(stdout) as { checkpoints: { id: string }[] };
  return checkpoints.at(-1)!.id;
}

function edit(folder: string, edits: Edits): void {
  for (const [path, text] of Object.entries(edits)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    if (text === null) rmSync(file);
    else writeFileSync(file, text);
  }
}
