import { useEffect, useState } from "preact/hooks";

import type { PreviewView, RestoreRequest, RestoreView } from "../../web/ui/api.ts";
import { post, Refused, sentenceOf } from "../client.ts";
import { counted } from "../words.ts";

export interface ShownPreview {
  /** What the request would do; absent while it is looked at, and where that failed. */
  readonly preview: PreviewView | undefined;
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  /** Does what the preview shows, or shows another one where the files have changed since. */
  readonly confirm: () => Promise<void>;
}

export function usePreview(request: RestoreRequest, onDone: (sentence: string) => void): ShownPreview {
  const [preview, setPreview] = useState<PreviewView>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let ended = false;
    setPreview(undefined);
    setProblem(undefined);
    post<PreviewView>("/api/preview", request).then(
      (found) => !ended && setPreview(found),
      (error: unknown) => !ended && setProblem(sentenceOf(error)),
    );
    return () => {
      ended = true;
    };
  }, [request]);
  const confirm = async () => {
    if (!preview) return;
    setBusy(true);
    setProblem(undefined);
    try {
      onDone(describe(await post<RestoreView>("/api/restore", { request, preview: preview.preview })));
    } catch (error) {
      if (error instanceof Refused && error.status === 409) {
        setPreview(error.body as PreviewView);
        setProblem("The files have changed since this was shown. Nothing was touched; below is what would happen now.");
      } else setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  return { preview, problem, isBusy, confirm };
}

function describe({ restored, files, skipped }: RestoreView): string {
  if (!restored) return "There was nothing to put back.";
  const left = skipped.length > 0 ? ` ${counted(skipped.length, "file was", "files were")} left alone.` : "";
  return `Put back ${counted(files, "file")}.${left} The state before is kept.`;
}
