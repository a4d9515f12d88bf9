import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { ibanLength, isIban, isLuhn } from "../../../redactors/personal/checked-numbers.ts";
import { personalDetector } from "../../../redactors/personal/personal-data.ts";
import { redactText } from "../../../redactors/json/redact-text.ts";
import { PERSONAL_KINDS } from "../../../worktree/settings.ts";

const detectors = [personalDetector(PERSONAL_KINDS)];
const redacted = (text: string) => redactText(text, "typed", { detectors }).text;

test.each([
  ["Mail jane.doe+x@mail.example.com, or <bob@corp.io>.", "Mail [email], or <[email]>."],
  ["jürgen@müller.de, mailto:ana@example.org", "[email], mailto:[email]"],
  ["+49 30 1234567, +1 (415) 555-2671; +919876543210", "[phone], [phone]; [phone]"],
  ["+44 (0)20 7946 0958 and +33 6 12 34 56 78.", "[phone] and [phone]."],
  ["(415) 555-2671, 415-555-2671, 1.415.555.2671", "[phone], [phone], [phone]"],
  ["tel: 030 1234567 Telefon: 089/1234567 mobile = 5551234567", "tel: [phone] Telefon: [phone] mobile = [phone]"],
  ["4111 1111 1111 1111, 3782 822463 10005, 5555-5555-5555-4444.", "[card], [card], [card]."],
  ["DE89 3704 0044 0532 0130 00 AND GB29NWBK60161331926819", "[iban] AND [iban]"],
  ["fr14 2004 1010 0505 0001 3m02 606", "[iban]"],
  [
    "123-45-6789, ssn: 123456789, Social Security Number is 123 45 6789",
    "[ssn], ssn: [ssn], Social Security Number is [ssn]",
  ],
  ['{"ssn":"123-45-6789","phone":"+4930123456789"}', '{"ssn":"[ssn]","phone":"[phone]"}'],
])("%s", (text, wanted) => {
  expect(redacted(text)).toBe(wanted.replaceAll(/\[(?=[a-z])/g, "[REDACTED:"));
});

test.each([
  "git@github.com:acme/app.git",
  "git clone ssh://deploy@git.example.com/a.git",
  "ssh deploy@host.example.org uptime",
  "scp a.txt deploy@host.example.org:/srv",
  "postgres://app:pw@db.example.com/x",
  "ana@example.org4111 ana@example.o_g",
  "logo@2x.png react@18.2.0 @angular/core getty@tty1.service",
  "Co-Authored-By: Claude <noreply@anthropic.com>",
  "123+ana@users.noreply.github.com",
  "@@ -1,2 +1,2 @@\n+14155552671\n",
  "2026-11-25T10:00:00+0530 1.2.3-4 192.168.1.1 10.0.0.1:8080 1732500000000 +12345678 +20000000",
  "200 404 5000 and 1,000,000 rows, 2023-11-25",
  "550e8400-e29b-41d4-a716-446655440000 0.4111111111111111 4111111111111111a",
  "4111111111111112, 0000000000000000, 9999999999999999",
  "de89370400440532013000 DE89370400440532013001 XX89370400440532013000",
  "000-12-3456 666-12-3456 912-12-3456 123-00-4567 123-45-0000 123456789",
])("no personal data: %s", (text) => {
  expect(redacted(text)).toBe(text);
});

describe("numbers with digits that check them", () => {
  const digits = (length: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length });
  const cards = digits(14).map((some) => {
    const stem = `4${some.join("")}`;
    return stem + "0123456789".split("").find((last) => isLuhn(stem + last))!;
  });
  const ibans = fc.tuple(fc.constantFrom("DE", "GB", "FR", "NO", "MT"), digits(40)).map(([country, some]) => {
    const rest = some.join("").slice(0, ibanLength(country)! - 4);
    const checks = Array.from({ length: 99 }, (_, n) => String(n).padStart(2, "0"));
    return country + checks.find((two) => isIban(country + two + rest))! + rest;
  });
  const grouped = (text: string) => text.replace(/(.{4})(?=.)/g, "$1 ");

  test("every card is found, in groups and without, and none with one digit changed", () => {
    fc.assert(
      fc.property(cards, fc.nat(15), fc.integer({ min: 1, max: 9 }), (card, at, by) => {
        expect(redacted(`card ${card}.`)).toBe("card [REDACTED:card].");
        expect(redacted(`card ${grouped(card)}.`)).toBe("card [REDACTED:card].");
        const wrong = card.slice(0, at) + ((Number(card[at]) + by) % 10) + card.slice(at + 1);
        expect(redacted(wrong)).not.toContain("card");
      }),
    );
  });

  test("every account number is found, in groups and without, and none with one digit changed", () => {
    fc.assert(
      fc.property(ibans, fc.integer({ min: 4, max: 14 }), fc.integer({ min: 1, max: 9 }), (iban, at, by) => {
        expect(redacted(`to ${iban} now`)).toBe("to [REDACTED:iban] now");
        expect(redacted(`to ${grouped(iban).toLowerCase()} now`)).toBe("to [REDACTED:iban] now");
        const wrong = iban.slice(0, at) + ((Number(iban[at]) + by) % 10) + iban.slice(at + 1);
        expect(redacted(wrong)).not.toContain("iban");
      }),
    );
  });
});

test("redacting twice is redacting once, whatever the text", () => {
  const words = fc.constantFrom("@", "+", "1", "415", "555", "-", " ", ".", "(", ")", "a@b.de", "DE89", "4111", "ssn:");
  const texts = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 40 }).map((list) => list.join("")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const once = redacted(text);
      expect(redacted(once)).toBe(once);
    }),
  );
});

test("only the kinds that are asked for", () => {
  const only = [personalDetector(["card"])];
  const text = "4111 1111 1111 1111 ana@example.org 123-45-6789";
  expect(redactText(text, "plain", { detectors: only }).text).toBe("[REDACTED] ana@example.org 123-45-6789");
});
