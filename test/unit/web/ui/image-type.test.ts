import { expect, test } from "vitest";

import { picture } from "../../../../tools/demo/picture.ts";
import { imageType } from "../../../../web/ui/file-content.ts";

const padded = (head: string) => Buffer.concat([Buffer.from(head, "latin1"), Buffer.alloc(64, 1)]);

test.each([
  ["image/png", picture(4, 4, 0)],
  ["image/jpeg", padded("\u00ff\u00d8\u00ff\u00e0")],
  ["image/gif", padded("GIF89a")],
  ["image/webp", padded("RIFF....WEBPVP8 ")],
  ["image/avif", padded("\0\0\0 ftypavif")],
])("knows %s by its bytes", (type, content) => {
  expect(imageType(content)).toBe(type);
});

test.each([
  ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ["an SVG with a head", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"></svg>'],
  ["HTML", "<!doctype html><script>alert(1)</script><p>enough to be long</p>"],
  ["HTML that begins like a picture", "GIF8<script>alert(1)</script>, and more of the same text"],
  ["a PDF", "%PDF-1.7 enough to be longer than any signature is"],
  ["an empty file", ""],
  ["a signature alone", "GIF89a"],
])("takes %s for no picture", (_what, text) => {
  expect(imageType(Buffer.from(text, "latin1"))).toBeUndefined();
});
