import type { ClosingRow } from "../install/closing-rows.ts";
import { CAPABILITIES, type AgentRow } from "../agents/codec/matrix.ts";
import { cells, evidenceOf, HEADINGS, LEGEND, WORDS } from "./describe-agents.ts";

const BEYOND_THE_TABLES = `## Which agent is answered

\`--agent NAME\` in the registered line decides. Without it the payload does, by what only one agent sends, and the
environment where payloads look alike. Some agents run what is registered for another: a payload of GitHub Copilot
CLI, VS Code, Cursor, Grok Build or Devin CLI that comes through Claude Code's registration is answered in its own
words. What only looks like Claude Code gets a denial or nothing, never a rewrite, which an unknown agent may drop
without a word.

## Agents without command hooks

OpenCode, Kilo Code and Pi load plugins instead. One of ours for each lies in the package: \`dist/shims/opencode.ts\`
goes into \`~/.config/opencode/plugins/\`, \`dist/shims/kilo.ts\` into \`~/.config/kilo/plugin/\`,
\`dist/shims/pi.ts\` into \`~/.pi/agent/extensions/\`. It has no dependencies; it hands each event to the program,
which it starts without a shell and keeps for the next event, which then costs a fifth or less, and does what the
answer says. The program ends with the agent, or after five minutes without an event. The list after \`PROGRAM\` says
what it starts: \`snapveil\` on the PATH, unless it is edited. Without a whole answer within twenty seconds a prompt,
a tool call or a model call is refused and a tool's output is withheld, so a plugin whose program is gone stops the
agent instead of leaking.

## Hooks that ask a model

Some agents have hooks that ask a model (Claude Code's types \`prompt\` and \`agent\`, docker-agent's evaluators and
model-backed guards). They stay the agent's own: snapveil starts no model and reads no answer of one. The way to a
judge of your own, a model among them, is [\`http_policy\`](builtins.md#http_policy): it sends the event, redacted, to
your server and obeys the answer, in every agent and beside the guards.

## What the tests start

\`npm run test:agents\` plays a task through released agents (Claude Code, Gemini CLI, Codex with both kinds of its
tools, Qwen Code, Copilot CLI, Cline CLI, OpenCode, Kilo Code, Pi) and holds this matrix against what a scripted model
was shown and what was on the disk afterwards.

## What is told how often

In an agent that keeps a hook's text in the conversation, the environment, the listing, the commits and each prompt
file are told once in it, the date and the status where they are other than the last time. After a summary they are
told again: at once where the agent sends a \`session_start\` for it, else at the next prompt. A session that is taken
up again knows them. OpenHands, Auggie, Vibe, Crush, Kimi CLI and Kiro do not say when they summarize. The other
agents keep nothing of it, so they are told each time.

## What lies on disk

Where an agent sends no counter, \`max_iterations\` keeps one for each session and prompt. Where it takes no text at
the start of a session or a turn, the first event that does take text gets it, which is remembered as an empty file.
What a conversation was told is kept as names and hashes, until its session ends. All of it lies in the data folder,
readable by you alone, and is taken away after a week.`;

