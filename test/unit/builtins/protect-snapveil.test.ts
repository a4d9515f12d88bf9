import { join } from "node:path";

import { describe, expect, test } from "vitest";

import protectSnapveil from "../../../builtins/protect-snapveil.ts";
import { AGENT_PROGRAMS } from "../../../agents/programs.ts";
import { loadInstallers } from "../../../agents/registry.ts";
import type { CallEvent } from "../../../agents/codec/hook-event.ts";
import type { JsonObject } from "../../../kit/json.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { silentIo } from "../../support/silent-io.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest("git init -q . && mkdir sub && echo '{}' > .snapveil.jsonc");

async function judge(
  toolName: string,
  toolInput: JsonObject,
  dialect = "claude-code",
  name = "pre_tool_use",
  more: Record<string, string> = {},
) {
  const event = { name, wireName: "PreToolUse", dialect, cwd: world.cwd, raw: {}, toolName, toolInput } as CallEvent;
  const io = silentIo(world.cwd, { ...world.env, ...more });
  const { verdict } = await protectSnapveil(event, { args: [], io, settings: DEFAULT_SETTINGS, origin: "user" });
  return verdict?.kind;
}
const shell = (command: string, dialect?: string) => judge("Bash", { command }, dialect);

test("the programs that lie outside of a data folder with a blank in its path are its own as well", async () => {
  const command = "rm ~/.snapveil/runtime/wrappers/snapveil-auggie.sh";
  const asked = (data: string) => judge("Bash", { command }, "auggie", "pre_tool_use", { SNAPVEIL_DATA_DIR: data });
  expect(await asked("/x/Application Support/snapveil")).toBeDefined();
  expect(await asked("/x/snapveil")).toBeUndefined();
});

