import type { Finding } from "../../redactors/doors/finding.ts";
import { hostsIn, isAtHome, isLoopback, isOfManual, isService } from "./local-host.ts";

/** How many characters on each side of a finding are looked at. */
const MOST = 800;
/** How many lines above or below a password its host is looked for. */
const LINES = 3;
/** `NAME=` before a value: a variable of a command or of a file of settings. Its value may be meant for any host. */
const VARIABLE = /(?:^|[\s"'])[A-Z][A-Z0-9_]*=["']?$/m;
/** Operators between the commands of a line. */
const PARTS = /;|&&|\|\|?/;

/**
 * The machine on which a secret is valid: only this machine (`here`), perhaps a container on this machine
 * (`container`), or a host of the network (`elsewhere`); `unknown` if the text names no host.
 */
export type Where = "here" | "container" | "elsewhere" | "unknown";

/**
 * The machine on which a secret is valid, by the text around it: the host in its address, the hosts in its command, or
 * for a password the hosts in settings beside it.
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

/** A text with each line that ends in a backslash joined with the next. */
function joined(text: string): string {
  return text.replace(/\\\r?\n/g, "  ");
}
