import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "yaml";

import { table } from "../scripts/markdown.ts";
import { optionOf } from "./command-line.ts";
import { BINARY, benchPlace, measure, medianOf, type BenchCommand, type BenchPlace } from "./harness.ts";
import {
  claudeCodeSession,
  claudeCodeTests,
  dockerAgentOutputs,
  dockerAgentRequests,
  dockerAgentSession,
  type Happening,
  type Redact,
} from "./session-events.ts";

/** A registered hook: its event, the pattern of its tools, and the command line. */
export interface Line {
  readonly event: string;
  readonly tools?: string | undefined;
  readonly command: string;
}

/** How a session of an agent is replayed. */
export interface Player {
  readonly agent: string;
  /** The name of the table's row. */
  readonly name: string;
  happenings(cwd: string, redact: Redact): readonly Happening[];
  /** Reads the hooks that `install` registered in a home folder. */
  lines(home: string): Line[];
}

const PLAYERS: readonly Player[] = [
  {
    agent: "docker-agent",
    name: "a session of 20 calls, docker-agent",
    happenings: dockerAgentSession,
    lines: dockerAgentLines,
  },
  {
    agent: "claude-code",
    name: "a session of 20 calls, Claude Code",
    happenings: claudeCodeSession,
    lines: claudeCodeLines,
  },
  {
    agent: "claude-code",
    name: "100 calls of `npm test`, Claude Code",
    happenings: (cwd) => claudeCodeTests(cwd, 100),
    lines: claudeCodeLines,
  },
  {
    agent: "docker-agent",
    name: "100 requests of 100 messages, docker-agent",
    happenings: dockerAgentRequests,
    lines: dockerAgentLines,
  },
  {
    agent: "docker-agent",
    name: "100 outputs of 10 KB, docker-agent",
    happenings: dockerAgentOutputs,
    lines: dockerAgentLines,
  },
];

const NODE = "node -e 0";

/** Whether `--only` selects a session. */
export function isSession(only: string): boolean {
  return PLAYERS.some(({ name }) => name.includes(only));
}

/** A session in its own home folder, replayed by a shell script. */
interface Session {
  readonly name: string;
  readonly command: BenchCommand;
  readonly nodes: number;
  readonly gits: number;
}

/**
 * Measures sessions of 20 calls with exactly the hooks that `install` registers. Each event runs its hooks one after
 * the other. `--beside PROGRAM` also measures another build in the same rounds.
 */
export function sessionTable(project: string, rounds: number, only: string): string {
  const other = optionOf("--beside");
  const programs: readonly [suffix: string, program: string, more?: object][] = [
    ["", BINARY],
    [", without a resident", BINARY, { SNAPVEIL_RESIDENT: "0" }],
    ...(other === undefined ? [] : [[" (beside)", other] as [string, string]]),
  ];
  const players = PLAYERS.filter(({ name }) => name.includes(only));
  const sessions = players.flatMap((player) =>
    programs.map(([suffix, program, more]) => played(player, `${player.name}${suffix}`, program, project, more)),
  );
  const { folder, env } = benchPlace();
  const bare = { name: NODE, argv: [process.execPath, "-e", "0"], cwd: folder, env };
  const times = measure([bare, ...sessions.map(({ command }) => command)], rounds, 0);
  const rows = sessions.map(({ name, nodes, gits }) => {
    const seconds = medianOf(times, (round) => round(name).cpu_ms) / 1000;
    const ratio = medianOf(times, (round) => round(name).cpu_ms / round(NODE).cpu_ms);
    return [name, seconds.toFixed(2), ratio.toFixed(0), String(nodes), String(gits)];
  });
  return table(["what", "CPU s:", "× node:", "hooks:", "git processes:"], rows);
}

