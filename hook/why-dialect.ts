import { defined } from "../kit/defined.ts";
import type { JsonObject } from "../kit/json.ts";
import { detectDialect } from "../agents/codec/detect-dialect.ts";
import { isAgentName } from "../agents/registry.ts";
import type { HookRequest } from "./request.ts";

/** The reason why an event is answered in one dialect and not in another. */
export interface WhyDialect {
  /**
   * `argument`: `--agent` names it. `guest`: `--agent` names an agent whose registrations this one runs too. `payload`:
   * by its keys. `environment`: by a variable, since payloads look alike. `default`: no sign of another.
   */
  readonly by: "argument" | "guest" | "payload" | "environment" | "default";
  /** Keys of the payload, or variables, without which the dialect would have been another. */
  readonly telling: readonly string[];
}

/**
 * Finds the keys that identify the dialect by leaving each of them out, so the dialects' own tests are used as they
 * are.
 */
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
  for (const name of names) if (/^\w{1,60}$/.test(name) && !(await isStill(name))) telling.push(name);
  return telling;
}
