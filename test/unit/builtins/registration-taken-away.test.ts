import { expect, test } from "vitest";

import protectSnapveil from "../../../builtins/protect-snapveil.ts";
import type { CallEvent } from "../../../agents/codec/hook-event.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { silentIo } from "../../support/silent-io.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const FILE = ".claude/settings.local.json";
const world = worldOfEachTest(
  `git init -q . && mkdir .claude sub dist && printf 'dist\\n${FILE}\\n' > .gitignore && touch sub/a.json dist/a.json`,
);

async function judge(command: string) {
  const toolInput = { command };
  const named = { name: "pre_tool_use", wireName: "PreToolUse", dialect: "claude-code", toolName: "Bash" };
  const event = { ...named, cwd: world.cwd, raw: {}, toolInput } as unknown as CallEvent;
  const io = silentIo(world.cwd, world.env);
  const { verdict } = await protectSnapveil(event, { args: [], io, settings: DEFAULT_SETTINGS, origin: "user" });
  return verdict?.kind;
}

const register = () => world.write(FILE, '{"hooks":{"x":"snapveil hook"}}');

const TAKES = [
  "git clean -fdx",
  "git clean -fdX",
  "cd sub && git clean -fdx ..",
  "git -C . clean -fdx -e '*.log'",
  "git clean -fdx :/",
  "git stash -a",
  "git stash push --all -m x",
  "find . -name settings.local.json -delete",
  "find . -name '*.json' -exec rm {} +",
  "find . -name '*.local.json' | xargs rm",
  "git ls-files -oi --exclude-standard | xargs rm",
  'git ls-files -oi --exclude-standard | while read f; do rm "$f"; done',
  "git ls-files -oi --exclude-standard sub '*.json' | xargs rm",
  "grep -rl snapveil .claude | xargs rm",
  "fd -HI settings.local.json -x rm",
];

test.each(TAKES)("a registration in the project that is taken away is asked about: %s", async (command) => {
  register();
  expect(await judge(command)).toBe("ask");
});

test.each(TAKES.filter((one) => !one.includes(".claude")))("without a registration it passes: %s", async (command) => {
  expect(await judge(command)).toBeUndefined();
});

const EDITS = ["git checkout -- .", "git checkout -f", "git reset --hard", "git restore .", "git stash"];

test.each(EDITS)("an uncommitted registration in a file of git's is asked about: %s", async (command) => {
  world.sh(`echo '{}' > .claude/settings.json && git add -A && git commit -qm x`);
  world.write(".claude/settings.json", '{"hooks":{"x":"snapveil hook"}}');
  expect(await judge(command)).toBe("ask");
  world.sh("git commit -qam y && echo >> .claude/settings.json");
  expect(await judge(command)).toBeUndefined();
});

test.each([
  "git clean -fd",
  "git clean -ndx",
  "git clean -fX",
  "git clean -fdX dist",
  "git clean -fdx -e .claude",
  "git clean -fdx -- ':!.claude'",
  "cd sub && git clean -fdX",
  "git stash -u",
  "git stash push -a -- dist",
  "git stash list",
  "find . -name '*.log' -delete",
  "find . -type f -empty -delete",
  "find sub -name '*.json' -delete",
  "find . -name '*.json' -not -path './.claude/*' -delete",
  "find . -path ./.claude -prune -o -name '*.json' -delete",
  "git ls-files -oi --exclude-standard dist | xargs rm",
  "git ls-files -o --exclude-standard | xargs rm",
])("a registration that stays is no question: %s", async (command) => {
  register();
  expect(await judge(command)).toBeUndefined();
});
