import type { Registered } from "../agents/formats/config-file.ts";
import type { Where } from "../agents/formats/installer.ts";
import type { Io } from "../kit/io.ts";
import { printable } from "../kit/text.ts";
import { runProcess } from "../kit/run-process.ts";
import { broken, ok, warning, type Check } from "./check.ts";
import { CHEAP_CERTIFICATES } from "./check-environment.ts";

/**
 * The supported versions of Node, as in package.json: the oldest major version, and the first supported minor version
 * of each major version (infinity: no minor version is supported).
 */
const OLDEST = 20;
const FIRST_RELEASE: Readonly<Record<number, number>> = { 20: 16, 21: Number.POSITIVE_INFINITY, 22: 3 };

/**
 * Checks the Node that each hook starts, and variables of this shell that slow Node down.
 * @param talking the events at which a hook talks to a server, so that its line keeps the person's certificates
 */
export function checkNode(
  io: Io,
  registered: readonly Registered[],
  where: Where,
  talking: ReadonlySet<string> = new Set(),
): Check[] {
  const lines = [...new Map(registered.map((one) => [one.command, one])).values()];
  const named = [...new Set(lines.flatMap(({ command }) => nodeIn(command, where) ?? []))];
  const versions = named.map((node) => [node, versionOf(node, io)] as const);
  const checks = versions.map(([node, version]) => {
    if (!version)
      return broken(
        "node",
        `The lines start ${printable(node)}, which is not there or is no Node.`,
        "Run snapveil install again for this agent.",
      );
    const isOld = version[0] < OLDEST || version[1] < (FIRST_RELEASE[version[0]] ?? 0);
    return isOld
      ? broken(
          "node",
          `${printable(node)} is Node ${version.join(".")}; 20.16, 22.3 or newer is needed.`,
          "Put a newer Node first on PATH and run snapveil install again.",
        )
      : ok("node", `${printable(node)} is Node ${version.join(".")}.`);
  });
  const major = Math.max(0, ...versions.map(([, version]) => version?.[0] ?? 0));
  return [...checks, ...checkVariables(io, registered, { major, talking })];
}

function checkVariables(
  { env }: Io,
  lines: readonly Registered[],
  { major, talking }: { readonly major: number; readonly talking: ReadonlySet<string> },
): Check[] {
  const open = (name: string) =>
    lines.filter((line) => ownLine(line) && !line.command.includes(`${name}=`) && line.env?.[name] === undefined);
  const checks: Check[] = [];
  const reading = open("NODE_EXTRA_CA_CERTS").filter(({ event }) => !talking.has(event));
  if (env["NODE_EXTRA_CA_CERTS"] && major > 0 && major < CHEAP_CERTIFICATES && reading.length > 0) {
    checks.push(
      warning(
        "certificates",
        `NODE_EXTRA_CA_CERTS is set, and a line does not set it back: under Node ${major} each hook reads those ` +
          "certificates at its start.",
        "Run snapveil install again, use Node 22, or unset it.",
      ),
    );
  }
  if (
    /(?:^|\s)--(?:import|require|loader|experimental-loader)\b|(?:^|\s)-r\b/.test(env["NODE_OPTIONS"] ?? "") &&
    open("NODE_OPTIONS").length > 0
  ) {
    checks.push(
      warning(
        "node_options",
        "NODE_OPTIONS loads a module into every Node, and a line does not set it back: each hook loads it too, " +
          "and what it prints is taken for an answer.",
        "Run snapveil install again, or unset it.",
      ),
    );
  }
  return checks;
}

/**
 * Whether a command line starts Node directly, so that nothing clears the variables that slow Node down. The launcher
 * and snapveil's scripts clear these.
 */
function ownLine({ command }: Registered): boolean {
  return !/snapveil-hook|[\\/]wrappers[\\/]snapveil-/.test(command);
}

/**
 * The Node that a command line names; for the launcher, the Node of the last installation. `undefined` if none is
 * recognized.
 */
function nodeIn(command: string, { runtime }: Where): string[] | undefined {
  if (/snapveil-hook|[\\/]wrappers[\\/]snapveil-/.test(command)) return [runtime.node];
  const word = /(?:'((?:[^'])*)'|"([^"]*)"|(\S+))\s+(?:'[^']*'|"[^"]*"|\S+)\s+hook\b/.exec(command);
  const path = word?.[1] ?? word?.[2] ?? word?.[3];
  return path && /node(?:\.exe)?$/i.test(path) ? [path] : undefined;
}

function versionOf(node: string, { env }: Io): readonly [number, number, number] | undefined {
  const { stdout, status } = runProcess(node, ["--version"], { env: { PATH: env["PATH"] ?? "" }, timeout: 10_000 });
  const parts = /^v(\d+)\.(\d+)\.(\d+)/.exec(stdout.toString("utf8"));
  return status === 0 && parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : undefined;
}
