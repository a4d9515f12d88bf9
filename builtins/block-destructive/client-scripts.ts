import { inShell } from "../../kit/in-shell.ts";
import { toWords } from "../../kit/words.ts";
import { rowsOf } from "../../shell/doors/programs.ts";

/** Words for services in the names of servers, each with the client whose arguments such a server takes. */
const CLIENTS: Readonly<Record<string, string>> = {
  azure: "az",
  gcp: "gcloud",
  k8s: "kubectl",
  kubernetes: "kubectl",
  mongodb: "mongosh",
  postgres: "psql",
  redis: "redis-cli",
  valkey: "valkey-cli",
};

/**
 * The scripts of a tool that passes its arguments to the client of a service, with the client's name in front:
 * `mcp__terraform__execute { command: "destroy" }` → `yes | terraform destroy`. There is no terminal, so the client is
 * told to answer its own questions with yes. A script that begins with a program in the table stays as it is.
 */
export function clientScripts(toolName: string, scripts: readonly string[]): readonly string[] {
  const client = clientOf(toolName);
  if (client === undefined) return scripts;
  return scripts.map((script) => {
    const [first = ""] = /^\s*[\w.-]+/.exec(script) ?? [];
    const isWhole = first === "" || rowsOf(first.trim().toLowerCase()).length > 0;
    return isWhole ? script : `yes | ${inShell(client)} ${script}`;
  });
}

/** The client that the name of a tool or of its server says, the last one if several; `undefined` if none. */
function clientOf(toolName: string): string | undefined {
  const words = toWords(toolName);
  const named = words.findLast((word) => CLIENTS[word] !== undefined);
  return named ? CLIENTS[named] : words.findLast((word) => rowsOf(word).some(({ destroys }) => destroys !== undefined));
}