describe("is asked about:", () => {
  test.each([
    "snapveil off",
    "snapveil off --for 1h",
    "npx snapveil off",
    "npx -y snapveil@latest allow --last",
    "npm exec -- snapveil uninstall claude-code",
    "bunx snapveil prune",
    "npm rm -g snapveil",
    "sudo npm uninstall --global snapveil@1.2.0",
    "yarn global remove snapveil",
    "npm i -g snapveil@0.0.1",
    "cd /tmp && /usr/local/bin/snapveil untrack .",
    "node ~/.local/share/snapveil/runtime/current/snapveil.cjs off",
    "sh -c 'snapveil off'",
    "echo 'snapveil off' | sh",
    "FOO=1 sudo snapveil off",
    "echo '{}' > ~/.config/snapveil/config.jsonc",
    "echo 'x: 1' >> ~/.config/snapveil/config.yaml",
    "rm -rf ~/.config/snapveil",
    "rm -rf $SNAPVEIL_DATA_DIR",
    "rm -rf ~/.config/*",
    "mv $SNAPVEIL_DATA_DIR/shadow /tmp/x",
    "echo '{}' > .snapveil.jsonc",
    "sed -i s/deny/warn/ .snapveil.jsonc",
    "cd sub && rm ../.snapveil.jsonc",
    "git checkout HEAD~3 -- .snapveil.jsonc",
    "echo 'docs/**' >> .snapveilignore",
    "jq 'del(.hooks)' ~/.claude/settings.json > /tmp/x && mv /tmp/x ~/.claude/settings.json",
    "cp /tmp/x ~/.claude/settings.json",
    "rm -rf ~/.claude",
    "cd ~/.claude && rm settings.json",
    "tee .claude/settings.local.json < /tmp/x",
    "echo '{\"disableAllHooks\":true}' > .claude/settings.json",
    "ln -sf /dev/null ~/.claude/settings.json",
    "chmod 000 ~/.claude/settings.json",
    "python3 -c \"open('.claude/settings.local.json','w').write('{}')\"",
    "node -e \"require('fs').rmSync(process.env.HOME + '/.claude/settings.json')\"",
    "truncate -s 0 ~/.claude/settings.json",
    "SNAPVEIL_DISABLE=1 npx snapveil hook",
    "SNAPVEIL_DISABLE=1 claude -p 'rm -rf /'",
    "export SNAPVEIL_DISABLE=1; claude -p x",
    "env SNAPVEIL_CONFIG=/dev/null claude -p x",
    "echo 'export SNAPVEIL_DISABLE=1' >> ~/.bashrc",
    "printf 'SNAPVEIL_%s=1' DISABLE > .env",
    "printf '%s_DISABLE=1' SNAPVEIL >>.env",
    "echo U05BUFZFSUxfRElTQUJMRT0x | base64 -d >.env",
    "sed -i '1i export SNAPVEIL_DISABLE=1' ~/.zshrc",
    "launchctl setenv SNAPVEIL_DISABLE 1",
    "script -q /dev/null snapveil off",
    "tmux send-keys 'snapveil off' Enter",
    "expect -c 'spawn snapveil off'",
    "npx --yes --package snapveil snapveil off",
    "node $(which snapveil) off",
    "$(which snapveil) off",
    "rm .claude/settings*",
    "cd .claude; rm -f *.json",
    "rm -rf ~/.cl*",
    "ls ~/.claude/*.json | xargs rm -f",
    "cp /tmp/settings.json ~/.claude/",
    "cp -r /tmp/x/. ~/.claude/",
    "cp -t ~/.claude /tmp/settings.json",
    "mv /tmp/settings.json .claude",
    "ln -s ~/.claude/settings.json s",
    "find . -name .snapveil.jsonc -exec rm {} +",
    "git rm .snapveil.jsonc",
    "echo '{}' > \"${XDG_NOWHERE:-$HOME/.config}/snapveil/config.jsonc\"",
    "node -e \"fs.writeFileSync(os.homedir()+'/.claude/'+'settings.json','{}')\"",
    "python3 - <<'P'\nPath.home().joinpath('.claude', 'settings.json').write_text('{}')\nP",
    "perl -pi -e 's/hooks/x/' ~/.claude/settings.json",
    "awk '{print > \".snapveil.jsonc\"}' x",
    "sed 'w .snapveil.jsonc' x",
    "pkill snapveil",
    "pkill -9 -f snapveil.cjs",
    "kill $(pgrep -f snapveil)",
    "pgrep snapveil | xargs kill -9",
    "ps aux | grep snapveil | awk '{print $2}' | xargs kill",
    "claude config set disableAllHooks true",
    "claude config set -g hooks '{}'",
    "claude config remove hooks.PreToolUse",
    "claude --settings '{\"disableAllHooks\": true}' -p x",
    "git config core.hooksPath /dev/null",
    "git config --global --unset core.hooksPath",
    "git -c core.hooksPath=/dev/null commit -m x",
    "git config set core.hooksPath .husky",
    // Words that only the shell makes.
    "S=snap; ${S}veil off",
    "$(printf 'snap%s' veil) off",
    "$'\\x73napveil' off",
    'eval "snap""veil off"',
    "echo c25hcHZlaWwgb2Zm | base64 -d | sh",
    "/usr/local/bin/sn*l off",
    "rm -rf ~/.[c]laude",
    "rm -rf ~/.{cla,x}ude",
    "D=cla; rm -rf ~/.${D}ude",
    "cd ~/.c*; rm settings.json",
  ])("%s", async (command) => {
    expect(await shell(command)).toBe("ask");
  });

  test("a script that the call starts, for what stands in it", async () => {
    world.sh("echo 'snapveil off' > quiet.sh");
    expect(await shell("timeout 5 sh ./quiet.sh")).toBe("ask");
    expect(await shell("cat quiet.sh")).toBeUndefined();
  });

  test("a data folder by any of its names, where no hidden folder stands above it", async () => {
    const asked = (command: string) =>
      judge("Bash", { command }, "claude-code", "pre_tool_use", { SNAPVEIL_DATA_DIR: "/srv/state/sv" });
    expect(await asked("rm -rf /srv/state")).toBe("ask");
    expect(await asked("cd /srv; rm -rf state/sv")).toBe("ask");
    expect(await asked("rm -rf /srv/other")).toBeUndefined();
  });

  test("a file tool that writes one of these files", async () => {
    const hooks = join(world.home, ".claude/settings.json");
    expect(await judge("Write", { file_path: hooks, content: "{}" })).toBe("ask");
    expect(await judge("Edit", { file_path: ".claude/settings.local.json", old_string: "a", new_string: "b" })).toBe(
      "ask",
    );
    expect(await judge("Write", { file_path: join(world.cwd, "sub/.snapveil.yaml"), content: "" })).toBe("ask");
    expect(await judge("Write", { file_path: join(world.home, ".config/snapveil/switch.json"), content: "" })).toBe(
      "ask",
    );
    expect(await judge("delete_file", { path: ".snapveil.jsonc" })).toBe("ask");
    const patch = "*** Begin Patch\n*** Delete File: .snapveil.jsonc\n*** End Patch";
    expect(await judge("apply_patch", { command: patch }, "codex")).toBe("ask");
  });

  test("a tool that carries a file from or to there", async () => {
    const hooks = join(world.home, ".claude/settings.json");
    expect(await judge("mcp__filesystem__move_file", { source: hooks, destination: "/tmp/x" })).toBe("ask");
    expect(await judge("mcp__filesystem__move_file", { source: "/tmp/x", destination: hooks })).toBe("ask");
    expect(await judge("rename_file", { old_path: ".snapveil.jsonc", new_path: "x" })).toBe("ask");
    expect(await judge("move_file", { source: "settings.json", destination: "src/settings.json" })).toBeUndefined();
  });

  test("a file tool that writes behind a link, or sets our variables where a shell starts", async () => {
    world.sh("ln -s ../.snapveil.jsonc sub/notes.txt");
    expect(await judge("Write", { file_path: join(world.cwd, "sub/notes.txt"), content: "x" })).toBe("ask");
    const start = join(world.home, ".zshenv");
    expect(await judge("Write", { file_path: start, content: "export SNAPVEIL_DISABLE=1\n" })).toBe("ask");
    expect(await judge("Write", { file_path: ".env", content: "A=1\nSNAPVEIL_DISABLE=1\n" })).toBe("ask");
    expect(await judge("Write", { file_path: start, content: "export EDITOR=vi\n" })).toBeUndefined();
  });

  test("the hook file of the agent that calls, and not that of another one", async () => {
    expect(await shell("rm ~/.codex/hooks.json", "codex")).toBe("ask");
    expect(await shell("rm ~/.gemini/settings.json", "gemini-cli")).toBe("ask");
    expect(await shell("rm .cursor/hooks.json", "cursor")).toBe("ask");
    expect(await shell("rm ~/.config/cagent/hooks.d/snapveil.yaml", "docker-agent")).toBe("ask");
    expect(await shell("rm ~/.gemini/settings.json", "codex")).toBeUndefined();
  });

  test("and denied where a question is no answer", async () => {
    expect(await judge("Bash", { command: "snapveil off" }, "docker-agent", "tool_input_transform")).toBe("deny");
  });
});

