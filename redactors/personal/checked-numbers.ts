/** Whether the last digit of a number fits the others by the Luhn algorithm, as on every payment card. */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, doubles = false; at >= 0; at -= 1, doubles = !doubles) {
    const value = Number(digits[at]) * (doubles ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** The beginnings of the numbers of each card scheme, and their lengths in digits. */
const SCHEMES: readonly (readonly [begins: RegExp, lengths: readonly number[]])[] = [
  [/^4/, [13, 16, 19]], // Visa
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]], // Mastercard
  [/^3[47]/, [15]], // American Express
  [/^(?:30[0-5]|309|36|3[89])/, [14, 16, 19]], // Diners Club
  [/^(?:6011|64[4-9]|65|62|81)/, [16, 17, 18, 19]], // Discover, UnionPay, RuPay
  [/^35(?:2[89]|[3-8])/, [16, 17, 18, 19]], // JCB
  [/^(?:50|5[6-8]|63|67|69)/, [16, 17, 18, 19]], // Maestro; its shorter numbers look like any other number
  [/^220[0-4]/, [16, 17, 18, 19]], // Mir
];

/**
 * Whether digits are the number of a payment card. One digit over and over passes the Luhn check, too, but is on no
 * card.
 */
export function isCard(digits: string): boolean {
  const scheme = SCHEMES.find(([begins, lengths]) => begins.test(digits) && lengths.includes(digits.length));
  return scheme !== undefined && !/^(\d)\1*$/.test(digits) && isLuhn(digits);
}

/** The characters of an account number (IBAN) in each country, by the registry of ISO 13616. */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24
  FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21
  LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22
  RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
);

/** The characters of an account number (IBAN) in a country; `undefined` if the country has none. */
export function ibanLength(country: string): number | undefined {
  return LENGTHS.get(country);
}

/**
 * Whether an account number (IBAN) has its country's length and right check digits (mod 97). `iban` is in capitals,
 * without blanks.
 */
export function isIban(iban: string): boolean {
  if (iban.length !== LENGTHS.get(iban.slice(0, 2)) || !/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return false;
  let rest = 0;
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(letter, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Whether nine digits are a US social security number, that is, numbers of this area, group and serial are issued. */
export function isSocialSecurity(digits: string): boolean {
  return /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);
}
