import type { InstallScope } from "../../../agents/formats/installer.ts";

/**
 * Files as people have them, by the agent that reads them: comments, other hooks, odd indentation. Paths are below HOME
 * or the project.
 */
export const REAL_CONFIGS: readonly {
  agent: string;
  scope: InstallScope;
  files: Readonly<Record<string, string>>;
  isExample?: true;
}[] = [
  {
    agent: "docker-agent",
    scope: "user",
    files: {
      ".config/cagent/config.yaml": "settings:\n  theme: dark # mine\n",
      ".config/cagent/hooks.d/lint.yaml":
        "post_tool_use:\n  - matcher: write_file\n    hooks:\n      - {type: command, command: ./lint.sh}\n",
    },
  },
  {
    agent: "claude-code",
    scope: "user",
    files: {
      ".claude/settings.json": `{
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  "env": { "DISABLE_TELEMETRY": "1" },
  "permissions": {
    "allow": ["Bash(npm run test:*)", "Read(~/.zshrc)"],
    "deny": [ "Read(./.env)" ]
  },
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Edit|Write",
        "hooks": [{ "type": "command", "command": "\\"$CLAUDE_PROJECT_DIR\\"/.claude/hooks/guard.sh" }]
      }
    ],
    "Notification": []
  },
  "statusLine": { "type": "command", "command": "~/.claude/status.sh", "padding": 0 }
}
`,
    },
  },
  {
    agent: "claude-code",
    scope: "project",
    files: {
      ".claude/settings.json": '{"model":"opus"}\n',
      ".claude/settings.local.json": '{"permissions":{"allow":["Bash(ls:*)"]}}',
    },
  },
  {
    agent: "codex",
    scope: "user",
    files: {
      ".codex/hooks.json":
        "{\n" +
        '\t"hooks": {\n' +
        '\t\t"Stop": [{ "hooks": [{ "type": "command", "command": "say done", "timeout": 5 }] }]\n' +
        "\t}\n" +
        "}\n",
      ".codex/config.toml": '# codex\nmodel = "gpt-5.5"\n\n[projects."/home/u/w"]\ntrust_level = "trusted"\n',
    },
  },
  { agent: "codex", scope: "project", files: {} },
  {
    agent: "gemini-cli",
    scope: "user",
    files: {
      ".gemini/settings.json": `{
    // which key to use
    "security": {
        "auth": {
            "selectedType": "gemini-api-key" /* not oauth */
        }
    },
    "hooks": {
        "BeforeTool": [
            {
                "matcher": "write_file",
                "hooks": [
                    { "name": "backup", "type": "command", "command": "cp -r . /tmp/backup", "timeout": 5000 }
                ]
            }
            // another one comes here
        ]
    },
    "ui": { "theme": "GitHub" }
}
`,
    },
  },
  { agent: "gemini-cli", scope: "project", files: { ".gemini/settings.json": "{}" } },
  {
    agent: "qwen-code",
    scope: "user",
    files: {
      ".qwen/settings.json": '{\r\n  "tools": {\r\n    "approvalMode": "auto-edit"\r\n  },\r\n  "$version": 2\r\n}\r\n',
    },
  },
  { agent: "qwen-code", scope: "project", files: {} },
  {
    agent: "copilot-cli",
    scope: "user",
    files: {
      ".copilot/config.json": '{"banner":"never"}',
      ".copilot/hooks/own.json": '{"version":1,"hooks":{"sessionEnd":[{"type":"command","bash":"true"}]}}\n',
    },
  },
  { agent: "copilot-cli", scope: "project", files: { ".github/workflows/ci.yml": "on: push\n" } },
  { agent: "vscode-copilot", scope: "project", files: { ".github/copilot-instructions.md": "# Be brief\n" } },
  {
    agent: "cursor",
    scope: "user",
    files: {
      ".cursor/hooks.json":
        "{\n" +
        '  "version": 1,\n' +
        '  "hooks": {\n' +
        '    "afterFileEdit": [\n' +
        '      { "command": "./format.sh" }\n' +
        "    ],\n" +
        '    "preToolUse": [{ "command": "./audit.sh", "timeout": 3 }]\n' +
        "  }\n" +
        "}",
    },
  },
  { agent: "cursor", scope: "project", files: {} },
  { agent: "openhands", scope: "user", files: {} },
  {
    agent: "openhands",
    scope: "project",
    files: {
      ".openhands/hooks.json": '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "pytest -q"}]}]}}\n',
      ".openhands/microagents/repo.md": "x\n",
    },
  },
  { agent: "cline", scope: "user", files: { ".cline/hooks/lib.sh": "#!/bin/sh\n" } },
  { agent: "cline", scope: "project", files: {} },
  { agent: "cline-vscode", scope: "user", files: {} },
  { agent: "cline-vscode", scope: "project", files: { ".clinerules/style.md": "tabs\n" } },
  {
    agent: "kimi-code",
    scope: "user",
    files: {
      ".kimi-code/config.toml": `# Kimi
default_model = "kimi-k2" # the fast one

[models.kimi-k2]
provider = 'kimi'
max_context_size = 262_144

[[hooks]]
event = "Stop"
command = "notify-send done"

[providers.kimi]
base_url = "https://example.test/v1"
`,
    },
  },
  { agent: "kimi-cli", scope: "user", files: { ".kimi/config.toml": 'theme = "light"' } },
  {
    agent: "kiro",
    scope: "user",
    files: {
      ".kiro/agents/reviewer.json":
        "{\n" +
        '  "name": "reviewer",\n' +
        '  "tools": ["*"],\n' +
        '  "hooks": {\n' +
        '    "agentSpawn": [{ "command": "git status" }]\n' +
        "  },\n" +
        '  "useLegacyMcpJson": true\n' +
        "}\n",
      ".aws/amazonq/cli-agents/default.json": '{"name":"default","tools":["fs_read"]}',
    },
  },
  { agent: "kiro", scope: "project", files: { ".kiro/agents/here.json": '{\n    "name": "here"\n}\n' } },
  { agent: "kiro-v3", scope: "user", files: { ".kiro/hooks/mine.json": "{}\n" } },
  { agent: "kiro-v3", scope: "project", files: {} },
  {
    agent: "vibe",
    scope: "user",
    files: {
      ".vibe/hooks.toml":
        '[[hooks]]\nname = "fmt"\ntype = "post_tool"\nmatch = "write_*" # only files\ncommand = "make fmt"\r\n',
    },
  },
  { agent: "vibe", scope: "project", files: {} },
  {
    agent: "crush",
    scope: "user",
    files: {
      ".config/crush/crush.json":
        "{\n" +
        '  "$schema": "https://charm.land/crush.json",\n' +
        '  "lsp": {"go": {"command": "gopls"}},\n' +
        '  "hooks": {\n' +
        '    "PreToolUse": [\n' +
        "      {\n" +
        '        "matcher": "^bash$",\n' +
        '        "command": "./no-rm.sh"\n' +
        "      }\n" +
        "    ]\n" +
        "  }\n" +
        "}\n",
    },
  },
  { agent: "crush", scope: "project", files: { "crush.json": '{ "options": { "debug": false } }\n' } },
  {
    agent: "hermes",
    scope: "user",
    files: {
      ".hermes/config.yaml": `# Hermes
model:
  default: "anthropic/claude-sonnet-5"   # quoted
  fallbacks: [a, b]

hooks:
  # what I want before each command
  pre_tool_call:
    - matcher: 'terminal'
      command: ~/bin/ask.sh
      timeout: 10

    # and nothing else
  post_tool_call:
  - command: >-
      ~/bin/log.sh
      --quiet

hooks_auto_accept: false
skin: |
  dark
`,
    },
  },
  {
    agent: "auggie",
    scope: "user",
    files: {
      ".augment/settings.json":
        '{\n "toolPermissions": [ { "tool-name": "view", "permission": { "type": "allow" } } ]\n}\n',
    },
  },
  { agent: "auggie", scope: "project", files: {} },
  {
    agent: "droid",
    scope: "user",
    files: {
      ".factory/hooks.json":
        "{\n" +
        '  "PreToolUse": [\n' +
        '    { "matcher": "Execute", "hooks": [ { "type": "command", "command": "./guard.py" } ] }\n' +
        "  ]\n" +
        "}\n",
    },
  },
  { agent: "droid", scope: "project", files: { ".factory/hooks.json": '{"hooks": {"Stop": []}}' } },
  { agent: "grok", scope: "user", files: { ".grok/hooks/mine.json": "{}\n" } },
  { agent: "grok", scope: "project", files: {} },
  {
    agent: "windsurf",
    scope: "user",
    files: {
      ".codeium/windsurf/hooks.json":
        "{\n" +
        '  "hooks": {\n' +
        '    "pre_run_command": [\n' +
        "      {\n" +
        '        "command": "python3 guard.py",\n' +
        '        "show_output": true\n' +
        "      }\n" +
        "    ]\n" +
        "  }\n" +
        "}\n",
    },
  },
  { agent: "windsurf", scope: "project", files: {} },
  { agent: "goose", scope: "user", files: { ".agents/plugins/other/plugin.json": "{}\n" } },
  { agent: "goose", scope: "project", files: {} },
  {
    agent: "letta",
    scope: "user",
    files: {
      ".letta/settings.json":
        '{\n  "lastAgent": null,\n  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}\n}',
    },
  },
  { agent: "letta", scope: "project", files: {} },
  {
    agent: "starchild",
    scope: "project",
    files: {
      "workspace/config/shell_hooks.yaml":
        "# shell hooks\n" +
        "hooks:\n" +
        "- event: pre_tool_call\n" +
        "  matcher: bash\n" +
        "  command: ./check.sh\n" +
        "  timeout: 5\n\n" +
        "enabled: true\n",
    },
  },
  {
    agent: "antigravity",
    scope: "user",
    files: {
      ".gemini/config/hooks.json":
        "{\n" +
        '  "mine": {\n' +
        '    "enabled": false,\n' +
        '    "Stop": [{ "type": "command", "command": "/usr/bin/true" }]\n' +
        "  }\n" +
        "}\n",
    },
  },
  { agent: "antigravity", scope: "project", files: {} },
  { agent: "junie", scope: "user", files: { ".junie/config.json": "{\n}\n" } },
  { agent: "devin", scope: "user", files: {} },
  {
    agent: "devin",
    scope: "project",
    files: { ".devin/hooks.v1.json": '{\n  "PreToolUse": [ { "matcher": "exec", "hooks": [] } ]\n}\n' },
  },
  { agent: "codebuddy", scope: "user", files: { ".codebuddy/settings.json": '{\n  "language": "en"\n}\n' } },
  { agent: "qoder", scope: "user", files: {} },
  {
    agent: "opencode",
    scope: "user",
    files: {
      ".config/opencode/opencode.jsonc": "{ // mine\n}\n",
      ".config/opencode/plugins/notify.ts": "export const N = async () => ({});\n",
    },
  },
  { agent: "opencode", scope: "project", files: {} },
  { agent: "kilo", scope: "user", files: {} },
  { agent: "kilo", scope: "project", files: {} },
  { agent: "pi", scope: "user", files: { ".pi/agent/extensions/notify.ts": "export default () => {};\n" } },
];