describe("the ways out of agents are asked about:", () => {
  test.each([
    "claude plugin disable snapveil",
    "/usr/bin/claude plugins uninstall snapveil@snapveil",
    "npx -y @anthropic-ai/claude-code@latest plugin disable snapveil",
    "claude plugin marketplace rm snapveil",
    "claude plugin disable --all",
    "claude plugin disable snap*",
    "P=snapveil; claude plugin disable $P",
    "claude plugin list | grep snap | xargs claude plugin disable",
    'cl""aude plug"in" disable snapveil',
    "claude --bare -p x",
    "claude -p x --setting-sources=project",
    "CLAUDE_CODE_SIMPLE=1 claude -p x",
    "export CLAUDE_CODE_SAFE_MODE=1",
    "echo 'export CLAUDE_CODE_SIMPLE=1' >> ~/.bashrc",
    "echo 'export \"CLAUDE_CODE_SIMPLE=1\"' >> ~/.bashrc",
    "codex plugin remove snapveil",
    "codex plugin marketplace remove snapveil",
    "codex features disable hooks",
    "codex -c features.hooks=false exec x",
    "codex exec -c 'features = {hooks = false}' x",
    "codex --disable=hooks",
    "gemini extensions disable --scope=workspace snapveil",
    "gemini extensions uninstall --all",
    "gemini -e none -p x",
    "qwen --safe-mode x",
    "copilot plugin uninstall snapveil@snapveil",
    "droid plugin uninstall snapveil",
    "pi remove npm:snapveil",
    "pi -ne -p x",
    "opencode --pure run x",
    "kilo --pure run x",
    "KILO_PURE=1 kilo run x",
    "tmux send-keys 'claude plugin disable snapveil' Enter",
    "bash -c 'timeout 5 gemini extension disable snapveil'",
    "node -e \"require('child_process').execSync('claude plugin disable snapveil')\"",
  ])("%s", async (command) => {
    expect(await shell(command)).toBe("ask");
  });

  test.each([
    "claude plugin list",
    "claude plugin disable another-plugin",
    "claude plugin enable snapveil",
    "claude plugin install snapveil@snapveil",
    "claude plugin disable --help",
    "claude -p 'explain --bare and plugin disable snapveil'",
    "claude --setting-sources user,project -p x",
    "codex features list",
    "codex exec 'disable hooks'",
    "gemini extensions list",
    "npm uninstall -g @google/gemini-cli",
    "grep -rn 'claude plugin disable snapveil' docs",
    "git clone --bare https://x.test/y claude",
  ])("%s passes", async (command) => {
    expect(await shell(command)).toBeUndefined();
  });

  test("each agent with a plugin of ours has one, and a program by whose name the gate knows it", async () => {
    for (const { agent, plugin, plugins, waysOut } of await loadInstallers()) {
      if (plugin ?? plugins) expect(waysOut, agent).toBeDefined();
      if (!waysOut) continue;
      const [program] = (AGENT_PROGRAMS as Record<string, string>)[agent]?.split(" ") ?? [];
      expect(program, agent).toBeDefined();
      const manager = waysOut.managers.split(" ")[0]!;
      expect(await shell(`${program} ${manager} remove snapveil`, agent), agent).toBe("ask");
    }
  });
});

