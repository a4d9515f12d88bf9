import { useEffect, useState } from "preact/hooks";

import { size } from "../words.ts";

export interface ImageCompareProps {
  readonly name: string;
  readonly before: Blob | undefined;
  readonly after: Blob | undefined;
}

/** A picture before and after, beside one another, or one over the other with a line between them that can be moved. */
export function ImageCompare({ name, before, after }: ImageCompareProps) {
  const [way, setWay] = useState<"beside" | "over">("beside");
  const [cut, setCut] = useState(50);
  const [beforeUrl, afterUrl] = [useAddress(before), useAddress(after)];
  const isBoth = before !== undefined && after !== undefined;
  return (
    <div class="pictures">
      {isBoth && (
        <div class="segments" role="group" aria-label="How to compare">
          <button type="button" aria-pressed={way === "beside"} onClick={() => setWay("beside")}>
            Side by side
          </button>
          <button type="button" aria-pressed={way === "over"} onClick={() => setWay("over")}>
            Swipe
          </button>
        </div>
      )}
      {way === "over" && isBoth ? (
        <div class="swipe">
          <div class="swipe-stage checkered">
            <img src={afterUrl} alt={`${name} after`} />
            <img
              src={beforeUrl}
              alt={`${name} before`}
              class="swipe-before"
              style={{ clipPath: `inset(0 ${100 - cut}% 0 0)` }}
            />
            <span class="swipe-line" style={{ left: `${cut}%` }} />
          </div>
          <input
            type="range"
            min="0"
            max="100"
            value={cut}
            aria-label="How much of the picture before is shown, in per cent"
            onInput={(event) => setCut(Number(event.currentTarget.value))}
          />
        </div>
      ) : (
        <div class="beside">
          <Side label="Before" name={name} blob={before} url={beforeUrl} />
          <Side label="After" name={name} blob={after} url={afterUrl} />
        </div>
      )}
    </div>
  );
}

function Side({
  label,
  name,
  blob,
  url,
}: {
  readonly label: string;
  readonly name: string;
  readonly blob: Blob | undefined;
  readonly url: string | undefined;
}) {
  const [dimensions, setDimensions] = useState("");
  const [isBroken, setBroken] = useState(false);
  return (
    <figure class={`picture ${label.toLowerCase()}`}>
      <figcaption>
        <strong>{label}</strong> {blob ? `${dimensions}${size(blob.size)}` : "there was no such file"}
      </figcaption>
      {isBroken && <p class="file-note">This picture is damaged, or none that this browser knows.</p>}
      {url !== undefined && !isBroken && (
        <img
          class="checkered"
          src={url}
          alt={`${name} ${label.toLowerCase()}`}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setDimensions(`${naturalWidth} × ${naturalHeight}, `)
          }
          onError={() => setBroken(true)}
        />
      )}
    </figure>
  );
}

/** An address of the browser's own for bytes that were fetched with the token. */
function useAddress(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return setUrl(undefined);
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
