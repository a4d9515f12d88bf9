import type { Call } from "./call.ts";

const searched = new WeakMap<Call["io"], Map<string, string>>();

/**
 * Remembers a redacted prompt, so that other builtins at the same event need not search it again. The prompt is stored
 * under `io`, an object that is created anew for each event.
 */
export function notePrompt({ io }: Pick<Call, "io">, prompt: string, clean: string): void {
  searched.set(io, new Map([...(searched.get(io) ?? []), [prompt, clean], [clean, clean]]));
}

/** The redacted prompt; `undefined` if no redacted form of it was noted. */
export function cleanPrompt({ io }: Pick<Call, "io">, prompt: string): string | undefined {
  return searched.get(io)?.get(prompt);
}
