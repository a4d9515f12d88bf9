import { defined } from "../kit/defined.ts";
import type { JsonObject } from "../kit/json.ts";
import { detectDialect } from "../agents/codec/detect-dialect.ts";
import { isAgentName } from "../agents/registry.ts";
import type { HookRequest } from "./request.ts";

/** Why an event is answered in this dialect. */
export interface WhyDialect {
  /**
   * `argument`: `--agent` names the dialect. `guest`: `--agent` names another agent whose hooks this agent also runs.
   * `payload`: keys of the payload are typical of the dialect. `environment`: a variable is typical of the dialect, and
   * the payloads of some agents look alike. `default`: nothing points to another agent.
   */
  readonly by: "argument" | "guest" | "payload" | "environment" | "default";
  /** The keys of the payload, or the variables, that decide: without one of them, another dialect would be chosen. */
  readonly telling: readonly string[];
}

/** Finds the keys or variables that decide by leaving each of them out, so no test of a dialect is written twice. */
export async function whyDialect(
  raw: JsonObject,
  { agent, event }: HookRequest,
  env: Readonly<Record<string, string | undefined>>,
  chosen: string,
): Promise<WhyDialect> {
  const given = defined({ agent, event });
  const named = agent !== undefined && isAgentName(agent);
  if (named && agent === chosen) return { by: "argument", telling: [] };
  const isStill = async (payload: JsonObject, variables: typeof env) =>
    (await detectDialect(payload, given, variables)).dialect.name === chosen;
  if (!(await isStill(raw, {})))
    return {
      by: "environment",
      telling: await tellingOf(Object.keys(env), async (name) => isStill(raw, { ...env, [name]: undefined })),
    };
  const telling = await tellingOf(Object.keys(raw), async (key) =>
    isStill(Object.fromEntries(Object.entries(raw).filter(([other]) => other !== key)), {}),
  );
  const isOfNobody = telling.length === 0 && (await isStill({}, {}));
  return { by: named ? "guest" : isOfNobody ? "default" : "payload", telling };
}

async function tellingOf(names: readonly string[], isStill: (name: string) => Promise<boolean>): Promise<string[]> {
  const telling: string[] = [];
  for (const name of names) if (!(await isStill(name))) telling.push(name);
  return telling;
}
