import { request } from "node:http";

import { closingAt, type Installer } from "../agents/formats/installer.ts";
import type { ChosenEvent } from "../install/choose-events.ts";
import { keysInWords } from "../install/closing-rows.ts";
import type { Io } from "../kit/io.ts";
import { asString, isObject, type JsonObject } from "../kit/json.ts";
import { printable } from "../kit/text.ts";
import { broken, ok, warning, type Check } from "./check.ts";
import { hasKeys } from "./check-closing.ts";
import type { RegisteredHook, RegisteredHooks } from "./registered-hooks.ts";

/** The most milliseconds that a server may take; a server on this machine answers in a few milliseconds. */
const PATIENCE = 3000;

/** Matches a variable in a header, which the agent replaces by the variable's value. */
const VARIABLE = /\$\{?(\w+)\}?/g;

/**
 * Checks the hooks that an agent sends to `snapveil serve`: whether a failure refuses the event, and whether a server
 * listens that accepts the token.
 */
export async function checkServed(
  io: Io,
  installer: Installer,
  title: string,
  {
    registered,
    served,
    chosen,
  }: Pick<RegisteredHooks, "registered" | "served"> & { readonly chosen: readonly ChosenEvent[] },
): Promise<Check[]> {
  if (served.length === 0) return [];
  const { agent, unserved = [] } = installer;
  const eventsOf = (hooks: readonly RegisteredHook[]) => [...new Set(hooks.map(({ event }) => event))].join(", ");
  const open = served.filter(
    ({ event, object }) =>
      chosen.some(({ name, isClosed }) => name === event && isClosed) &&
      !hasKeys(object, closingAt(installer, event) ?? {}),
  );
  const unheard = served.filter(({ event }) => unserved.includes(event));
  const without = unserved.filter(
    (event) => chosen.some(({ name }) => name === event) && !registered.some((line) => line.event === event),
  );
  const addresses = [...new Map(served.map((hook) => [addressOf(hook), hook])).values()];
  return [
    ...(open.length > 0
      ? [
          broken(
            "open_addresses",
            `The addresses for ${eventsOf(open)} lack ${keysInWords(installer.closing!)}: where nobody listens, or ` +
              `the token is wrong, ${title} goes on unguarded.`,
            `Add ${keysInWords(installer.closing!)} beside each "url".`,
          ),
        ]
      : []),
    ...(unheard.length > 0
      ? [warning("unserved", `${title} sends ${eventsOf(unheard)} to no address.`, "Register a command line there.")]
      : []),
    ...(without.length > 0
      ? [
          warning(
            "no_command",
            `${title} sends ${without.join(", ")} to no address, and no command line of ours is there.`,
            `Register a command line: snapveil hook --agent ${agent}`,
          ),
        ]
      : []),
    ...(await Promise.all(addresses.map((hook) => checkAddress(io, hook)))).flat(),
  ];
}

/**
 * A text that is equal for hooks with the same URL and headers. The URL's query is left out, since it may hold the
 * event's name.
 */
function addressOf({ command, object }: RegisteredHook): string {
  return JSON.stringify([command.replace(/\?.*$/s, ""), object?.["headers"] ?? {}]);
}

async function checkAddress(io: Io, { command, object = {} }: RegisteredHook): Promise<Check[]> {
  const url = new URL(command);
  const place = printable(url.origin);
  const { header, faults } = tokenIn(io, object);
  const isHere = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname);
  if (!isHere || url.protocol !== "http:")
    return [...faults, warning("address", `${place} is not on this machine, so it was not asked.`)];
  const status = await statusOf(url, header);
  if (status === undefined)
    return [
      ...faults,
      broken("address", `Nobody listens at ${place}.`, `Start it: snapveil serve --port ${url.port || 80}`),
    ];
  if (faults.length > 0) return faults;
  // The request has no event, so `snapveil serve` answers with 422.
  return status === 422
    ? [ok("address", `snapveil serve listens at ${place} and takes the token.`)]
    : [
        broken(
          "address",
          status === 401 ? `${place} does not take the token.` : `${place} answers, but not as snapveil serve does.`,
          "Start snapveil serve there, with the SNAPVEIL_TOKEN that the agent has.",
        ),
      ];
}

/**
 * The header with the token as the agent sends it, and faults in how the token is given. No fault contains the token.
 */
function tokenIn({ env }: Io, object: JsonObject): { readonly header: string; readonly faults: Check[] } {
  const headers = isObject(object["headers"]) ? object["headers"] : {};
  const [, written = ""] = Object.entries(headers).find(([name]) => name.toLowerCase() === "authorization") ?? [];
  const given = asString(written) ?? "";
  const names = [...given.matchAll(VARIABLE)].map(([, name = ""]) => name);
  const list = object["allowedEnvVars"];
  const allowed = Array.isArray(list) ? list : [];
  const faults = [
    ...(given === ""
      ? [
          broken(
            "token",
            'An address has no header "Authorization", so it is answered by nobody.',
            "See docs/serve.md.",
          ),
        ]
      : []),
    ...names
      .filter((name) => !allowed.includes(name))
      .map((name) =>
        broken("token", `"allowedEnvVars" does not name ${name}, so the token stays empty.`, `Add "${name}" to it.`),
      ),
    ...names
      .filter((name) => !env[name])
      .map((name) =>
        warning(
          "token",
          `${name} is not set here, and the token stays empty unless the agent has it.`,
          `Set ${name} where the agent is started.`,
        ),
      ),
  ];
  return { header: given.replace(VARIABLE, (_all, name: string) => env[name] ?? ""), faults };
}

/** The status of the response to a request without an event; `undefined` if no server answers. */
function statusOf(url: URL, authorization: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asked = request(url, { method: "POST", headers: { authorization }, timeout: PATIENCE }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on("timeout", () => asked.destroy());
    asked.on("error", () => resolve(undefined));
    asked.end();
  });
}