/** The matrix of agents in Markdown, for `docs/agents.md`. */
export function agentsPage(rows: readonly AgentRow[], closing: readonly ClosingRow[]): string {
  const heads = ["agent", ...CAPABILITIES.map((capability) => HEADINGS[capability]), "tells itself", "evidence"];
  const table = [
    heads,
    heads.map(() => "---"),
    ...rows.map((row) => [row.title, ...cells(row), row.tells.join(", ") || "–", evidenceOf(row)]),
  ];
  return `# Agents

What each agent lets a hook do. This page is printed by \`snapveil agents --markdown\` from the tables by which the
answers are made, and a test compares the two.

${table.map((columns) => `| ${columns.join(" | ")} |`).join("\n")}

${LEGEND.map(([word, meaning]) => `- **${word}**: ${meaning}.`).join("\n")}

The columns: refuse a tool call; ask the person before one; take a secret out of its arguments, out of the prompt or
the messages that go to the model, out of a tool's output, and out of the output of a tool that failed; give the model
text at the start of a session or a turn; record what a tool call or a turn did, so that it can be undone; what the
agent tells its model by itself, so that the default profile leaves it out (a status that it tells at the start only
is told where it changes). Where that column is empty, nobody has looked.

Evidence: **recorded live**, the released program was run and watched; **source**, read in its source or in what it
ships; **documentation**, its makers say so; **experimental**, known at second hand: somebody else found it out and
nobody here has seen it run: see whether your agent starts its hooks. Of such an agent nothing but its refusal is
counted on: what elsewhere is rewritten is refused; a tool's output, which nobody can refuse, is sent without its
secrets and warned of all the same; reading a file of secrets is denied; a question to you is a refusal; and no call
is approved for you.

## Where a refusal is heard

How the call of a tool is refused in each agent, and what becomes of the call where the hook gives no such answer: it
ends with exit code 2 and a sentence on standard error alone, it crashes (another exit code, a signal, an answer that
cannot be read), or it comes too late. So snapveil refuses by the answer where an agent reads one, and by the exit
code as well where the agent is known to take both at once: a line that a shell prints before the answer would void
it. It refuses so, too, input that it cannot read and a line whose words it does not know, and gives it before the
agent stops waiting. **depends**: on the release, the exit code or a setting; the notes below say how. **not known**:
nobody has looked.

The last column tells what becomes of hooks that vanish from the agent's files while it runs: **off**, they are off at
once, in the middle of a turn; **kept**, they run until the agent is started anew.

${failingTable(rows)}

## Lines that refuse by failing

Some agents have a key by which the failure of a hook refuses what it guards. \`install\` writes it, and so does the
printed plugin, at each event where something guards and the agent lets a hook hold it back; \`doctor\` names lines
that lack it, and starts one as it would be without its program. Whoever installed an older release gets the key by
installing again.

${closingTable(closing)}

Claude Code was seen to obey its key; for the others its makers' documentation or source says so.

${BEYOND_THE_TABLES}

## Agent by agent

${rows.map(agentPart).join("\n")}`;
}

function failingTable(rows: readonly AgentRow[]): string {
  const heads = ["agent", "a refusal is", "exit code 2", "a crash", "too late", "hooks vanish"];
  const cellsOf = ({ title, refusal, exits, failing: { exit2, crash, late }, vanished }: AgentRow) => [
    title,
    [...(refusal === "" ? [] : [`\`${refusal}\``]), ...(exits ? ["exit code 2"] : [])].join(" and "),
    exit2,
    crash,
    late,
    vanished,
  ];
  return tableOf([heads, ...rows.map(cellsOf)]);
}

function closingTable(closing: readonly ClosingRow[]): string {
  const rows = closing.map(({ title, keys, events }) => [title, `\`${keys}\``, events.join(", ")]);
  return tableOf([["agent", "key", "at"], ...rows]);
}

function tableOf([heads = [], ...rows]: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => "---"), ...rows].map((columns) => `| ${columns.join(" | ")} |`).join("\n");
}

function agentPart(row: AgentRow): string {
  const names = [...new Set(row.settings.map(({ setting }) => setting))];
  const settings = names.map((name) => {
    const changed = row.settings
      .filter(({ setting }) => setting === name)
      .map(({ capability, degree }) => `${HEADINGS[capability]} **${WORDS[degree]}**`);
    return `With \`${name}: true\` in the settings: ${changed.join(", ")}.`;
  });
  const kept = row.keeps_context
    ? []
    : ["What a hook tells its model is no part of the conversation, so it is told anew at each turn."];
  const notes = [...row.notes, ...kept, ...settings].map((note) => `- ${note}\n`).join("");
  return `**${row.title}**, \`--agent ${row.agent}\`\n${notes === "" ? "" : `\n${notes}`}`;
}
