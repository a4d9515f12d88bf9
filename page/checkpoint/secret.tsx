import { useState } from "preact/hooks";

import type { SecretPlace, SecretRequest } from "../../web/ui/api.ts";
import { post, sentenceOf } from "../client.ts";
import { Picture } from "../parts/icons.tsx";
import { printable } from "../words.ts";

/** The file that contains a secret, in a checkpoint or in a preview. */
export type SecretFile =
  | { readonly checkpoint: string; readonly file: number }
  | { readonly preview: string; readonly path: string };

interface SecretProps {
  readonly place: SecretPlace;
  readonly of: SecretFile;
}

/**
 * A button in place of a secret. A press loads the secret and shows it. The next press hides it and removes it from the
 * page.
 */
export function Secret({ place: { kind, side, at, part }, of }: SecretProps) {
  const [shown, setShown] = useState<{ readonly text?: string; readonly problem?: string }>({});
  const press = () => {
    if (shown.text !== undefined) return setShown({});
    const request: SecretRequest = { ...of, side, at };
    void post<{ readonly text: string }>("/api/secret", request).then(
      ({ text }) => setShown({ text: text.split("\n")[part] ?? "" }),
      (error: unknown) => setShown({ problem: sentenceOf(error) }),
    );
  };
  const isShown = shown.text !== undefined;
  return (
    <button
      type="button"
      class={isShown ? "secret shown" : "secret"}
      aria-pressed={isShown}
      aria-label={isShown ? undefined : `A secret: ${kind}. Press to show it.`}
      title={shown.problem ?? (isShown ? "Press to hide it" : "Press to show it")}
      onClick={press}
    >
      {isShown ? (
        printable(shown.text!)
      ) : (
        <>
          <Picture name="eye" />
          {kind}
        </>
      )}
    </button>
  );
}
