import { redactQuoted } from "../../builtins/doors/masking.ts";
import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import type { JsonObject } from "../../kit/json.ts";
import { counted } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { diffPresent, listCheckpoints, showCheckpoint } from "../../shadow-repo/doors/look.ts";
import { whereFiles, whereKnown } from "../../shadow-repo/doors/restore.ts";
import { describeCheckpoints } from "../../terminal/checkpoint-table.ts";
import { describeLabels } from "../../terminal/describe-labels.ts";
import { describeRestore } from "../../terminal/describe-restore.ts";
import { describeStat } from "../../terminal/describe-stat.ts";
import { readSettings } from "../../worktree/doors/settings.ts";
import { aboutWithheld } from "../commands/changes.ts";
import { SecretsShown } from "../secrets-shown.ts";
import { questionOf } from "./question.ts";
import { UndoPlans, type UndoPlan } from "./undo-plans.ts";

/** The person's answer to a question; `cannot` if the model's program has no way to ask. */
export type PersonsAnswer = "yes" | "no" | "cannot";
/** Asks the person whether to do what a text says. */
type AskPerson = (message: string) => Promise<PersonsAnswer>;

interface Arguments {
  readonly id?: string;
  readonly step?: string;
  readonly plan?: string;
  readonly paths?: readonly string[];
  readonly all?: boolean;
}

/** One tool: how it is listed, and what it does. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject & { readonly type: "object" };
  /** Whether the tool changes files. Such a tool is listed only if the person can be asked. */
  readonly changes?: true;
  run(tools: ToolsWorld, given: Arguments): Promise<string>;
}

/** What the tools work on: the server's folder, the plans made so far, and the way to the person. */
export interface ToolsWorld {
  readonly io: Io;
  readonly plans: UndoPlans;
  readonly ask: AskPerson;
}

/** The most characters of an answer: what fits into a result of a tool in every agent. */
const LONGEST = 24_000;
/** The most characters of a question to the person. */
const LONGEST_QUESTION = 4_000;
/** The most checkpoints in a list. */
const LISTED = 50;

const PATHS = { type: "array", items: { type: "string" }, description: "Only these files or folders." };

export const TOOLS: readonly Tool[] = [
  {
    name: "list_checkpoints",
    title: "List undo checkpoints",
    description:
      "Lists what can be taken back in this project, newest first: an id, when, which turn or call, its title and " +
      "files. A turn contains its calls.",
    inputSchema: schema({ paths: PATHS, all: { type: "boolean", description: "Also undone ones." } }),
    run: listed,
  },
  {
    name: "show_changes",
    title: "Show what changed",
    description:
      "Shows what a checkpoint changed, as a diff; without an id what has changed since the newest one. Secrets are " +
      "masked, so the diff is to be read and not to be applied.",
    inputSchema: schema({ id: { type: "string", description: "A checkpoint's id or its beginning." }, paths: PATHS }),
    run: shown,
  },
  {
    name: "plan_undo",
    title: "Plan an undo",
    description:
      "Says what an undo of a turn or call would do to which files, and changes nothing. Without `step`: of the newest turn. " +
      "Use it when the user asks to undo something.",
    inputSchema: schema({
      step: { type: "string", description: "The id of a turn or call, or its beginning." },
      paths: PATHS,
    }),
    run: planned,
  },
  {
    name: "undo",
    title: "Undo, after the person's yes",
    description:
      "Carries out a plan of plan_undo. The person is asked first, and nothing is changed without a yes. The present is " +
      "recorded before, so the undo can itself be undone.",
    inputSchema: schema({ plan: { type: "string", description: "The id of the plan." } }, ["plan"]),
    changes: true,
    run: carriedOut,
  },
];

function schema(properties: JsonObject, required: string[] = []): Tool["inputSchema"] {
  return { type: "object", properties, required, additionalProperties: false };
}

