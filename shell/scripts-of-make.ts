import { expandMake } from "./expand-make.ts";
import type { Makefile } from "./makefile.ts";

/** The scripts of the targets that a command names, each after the targets that it needs. */
export function scriptsOfMake(
  { rules, scope, setUp, isOneShell }: Makefile,
  wanted: readonly string[],
  most: number,
): string[] {
  const taken = new Set<string>();
  const scripts: string[] = [];
  const take = (target: string): void => {
    if (taken.has(target) || taken.size === most) return;
    taken.add(target);
    const meant = rules.filter((rule) => rule.target === target);
    const found =
      meant.length > 0 ? meant : rules.filter((rule) => stemOf(rule.target, target) !== undefined).slice(0, 1);
    for (const rule of found) {
      const stem = stemOf(rule.target, target) ?? "";
      const needs = expandMake(rule.needs, {
        ...scope,
        automatic: (name) => (name === "@" ? target : name === "*" ? stem : ""),
      })
        .split(/\s+/)
        .map((need) => need.replace("%", () => stem))
        .filter((need) => need !== "" && need !== "|");
      needs.forEach(take);
      const automatic = (name: string) =>
        ({ "@": target, "*": stem, "<": needs[0], "^": needs.join(" ") })[name[0]!] ?? "";
      const lines = rule.lines.flatMap((line) => expandMake(line.trim(), { ...scope, automatic }).split("\n"));
      const own = lines.map((line) => line.trim().replace(/^[@+-]+\s*/, "")).filter((line) => line !== "");
      if (own.length > 0)
        scripts.push(
          [...setUp, ...own.map((line) => (isOneShell || own.length === 1 ? line : `(${line}\n)`))].join("\n"),
        );
    }
  };
  wanted.forEach(take);
  return scripts;
}

/** Whether the name of a rule has a `%`, and matches a target. */
export function isOfPattern(name: string, target: string): boolean {
  return stemOf(name, target) !== undefined;
}

/** The text for which `%` stands in the name of a rule; `undefined` if the rule makes no such target. */
function stemOf(name: string, target: string): string | undefined {
  const [start = "", end] = name.split("%");
  if (end === undefined || !target.startsWith(start) || !target.endsWith(end)) return undefined;
  return target.length < start.length + end.length ? undefined : target.slice(start.length, target.length - end.length);
}
