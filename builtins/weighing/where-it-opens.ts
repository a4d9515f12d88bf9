import type { Finding } from "../../redactors/doors/finding.ts";
import { hostsIn, isAtHome, isLoopback, isOfManual, isService } from "./local-host.ts";

/** Characters of a text that are looked at on each side of a finding. */
const MOST = 800;
/** Lines above and below a password in which its host may stand. */
const LINES = 3;
/** `NAME=` of a variable that a command gets, or of a line of settings: its value may be for any host. */
const VARIABLE = /(?:^|[\s"'])[A-Z][A-Z0-9_]*=["']?$/m;
/** Operators between the commands of a line. */
const PARTS = /;|&&|\|\|?/;

/**
 * The place that a secret opens: on this machine and nowhere else, perhaps in a container on it, on a host of the
 * network; or nothing says it.
 */
export type Where = "here" | "container" | "elsewhere" | "unknown";

/**
 * The place that a finding opens, by the text around it: the host of its address, those of its command, or for a
 * password the hosts beside it in settings.
 */
export function whereItOpens({ kind, rule, span: [start, end] }: Finding, text: string): Where {
  if (rule.endsWith("-password") && text[end] === "@") {
    const host = /^@(\[[\da-f:]{2,40}\]|[\w.-]{1,253})/i.exec(text.slice(end, end + 260))?.[1];
    return whereAre(host === undefined ? [] : [host]);
  }
  const before = joined(text.slice(Math.max(0, start - MOST), start)).split("\n");
  const behind = joined(text.slice(end, end + MOST)).split("\n");
  const [lineBefore, lineBehind] = [before.at(-1)!, behind[0]!];
  const command = `${lineBefore.split(PARTS).at(-1)!}${text.slice(start, end)}${lineBehind.split(PARTS)[0]!}`;
  if (!/password/.test(kind)) return VARIABLE.test(lineBefore) ? "unknown" : whereAre(hostsIn(command));
  const near = hostsIn(lineBefore + lineBehind);
  if (near.length > 0) return whereAre(near);
  if (isAtHome(command)) return "container";
  return whereAre(hostsIn([...before.slice(-1 - LINES), ...behind.slice(0, 1 + LINES)].join("\n")));
}

function whereAre(hosts: readonly string[]): Where {
  if (hosts.length === 0) return "unknown";
  if (hosts.every(isLoopback)) return "here";
  if (hosts.every((host) => isLoopback(host) || isService(host))) return "container";
  const isRemote = (host: string) => host.includes(".") && !isLoopback(host) && !isOfManual(host);
  return hosts.some(isRemote) ? "elsewhere" : "unknown";
}

/** A line goes on behind a backslash. */
function joined(text: string): string {
  return text.replace(/\\\r?\n/g, "  ");
}
