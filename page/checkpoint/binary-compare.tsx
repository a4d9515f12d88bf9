import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";

import { Segments } from "../parts/controls.tsx";
import { size } from "../words.ts";

/** How many bytes a row has. Below: how many rows are shown, and how many of these come before the first difference. */
const ROW = 16;
const ROWS = 12;
const LEAD = 2;

/** The content on one side of a change; `undefined` if the file does not exist on this side. */
type Side<Content> = Content | undefined;

export interface ImageCompareProps {
  readonly name: string;
  readonly before: Side<Blob>;
  readonly after: Side<Blob>;
}

/** An image before and after a change: side by side, or one above the other with a movable border. */
export function ImageCompare({ name, before, after }: ImageCompareProps) {
  const [way, setWay] = useState<"beside" | "over">("beside");
  const [cut, setCut] = useState(50);
  const [beforeUrl, afterUrl] = [useAddress(before), useAddress(after)];
  const isBoth = before !== undefined && after !== undefined;
  return (
    <div class="pictures">
      {isBoth && (
        <Segments
          label="How to compare"
          choices={{ beside: "Side by side", over: "Swipe" }}
          chosen={way}
          onChoose={setWay}
        />
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
          <Image side="before" name={name} bytes={before?.size} url={beforeUrl} />
          <Image side="after" name={name} bytes={after?.size} url={afterUrl} />
        </div>
      )}
    </div>
  );
}

/** A blob URL for content. The content was loaded with the token, which a plain URL could not send. */
function useAddress(blob: Side<Blob>): string | undefined {
  const url = useMemo(() => blob && URL.createObjectURL(blob), [blob]);
  useEffect(() => () => url && URL.revokeObjectURL(url), [url]);
  return url;
}

interface ImageProps {
  readonly side: "before" | "after";
  readonly name: string;
  readonly bytes: number | undefined;
  readonly url: string | undefined;
}

function Image({ side, name, bytes, url }: ImageProps) {
  const [dimensions, setDimensions] = useState("");
  const [isBroken, setBroken] = useState(false);
  return (
    <Figure side={side} caption={bytes === undefined ? undefined : `${dimensions}${size(bytes)}`}>
      {isBroken && <p class="file-note">This picture is damaged, or none that this browser knows.</p>}
      {url !== undefined && !isBroken && (
        <img
          class="checkered"
          src={url}
          alt={`${name} ${side}`}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setDimensions(`${naturalWidth} × ${naturalHeight}, `)
          }
          onError={() => setBroken(true)}
        />
      )}
    </Figure>
  );
}

interface FigureProps {
  readonly side: "before" | "after";
  /** The caption; absent if the file does not exist on this side. */
  readonly caption: string | undefined;
  readonly children: ComponentChildren;
}

function Figure({ side, caption = "there was no such file", children }: FigureProps) {
  return (
    <figure class={`picture ${side}`}>
      <figcaption>
        <strong>{side === "before" ? "Before" : "After"}</strong> {caption}
      </figcaption>
      {children}
    </figure>
  );
}

export interface ByteCompareProps {
  readonly before: Side<Uint8Array>;
  readonly after: Side<Uint8Array>;
}

/** The bytes of a binary file before and after a change, around the first difference. */
export function ByteCompare({ before, after }: ByteCompareProps) {
  const first = before && after ? firstDifference(before, after) : 0;
  const start = Math.max(0, Math.floor(first / ROW) - LEAD) * ROW;
  return (
    <div class="beside bytes">
      <Dump side="before" own={before} other={after} start={start} />
      <Dump side="after" own={after} other={before} start={start} />
    </div>
  );
}

function firstDifference(one: Uint8Array, other: Uint8Array): number {
  const at = one.findIndex((byte, place) => byte !== other[place]);
  return at < 0 ? one.length : at;
}

interface DumpProps {
  readonly side: "before" | "after";
  readonly own: Side<Uint8Array>;
  readonly other: Side<Uint8Array>;
  readonly start: number;
}

function Dump({ side, own, other, start }: DumpProps) {
  if (!own)
    return (
      <Figure side={side} caption={undefined}>
        {null}
      </Figure>
    );
  const rows = Array.from({ length: ROWS }, (_, at) => start + at * ROW).filter((offset) => offset < own.length);
  return (
    <Figure side={side} caption={`${size(own.length)}, binary`}>
      <pre class="dump" tabIndex={0} role="img" aria-label={`Bytes ${side} from ${start} on, in hexadecimal`}>
        {rows.map((offset) => (
          <span key={offset} class="dump-row">
            <span class="number">{offset.toString(16).padStart(6, "0")} </span>
            {Array.from(own.subarray(offset, offset + ROW), (byte, at) => (
              <span key={at} class={other && other[offset + at] !== byte ? "differs" : undefined}>
                {byte.toString(16).padStart(2, "0")}{" "}
              </span>
            ))}
            {"\n"}
          </span>
        ))}
      </pre>
    </Figure>
  );
}
