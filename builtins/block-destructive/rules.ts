import { isOnlyPrinting } from "../../shell/doors/programs.ts";
import { CARRIERS } from "./carriers.ts";
import { CLOUD } from "./cloud.ts";
import { CLUSTERS } from "./clusters.ts";
import { DATABASES } from "./databases.ts";
import { DISKS } from "./disks.ts";
import { ELSEWHERE_DELETED } from "./elsewhere.ts";
import { FILES } from "./files.ts";
import { GIT_ELSEWHERE, GIT_UNRECORDED } from "./git-elsewhere.ts";
import { GIT_PUSH } from "./git-push.ts";
import { GIT_REFS } from "./git-refs.ts";
import { GIT } from "./git.ts";
import { GIVE_SHELL } from "./give-shell.ts";
import { IN_CODE } from "./in-code.ts";
import { MACHINE } from "./machine.ts";
import { MIGRATIONS } from "./migrations.ts";
import { NETWORK } from "./network.ts";
import { REQUESTS } from "./requests.ts";
import { RIGHTS } from "./rights.ts";
import type { CommandView, HarmRule } from "./rule.ts";
import { SEND, SEND_ENVIRONMENT } from "./send.ts";
import { SERVER_TOOLS } from "./server-tools.ts";
import { UNRECORDED } from "./unrecorded-files.ts";

/**
 * Every rule. A refusal names the first rule that matches and denies the command; if no rule denies it, the first one
 * that asks.
 */
export const RULES: readonly HarmRule[] = [
  ...FILES,
  ...RIGHTS,
  ...CARRIERS,
  ...DISKS,
  ...GIT_PUSH,
  ...GIT,
  ...GIT_REFS,
  GIT_ELSEWHERE,
  GIT_UNRECORDED,
  ...DATABASES,
  ...MIGRATIONS,
  ...CLUSTERS,
  ...CLOUD,
  ...NETWORK,
  ...MACHINE,
  REQUESTS,
  ...IN_CODE,
  SEND,
  SEND_ENVIRONMENT,
  GIVE_SHELL,
  SERVER_TOOLS,
  ELSEWHERE_DELETED,
  UNRECORDED,
];

const BY_PROGRAM = new Map<string, HarmRule[]>();
for (const rule of RULES)
  for (const name of rule.programs.split(" ")) BY_PROGRAM.set(name, [...(BY_PROGRAM.get(name) ?? []), rule]);

const OF_ANY = BY_PROGRAM.get("*") ?? [];
for (const [name, rules] of BY_PROGRAM) if (name !== "*") BY_PROGRAM.set(name, [...new Set([...rules, ...OF_ANY])]);

const NONE: readonly HarmRule[] = [];
const OF_REPLACING = OF_ANY.filter(({ byRedirection }) => byRedirection);
const OF_ADDING = OF_REPLACING.filter(({ byRedirection }) => byRedirection === "any");

/**
 * The rules that can match a command. Most commands of a long script only print. Such a command can only do harm by a
 * redirection, so few rules are tried.
 */
export function rulesOf(view: CommandView): readonly HarmRule[] {
  const named = BY_PROGRAM.get(view.name);
  if (named) return named;
  const isStill =
    isOnlyPrinting(view.name, view.own) && !view.isFunction && !view.elsewhere && !view.isLeaving && !view.isConnected;
  if (!isStill) return OF_ANY;
  if (view.writes.length > 0) return OF_REPLACING;
  return view.appends.length > 0 ? OF_ADDING : NONE;
}
