import type { Call } from "./call.ts";

const searched = new WeakMap<Call["io"], Map<string, string>>();

/**
 * Remembers a prompt without its secrets for other builtins on the same event, each of which has a world of its own.
 */
export function notePrompt({ io }: Pick<Call, "io">, prompt: string, clean: string): void {
  searched.set(io, new Map([...(searched.get(io) ?? []), [prompt, clean], [clean, clean]]));
}

/** The prompt without its secrets; `undefined` if it was not searched yet. */
export function cleanPrompt({ io }: Pick<Call, "io">, prompt: string): string | undefined {
  return searched.get(io)?.get(prompt);
}
