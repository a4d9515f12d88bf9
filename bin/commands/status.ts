import { defined } from "../../kit/defined.ts";
import { Command, Option } from "commander";

import { builtinNamed } from "../../builtins/doors/table.ts";
import { residentFolder, residentOffBy, residentsIn } from "../../worktree/doors/data-dir.ts";
import { readSwitch, whyOff } from "../../worktree/doors/switch.ts";
import { homeOf, type Io } from "../../kit/io.ts";
import { asString, isObject, parseJson, type Json } from "../../kit/json.ts";
import { UserError } from "../../kit/user-error.ts";
import { isOn, stateInWords, works } from "../../terminal/describe-state.ts";
import { describeFolder, describeRepository, describeStatus } from "../../terminal/describe-status.ts";
import { PROGRAM_FOLDER, VERSION } from "../program.ts";
import { stdinIsPiped } from "../real-io.ts";
import { displayOf, showText, writeJson, writeWithin } from "../show.ts";

export function statusCommand(io: Io): Command {
  return new Command("status")
    .description(
      "say whether snapveil is on, and for which agents; where checkpoints are, their size, and what is not recorded",
    )
    .option("--json", "print it as JSON")
    .addOption(
      new Option(
        "--line",
        "print one short line for an agent's status line; it reads the agent's JSON on standard input",
      ).conflicts("json"),
    )
    .addHelpText(
      "after",
      "\nExamples:\n  snapveil status\n" +
        '  In ~/.claude/settings.json: "statusLine": { "type": "command", "command": "snapveil status --line" }',
    )
    .action(async (options: { json?: boolean; line?: boolean }) => {
      if (options.line) return io.writeStdout(`${await lineFor(io)}\n`);
      const found = await stateOfFolder(io).catch(async (error: unknown) => {
        // Whether snapveil is on is answered in every folder that has a home, also where nothing can be recorded.
        const state = options.json || !homeOf(io.env) ? undefined : await askState(io);
        if (state && error instanceof UserError) writeWithin(io, `snapveil  ${stateInWords(state)}\n`);
        throw error;
      });
      const { own, newest, folder, repositories, residents, residentOff } = found;
      const state = { ...(await askState(io)), ...defined({ newest }) };
      const answer = stateInWords(state);
      if (options.json)
        return writeJson(io, {
          ...(own ?? { switched_off: readSwitch(io).off ?? null, ...folder }),
          on: isOn(state),
          agents: state.starters.filter(works).map(({ agent }) => agent),
          residents,
          ...((!own || repositories.length > 0) && { repositories }),
        });
      const display = displayOf(io);
      const above = own
        ? describeStatus({ ...own, residents, ...defined({ residentOff }), answer }, display)
        : describeFolder(folder, { switched_off: readSwitch(io).off ?? null, answer }, display);
      const text = above + repositories.map((one) => `\n${describeRepository(one, display)}`).join("");
      showText(io, text, display);
    });
}

/** Whether snapveil is on, and for which agents. @throws UserError if there is no home folder */
export async function askState(io: Io) {
  const { whoStarts } = await import("../../doctor/who-starts.ts");
  const starters = await whoStarts(io, { folder: PROGRAM_FOLDER, version: VERSION }, process.execPath);
  return { ...defined({ off: whyOff(io) }), starters };
}

/** The state of what is recorded in the current folder. @throws UserError if nothing can be recorded there */
async function stateOfFolder(io: Io) {
  const { status } = await import("../../shadow-repo/doors/look.ts");
  const { readSettings } = await import("../../worktree/doors/settings.ts");
  const { switches, resident } = await readSettings(io, io.cwd);
  const isDisabled = io.env["SNAPVEIL_DISABLE"] === "1";
  const off = Object.keys(switches).find((name) => !switches[name] && builtinNamed(name)?.leg === "snapshot");
  const { own, newest, folder } = await status(io, io.cwd);
  const refused = isDisabled
    ? "SNAPVEIL_DISABLE=1 is set here: hooks that have it do nothing. Unset it."
    : off && `Your settings switch ${off} off in hooks.`;
  const stopped = <State extends { readonly refused: string | null }>(state: State) =>
    refused ? { ...state, refused: state.refused ?? refused } : state;
  return {
    own: own && stopped(own),
    newest,
    folder,
    repositories: folder.repositories.map(stopped),
    residents: residentsIn(residentFolder(io) ?? "", io.platform).map(({ pid }) => pid),
    residentOff: residentOffBy(io, resident),
  };
}

/**
 * The text for an agent's status line. Agents run this after each message, so it records no checkpoint and starts no
 * git.
 */
async function lineFor(io: Io): Promise<string> {
  if (readSwitch(io).off || io.env["SNAPVEIL_DISABLE"] === "1") return "snapveil is off";
  const { LogReader } = await import("../../builtins/doors/logs.ts");
  const { refusalLog } = await import("../../builtins/doors/logs.ts");
  const { recordedHere } = await import("../../shadow-repo/doors/look.ts");
  const { countGuards, statusLine } = await import("../../terminal/session-summary.ts");
  const { session, folder } = whose(stdinIsPiped() ? io.readStdin() : "");
  const files = session === undefined ? [] : [refusalLog(io) ?? []].flat();
  const entries = new LogReader(files).read(session === undefined ? {} : { session });
  return statusLine(recordedHere(io, folder ?? io.cwd), countGuards(entries));
}

/** The session and folder in the JSON that an agent passes to its status line, in the form of Claude Code. */
function whose(text: string): { session?: string; folder?: string } {
  let value: Json | undefined;
  try {
    value = parseJson(text);
  } catch {
    return {};
  }
  if (!isObject(value)) return {};
  const workspace = isObject(value["workspace"]) ? value["workspace"] : {};
  const session = asString(value["session_id"]);
  const folder = asString(workspace["project_dir"]) ?? asString(workspace["current_dir"]) ?? asString(value["cwd"]);
  return defined({ session, folder });
}
