import type { Finding } from "../../redactors/finding.ts";
import { holdsCommonWord, isCommonPassword, isDefaultPassword } from "../../redactors/judge/common-password.ts";
import { isGenerated } from "../../redactors/judge/is-generated.ts";
import { hostsIn, isAtHome, isLoopback, isOfManual, isService } from "./local-host.ts";

/** Characters of a text that are looked at on each side of a finding. */
const MOST = 800;
/** Characters from which on a word with more around it is one that somebody made for a server. */
const LONG = 12;
/** Lines above and below a password in which its host may stand. */
const LINES = 3;
/** `NAME=` of a variable that a command is given, or of a line of settings: what is behind it may be for any host. */
const VARIABLE = /(?:^|[\s"'])[A-Z][A-Z0-9_]*=["']?$/m;
/** What parts the commands of a line. */
const PARTS = /;|&&|\|\|?/;

/** On this machine and nowhere else, on a host of the network, or nothing says it. */
type Where = "here" | "elsewhere" | "unknown";

/**
 * Where something opens what was found, as the text around it says: the host of its address, those of its command, or
 * for a password those that stand beside it in settings. What has a container's name may be a server for all that, so
 * there only a word for a trial counts as one of this machine.
 */
export function whereItOpens({ kind, rule, span: [start, end] }: Finding, text: string): Where {
  const value = text.slice(start, end);
  const isWord = !isGenerated(value) && (holdsCommonWord(value) || isCommonPassword(value));
  const isBrief = value.length < LONG || isDefaultPassword(value);
  const isHere = (host: string) => isLoopback(host) || (isWord && isBrief && isService(host));
  const whereAre = (hosts: readonly string[]): Where => {
    if (hosts.length > 0 && hosts.every(isHere)) return "here";
    return hosts.some((host) => host.includes(".") && !isHere(host) && !isOfManual(host)) ? "elsewhere" : "unknown";
  };
  if (rule.endsWith("-password") && text[end] === "@") {
    const host = /^@(\[[\da-f:]{2,40}\]|[\w.-]{1,253})/i.exec(text.slice(end, end + 260))?.[1];
    return whereAre(host === undefined ? [] : [host]);
  }
  const before = joined(text.slice(Math.max(0, start - MOST), start)).split("\n");
  const behind = joined(text.slice(end, end + MOST)).split("\n");
  const [lineBefore, lineBehind] = [before.at(-1)!, behind[0]!];
  const command = `${lineBefore.split(PARTS).at(-1)!}${value}${lineBehind.split(PARTS)[0]!}`;
  if (!/password/.test(kind)) return VARIABLE.test(lineBefore) ? "unknown" : whereAre(hostsIn(command));
  const near = hostsIn(lineBefore + lineBehind);
  if (near.length > 0) return whereAre(near);
  if (isWord && isAtHome(command)) return "here";
  return whereAre(hostsIn([...before.slice(-1 - LINES), ...behind.slice(0, 1 + LINES)].join("\n")));
}

/** A line goes on behind a backslash. */
function joined(text: string): string {
  return text.replace(/\\\r?\n/g, "  ");
}
