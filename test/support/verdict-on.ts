import blockDestructive from "../../builtins/block-destructive.ts";
import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { DEFAULT_SETTINGS } from "../../worktree/default-settings.ts";
import { silentIo } from "./silent-io.ts";
import type { TemporaryWorld } from "./temporary-world.ts";

/** What `block_destructive unrecorded` says of a command in a world: `ask`, `deny`; `undefined` if the command passes. */
export async function verdictOn({ cwd, env }: TemporaryWorld, command: string): Promise<string | undefined> {
  const named = { name: "pre_tool_use", wireName: "PreToolUse", dialect: "claude-code", toolName: "Bash" };
  const event = { ...named, cwd, raw: {}, toolInput: { command } } as unknown as CallEvent;
  const given = { args: ["unrecorded"], io: silentIo(cwd, env), settings: DEFAULT_SETTINGS, origin: "user" } as const;
  return (await blockDestructive(event, given)).verdict?.kind;
}