/** Installs a program into an empty home and writes a script with the commands that the session runs. */
export function played(player: Player, name: string, program: string, project: string, more: object = {}): Session {
  const place = benchPlace();
  const [home, work] = [place.folder, join(place.folder, "work")];
  const env = { ...place.env, LANG: "C.UTF-8", SHELL: "/bin/sh", ...more };
  for (const folder of [".claude", ".config/cagent"]) mkdirSync(join(home, folder), { recursive: true });
  cpSync(project, work, { recursive: true });
  execFileSync(process.execPath, [program, "install", player.agent, "--yes"], { env, cwd: work });
  const lines = player.lines(home);
  const events = player.happenings(work, redactBy(program, env)).flatMap((one, at): string[][] => {
    if ("effect" in one) return [[one.effect]];
    const file = join(home, `event-${at}.json`);
    writeFileSync(file, JSON.stringify(one.payload));
    return [lines.filter((line) => isFor(line, one)).map(({ command }) => `cat ${file} | { ${command}; } > /dev/null`)];
  });
  const script = join(home, "session.sh");
  writeFileSync(script, `${events.flat().join("\n")}\n`);
  // Removes all state except the installed program, so that each round starts in an equal state.
  const forget = `find "${join(home, "state")}" -mindepth 1 -maxdepth 1 ! -name runtime -exec rm -rf {} +`;
  const prepare = `${forget}; rm -rf "${work}"; cp -R "${project}" "${work}"`;
  const command = { name, argv: ["/bin/sh", "-ec", `cd "${work}"; . "${script}"`], cwd: home, env, prepare };
  const nodes = events.flat().filter((line) => line.startsWith("cat ")).length;
  return {
    name,
    command,
    nodes,
    get gits() {
      return countGits(place, command);
    },
  };
}

function redactBy(program: string, env: BenchPlace["env"]): Redact {
  const argv = [program, "hook", "--agent", "docker-agent", "redact_secrets"];
  return (payload) => {
    const answer = execFileSync(process.execPath, argv, { env, input: JSON.stringify(payload), encoding: "utf8" });
    if (answer === "") return undefined;
    const { hook_specific_output: own } = JSON.parse(answer) as { hook_specific_output?: Record<string, string> };
    return own?.["updated_tool_response"];
  };
}

function isFor({ event, tools }: Line, happening: { readonly event: string; readonly tool?: string }): boolean {
  if (event !== happening.event) return false;
  return tools === undefined || tools === "*" || new RegExp(`^(?:${tools})$`).test(happening.tool ?? "");
}

/** The number of git processes that a session starts. A script in front of git on PATH logs each call. */
function countGits({ folder, env }: BenchPlace, { argv, cwd, prepare = "", ...command }: BenchCommand): number {
  const [bin, log] = [join(folder, "counting"), join(folder, "calls")];
  const git = execFileSync("/bin/sh", ["-c", "command -v git"], { env, encoding: "utf8" }).trim();
  mkdirSync(bin);
  writeFileSync(join(bin, "git"), `#!/bin/sh\necho "$*" >> "${log}"\nexec "${git}" "$@"\n`);
  chmodSync(join(bin, "git"), 0o755);
  execFileSync("/bin/sh", ["-ec", prepare], { cwd, env });
  execFileSync(argv[0]!, argv.slice(1), { cwd, env: { ...command.env, PATH: `${bin}:${env["PATH"]!}` } });
  return existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").length : 0;
}

type Hooks = Readonly<Record<string, readonly { matcher?: string; command?: string; hooks?: { command: string }[] }[]>>;

function linesOf(hooks: Hooks): Line[] {
  return Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap(({ matcher, command, hooks: inner = [] }) =>
      [...(command === undefined ? [] : [command]), ...inner.map((hook) => hook.command)].map((line) => ({
        event,
        tools: matcher,
        command: line,
      })),
    ),
  );
}

/** The hooks of docker-agent, from the files that releases from 1.137 on read. */
function dockerAgentLines(home: string): Line[] {
  const folder = join(home, ".config/cagent/hooks.d");
  const files = readdirSync(folder).filter((name) => !name.includes("before"));
  return files.flatMap((name) => linesOf(parse(readFileSync(join(folder, name), "utf8")) as Hooks));
}

export function claudeCodeLines(home: string): Line[] {
  const settings = JSON.parse(readFileSync(join(home, ".claude/settings.json"), "utf8")) as { hooks: Hooks };
  return linesOf(settings.hooks);
}
