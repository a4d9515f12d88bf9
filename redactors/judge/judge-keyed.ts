import type { Finding } from "../finding.ts";
import { isSignature, judgeKey } from "./judge-key.ts";
import { judgeValue } from "./judge-value.ts";

/** A whole string under a name, as JSON has it: what of it is a secret, or `undefined`. */
export function judgeKeyed(name: string, value: string, bundled: boolean): Finding | undefined {
  if (name.length > 80 || isSignature(name)) return undefined;
  const key = judgeKey(name);
  if (key === undefined) return undefined;
  const start = /^(?:bearer|basic|token|apikey|api-key|bot) (?=\S{8,}$)/i.exec(value)?.[0].length ?? 0;
  const confidence = judgeValue(key, value.slice(start), {
    quoted: true,
    data: true,
    constant: !/[a-z]/.test(name),
    bundled: () => bundled,
  });
  return confidence && { rule: `keyed-${key.kind}`, kind: key.kind, span: [start, value.length], confidence };
}