/** Runs a tool. The answer holds no secret, and is cut if it is too long. */
export async function runTool(tools: ToolsWorld, tool: Tool, given: Arguments): Promise<string> {
  const text = await safeText(tools.io, await tool.run(tools, given));
  return cut(text, LONGEST, "Name paths to see the rest.");
}

/** A text without secrets, as a hook would give a tool's output to the model. */
export async function safeText(io: Io, text: string): Promise<string> {
  return redactQuoted(text, { io, settings: await readSettings(io, io.cwd) }, io.cwd);
}

function cut(text: string, most: number, way: string): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most)}\n… ${counted(text.length - most, "character")} more. ${way}`;
}

async function listed({ io }: ToolsWorld, { paths = [], all = false }: Arguments): Promise<string> {
  const list = await listCheckpoints(io, io.cwd, { paths, all });
  if (list.checkpoints.length === 0) return "There are no checkpoints here.";
  const checkpoints = list.checkpoints.slice(-LISTED);
  const older = list.checkpoints.length - checkpoints.length;
  const rest = older > 0 ? `${counted(older, "older checkpoint")} not listed: name paths.\n` : "";
  return describeCheckpoints({ ...list, checkpoints }, io.now()) + rest;
}

async function shown({ io }: ToolsWorld, { id, paths = [] }: Arguments): Promise<string> {
  const { toShow } = SecretsShown.onScreen(io);
  const ways = { form: "to read", toShow } as const;
  const { folder, paths: asked } = id === undefined ? whereFiles(io, io.cwd, paths) : whereKnown(io, io.cwd, id, paths);
  const { patch, ...data } =
    id === undefined
      ? await diffPresent(io, folder, { paths: asked, ...ways })
      : await showCheckpoint(io, folder, { checkpoint: id, paths: asked, ...ways });
  if (data.checkpoint === null) return "There is no checkpoint here yet that the files could be compared with.";
  const labels = describeLabels(data).map((line) => `${line}\n`);
  return [...labels, describeStat(data.files), aboutWithheld(data), "\n", patch.toString("utf8")].join("");
}

async function planned({ plans }: ToolsWorld, { step, paths = [] }: Arguments): Promise<string> {
  const plan = await plans.plan(step, paths);
  if (!plan) return "There is nothing to undo here.";
  return [
    describeRestore(plan.result, "preview"),
    `Plan ${plan.id}. Nothing has been changed.\n`,
    `To do it, call undo with this plan if you have that tool: the person is asked. Or the person types: ${plan.command}\n`,
  ].join("");
}

async function carriedOut({ io, plans, ask }: ToolsWorld, { plan: id = "" }: Arguments): Promise<string> {
  const plan = await plans.again(id);
  const question = await safeText(io, questionOf(plan.result));
  const answer = await ask(cut(question, LONGEST_QUESTION, "snapveil undo --dry-run shows all."));
  if (answer !== "yes") throw new UserError("badArgument", [noneDone(answer, plan)]);
  return describeRestore(await plans.carryOut(id), "done");
}

function noneDone(answer: "no" | "cannot", { command }: UndoPlan): string {
  const why = answer === "no" ? "The person did not say yes" : "The person could not be asked here";
  return `${why}, so nothing was changed. The person can type: ${command}`;
}

/** The arguments of a call, of the types that the tool's schema demands. @throws UserError if there are others */
export function argumentsOf({ inputSchema }: Tool, given: Readonly<Record<string, unknown>> = {}): Arguments {
  const known = inputSchema["properties"] as Readonly<Record<string, { readonly type: string }>>;
  for (const [name, value] of Object.entries(given)) {
    const kind = Array.isArray(value) && value.every((one) => typeof one === "string") ? "array" : typeof value;
    if (value !== null && known[name]?.type !== kind)
      throw new UserError("badArgument", [`The argument ${JSON.stringify(name)} is unknown or of a wrong type.`]);
  }
  return defined(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)));
}
