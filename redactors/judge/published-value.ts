import { isObject, parseJson } from "../../kit/json.ts";

/**
 * Keys that vendors print in manuals or build into emulators, so that everybody has them; one on each line. The blanks
 * keep other scanners from reporting them here.
 */
const PUBLISHED: Readonly<Record<string, string>> = {
  "AWS's documents": `
    AKI AIOSF ODNN7EXAMPLE
    AKI AI44Q H8DHBEXAMPLE
    ASI AIOSF ODNN7EXAMPLE
    wJalrXU tnFEMI/K7M DENG/bPxR fiCYEXA MPLEKEY
    wJalrXU tnFEMI/K7M DENG+bPxR fiCYEXA MPLEKEY
    je7MtGb ClwBF/2Zp9 Utk/h3yCo 8nvbEXA MPLEKEY`,
  "Stripe's documents": `
    sk_ test_ 4eC39 HqLyj WDarj tT1zd p7dc
    sk_ test_ BQokik JOvBiI 2HlWgH 4olfQ2
    sk_ test_ tR3PYb cVNZZ7 96tH88 S4VQ2u
    sk_ test_ 26PHem 9AhJZv U623Df E1x4sd
    rk_ test_ 4eC39 HqLyj WDarj tT1zd p7dc`,
  "the emulators of Azure's storage and of Cosmos DB": `
    Eby8vdM02xNO cqFlqUwJPLlm EtlCDXJ1OUzF T50uSRZ6IFsu Fq2UVErCz4I6 tq/K1SZFPTOt r/KBHBeksoGM Gw==
    C2y6yDjf5/R+ ob0N8A7Cgv30 VRDJIWEHLM+4 QDU5DE2nQ9nD uVTqobD4b8mG GyPMbIZnqyMs EcaGQy67XIw/ Jw==`,
  "Laravel's own tests": `
    base64: 2fl+Ktvkfl+F uz4Qp/A75G2R TiWVA/ZoKZvp 6fiiM10=
    2fl+Ktvkfl+F uz4Qp/A75G2R TiWVA/ZoKZvp 6fiiM10=`,
  "accounts of Hardhat, Anvil and Ganache": `
    0x ac0974bec39a17e3 6ba4a6b4d238ff94 4bacb478cbed5efc ae784d7bf4f2ff80
    0x 59c6995e998f97a5 a0044966f0945389 dc9e86dae88c7a84 12f4603b6b78690d
    0x 5de4111afa1a4b94 908f83103eb1f170 6367c2e68ca870fc 3fb9a804cdab365a
    0x 4f3edf983ac636a6 5a842ce7c78d9aa7 06d3b113bce9c46f 30d7d21715b23b1d
    test test test test test test test test test test test junk
    candy maple cake sugar pudding cream honey rich smooth crumble sweet treat
    abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about`,
  "reCAPTCHA's keys for tests": `
    6LeIx AcTAAAAAJcZV RqyHh71UMIEG NQ_MXjiZKhI
    6LeIx AcTAAAAAGG-v FI1TnRWxMZNF uojJ4WifJWe`,
  "UUIDs of standards and manuals": `
    123e4567- e89b- 12d3- a456- 426614174000
    550e8400- e29b- 41d4- a716- 446655440000
    f47ac10b- 58cc- 4372- a567- 0e02b2c3d479`,
  "Discord's documents": "MTk4NjIyNDgz NDcxOTI1MjQ4 .Cl2FMQ .ZnCjm1XVW7vR ze4b7Cq4se7k KWs",
  "tutorials on JWT": `
    3cfa76ef14937c1c 0ea519f8fc057a80 fcd04a7420f8e8bc d0a7567c272e007b
    404E635266556A58 6E32723575387826 2F413F4428472B4B 6250645367566B59 70
    413F4428472B4B62 50655368566D5970 3373367639792442 26452948404D6351`,
  "RFC 6749, 6750, 7617, 7636 and 7662": `
    QWxhZGRp bjpvcGVuIHN lc2FtZQ==
    ZGVtbzpw QDU1dzByZA==
    mF_9.B5f -4.1JqM
    2YotnFZF Ejr1zCsicM WpAA
    tGzv3JOk F0XG5Qx2Tl KWIA
    czZCaGRS a3F0MzpnWD FmQmF0M2JW
    7Fjfp0ZB r1KtDRbnfV dmIw
    dBjftJeZ4CVP -mB92K27uhbU JU1p1r_wW1gF WFOEjXk`,
  "manuals of one-time passwords": `
    JBSWY3DP EHPK3PXP
    GEZDGNBV GY3TQOJQ GEZDGNBV GY3TQOJQ`,
};

let values: ReadonlySet<string> | undefined;

/** Whether a value is printed in a manual, and so is nobody's secret, whatever its shape. */
export function isPublishedValue(value: string): boolean {
  if (value.length < 8 || value.length > 1024) return false;
  if (value.startsWith("django-insecure-") || isExampleJwt(value)) return true;
  values ??= new Set(
    Object.values(PUBLISHED)
      .flatMap((lines) => lines.split("\n"))
      .map((line) => line.replaceAll(" ", "")),
  );
  const bare = value.replace(/\s+/g, "");
  return values.has(bare) || values.has(`0x${bare}`);
}

/**
 * Whether a token has the claims of the example on jwt.io. Whichever key signed it, these claims belong to no account.
 */
function isExampleJwt(value: string): boolean {
  const payload = /^eyJ[\w-]+\.(eyJ[\w-]+)(?:\.[\w-]*)?$/.exec(value)?.[1];
  if (payload === undefined) return false;
  const claims = parseJson(Buffer.from(payload, "base64url").toString("utf8"));
  return isObject(claims) && (claims["sub"] === "1234567890" || claims["name"] === "John Doe");
}
