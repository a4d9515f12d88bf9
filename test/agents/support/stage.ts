import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { expect } from "vitest";

import type { JsonObject } from "../../../kit/json.ts";
import { PseudoTerminal } from "../../support/pseudo-terminal.ts";
import { runBash, runSnapveil, type Run } from "../../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../../support/temporary-world.ts";
import type { RealAgent } from "./real-agent.ts";
import type { Step } from "./script.ts";
import { scriptedModel } from "./scripted-model.ts";
import { agentLine, startAgent } from "./start-agent.ts";
import { writeFile } from "./write-file.ts";

/** What stands before the first prompt. */
export interface Setting {
  /** Bash, in the project's folder before the agent starts. */
  readonly setup?: string;
  /** The user's settings of snapveil. */
  readonly settings?: JsonObject;
  /** The package's folder: its plugin is installed by the agent's own command, in the place of `snapveil install`. */
  readonly plugin?: string;
  /** After our hooks were registered. */
  readonly change?: (world: TemporaryWorld) => void;
}

/** One start of the agent with one prompt, or one of our plugin's commands. */
interface Turn {
  readonly prompt?: string;
  readonly command?: string;
  readonly steps: readonly Step[];
  /** Words more, in front of the agent's own. */
  readonly words?: readonly string[];
  /** In the session of the turn before. */
  readonly again?: boolean;
  /** Where the agent is started, from the project's folder on. */
  readonly folder?: string;
}

export interface TurnPlayed {
  readonly agent: Run;
  /** What the model was shown, request by request. */
  readonly seen: readonly string[];
  /** Every request that the agent made, of whatever kind. */
  readonly all: readonly string[];
}

/** An agent with hooks of ours and a scripted model, in a world of its own. */
export interface Stage {
  readonly world: TemporaryWorld;
  /** Plays a turn and waits for the agent's end. Where the model falls silent, the agent is killed. */
  turn(turn: Turn): Promise<TurnPlayed>;
  /** Types one of our plugin's commands on a terminal; the agent is killed in the end. `request`: what the model is shown. */
  onTerminal<T>(
    command: string,
    watch: (terminal: PseudoTerminal, request: () => Promise<string>) => Promise<T>,
  ): Promise<T>;
  /**
   * Starts the agent at a terminal with these words, and kills it in the end. The model answers by a script. `seen`: what
   * it was shown, request by request.
   */
  onPrompt<T>(
    words: readonly string[],
    steps: readonly Step[],
    watch: (terminal: PseudoTerminal, seen: readonly string[]) => Promise<T>,
  ): Promise<T>;
  /** Starts the agent's program with other words, as a person would beside it. */
  run(words: readonly string[]): Promise<Run>;
  /** Ends the model; the world is the caller's to remove. */
  close(): void;
}

export async function setStage(real: RealAgent, { setup = "", settings, plugin, change }: Setting): Promise<Stage> {
  const world = temporaryWorld(runSnapveil);
  delete world.env["SNAPVEIL_RESIDENT"]; // as a person's agent starts hooks, which leave a process for the next ones
  const { home, cwd } = world;
  await runBash(
    `git init -q . && echo one > file.txt && git add . && git commit -qm 'a first commit' && ${setup || ":"}`,
    { env: world.env, cwd },
  );
  if (settings) writeFile(join(home, ".config/snapveil/config.jsonc"), settings);
  const model = await scriptedModel();
  const base = {
    ...world.env,
    XDG_CONFIG_HOME: join(home, ".config"),
    TERM: "xterm-256color",
    SHELL: "/bin/bash",
    NO_COLOR: "1",
    CI: "1",
  };
  try {
    const run = (words: readonly string[]) => startAgent(real, words, { env: base, cwd });
    const env = { ...base, ...(await real.configure({ world, url: model.url, run })) };
    if (plugin !== undefined)
      await real.addPlugin!({ world, folder: plugin, run: (words) => startAgent(real, words, { env, cwd }) });
    else if (real.register) real.register(world);
    else
      expect(await runSnapveil(["install", real.dialect, "--yes"], { env: base, cwd })).toMatchObject({ exitCode: 0 });
    change?.(world);
    return {
      world,
      close: model.close,
      run: (words) => startAgent(real, words, { env, cwd }),
      async onTerminal(command, watch) {
        const { words, type } = real.typesCommand!;
        const { seen, silent } = model.play(["silence"]);
        const terminal = new PseudoTerminal(agentLine(real, words), { env, cwd, columns: 120, rows: 50 });
        try {
          await type(terminal, command);
          return await watch(terminal, () =>
            Promise.race([silent.then(() => seen[0]!), setTimeout(300_000, "", { ref: false })]),
          );
        } finally {
          terminal.signal("SIGKILL");
        }
      },
      async onPrompt(words, steps, watch) {
        const { seen } = model.play(steps);
        const terminal = new PseudoTerminal(agentLine(real, words), { env, cwd, columns: 110, rows: 50 });
        try {
          return await watch(terminal, seen);
        } finally {
          terminal.signal("SIGKILL");
        }
      },
      async turn({ prompt = "", command, steps, words: more = [], again = false, folder = "" }) {
        const { seen, all, silent } = model.play(steps);
        const started = again ? real.again! : real.words;
        const words = command === undefined ? started(prompt) : real.command!(command);
        const agent = await startAgent(real, [...more, ...words], { env, cwd: join(cwd, folder), killed: silent });
        return { agent, seen, all };
      },
    };
  } catch (error) {
    model.close();
    throw error;
  }
}