describe("passes:", () => {
  test.each([
    "snapveil checkpoints",
    "snapveil undo --yes",
    "snapveil status && snapveil doctor",
    "npx snapveil audit",
    "git commit -m 'snapveil off by default'",
    "grep -rn 'snapveil off' docs",
    "echo snapveil off",
    "cat ~/.claude/settings.json",
    "jq .hooks .claude/settings.json",
    "git config core.hooksPath",
    "git config --get core.hooksPath",
    "pkill -f vite",
    "kill $(pgrep -f server.js)",
    "pgrep -fl snapveil",
    "claude config get disableAllHooks",
    "claude config list",
    "npm config set registry https://x.test/hooks",
    "grep -rn disableAllHooks docs",
    "ls -la ~/.claude ~/.config/snapveil",
    "cp ~/.claude/settings.json /tmp/copy.json",
    "git add .snapveil.jsonc && git commit -m settings",
    "git diff .snapveil.jsonc",
    "cat ~/.local/share/snapveil/tool-results/a.txt",
    "mkdir -p .claude/commands && echo hello > .claude/commands/hello.md",
    "rm -rf .next .turbo",
    "echo x > .env",
    "rm settings.json",
    "sed -n 1,5p .snapveil.jsonc",
    "npm run off",
    "git checkout -- .",
    "git restore . && git reset --hard",
    "chmod -R u+rwX .",
    "snapveil off --help",
    "npm install -D snapveil",
    "npm install snapveil prune",
    "brew info snapveil off",
    "gh pr create --title 'snapveil off' --body 'run snapveil off'",
    "grep -rn SNAPVEIL_DISABLE=1 docs",
    "git commit -m 'SNAPVEIL_DISABLE=1 switches hooks off'",
    "printenv SNAPVEIL_DISABLE",
    "SNAPVEIL_DATA_DIR=/tmp/x snapveil checkpoints",
    "echo 'alias ll=ls' >> ~/.bashrc",
    "npm i -g snapveil",
    "npm i -g snapveil@latest",
    "npm rm snapveil-theme",
    "npm i -D snapveil@1.0.0",
    "tar czf /tmp/c.tgz .claude",
    "cp -r .claude /tmp/copy",
    "cp -r template/. .",
    "mv notes.md .claude/commands/",
    "rm -rf .claude/commands",
    "rm .claude/commands/*.md",
    "rsync -a dist/ host:/srv/",
    "git restore --staged .snapveil.jsonc",
    "node -e \"console.log(require('./.claude/settings.json').hooks)\"",
    "python3 -c \"import json; print(json.load(open('.snapveil.jsonc')))\"",
    "python3 -m json.tool .claude/settings.json",
    "perl -ne 'print if /hooks/' .claude/settings.json",
    "code .claude/settings.json",
    "find .claude -name '*.md' -exec cat {} +",
  ])("%s", async (command) => {
    expect(await shell(command)).toBeUndefined();
  });

  test("a file tool elsewhere, and one that reads", async () => {
    expect(await judge("Write", { file_path: ".claude/agents/a.md", content: "snapveil off" })).toBeUndefined();
    expect(await judge("Read", { file_path: join(world.home, ".claude/settings.json") })).toBeUndefined();
    expect(await judge("Write", { file_path: "docs/settings.md", content: "x" })).toBeUndefined();
  });
});

test("a long pipe is read to its end", async () => {
  expect(await shell(`grep snapveil notes ${"| cat ".repeat(7000)}`)).toBeUndefined();
});
