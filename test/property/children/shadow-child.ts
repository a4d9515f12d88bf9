import snapshot from "../../../builtins/snapshot.ts";
import type { Call } from "../../../builtins/call.ts";
import type { Io } from "../../../kit/io.ts";
import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import { redo } from "../../../shadow-repo/restore/redo.ts";
import { undo } from "../../../shadow-repo/restore/undo.ts";
import { silentIo } from "../../support/silent-io.ts";

/**
 * Runs one hook event or command in a process of its own, so that a test can kill it. Arguments: root, environment as
 * JSON, what.
 */
const [, , root = "", env = "{}", what = "", id = "t"] = process.argv;
const io: Io = {
  ...silentIo(root, JSON.parse(env) as Record<string, string>),
  writeStdout: (text) => void process.stdout.write(text),
  writeStderr: (text) => void process.stderr.write(text),
};

async function main(): Promise<void> {
  if (what === "undo") await undo(io, root);
  else if (what === "redo") await redo(io, root);
  else
    await snapshot(
      {
        name: what,
        wireName: what,
        sessionId: id,
        cwd: root,
        toolUseId: id,
        raw: {},
      } as unknown as HookEvent<"turn_end">,
      { io, args: [], origin: "user" } as unknown as Call,
    );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
