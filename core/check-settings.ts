/** Settings that nothing would report later: a start and a deploy refuse values that they would ignore or not take. */
import { optional } from "./environment.ts";
import { checkEgress } from "./net/guard.ts";

const tokenLengthMin = 16;

/** @throws a sentence that names the variable. */
export function checkSettings(): void {
  checkEgress("WEBHOOK_EGRESS");
  checkEgress("PROVIDER_EGRESS");
  refuseUnless("WEBHOOK_PACE", /^(economical|prompt)$/, "give economical or prompt");
  refuseUnless("WEBHOOK_TIMEOUT_SECONDS", /^(\d|[12]\d|30)$/, "give a number from 1 to 30, or 0 for the default");
  const collector = optional("OTEL_EXPORTER_OTLP_ENDPOINT");
  if (collector === undefined || (/^https?:\/\//i.test(collector) && URL.canParse(collector))) return;
  throw new Error(
    `OTEL_EXPORTER_OTLP_ENDPOINT is "${collector}": give an address such as http://collector.internal:4318.`,
  );
}

/** @throws a sentence for a token that no request can bring. It does not show the token. */
export function checkAdminToken(given: string | undefined): void {
  if (given === undefined || /^[\x21-\x7e]+$/.test(given)) return;
  throw new Error(`ADMIN_TOKEN must have visible ASCII characters only: ${another}.`);
}

/** What is wrong with a token that could be guessed: it never expires, and wrong ones are not counted. */
export const shortToken = (given: string | undefined): string | null =>
  given === undefined || given.length >= tokenLengthMin
    ? null
    : `ADMIN_TOKEN has fewer than ${tokenLengthMin} characters and could be guessed: ${another}.`;

const another = "`openssl rand -hex 32` prints a good one";

function refuseUnless(name: string, form: RegExp, otherwise: string): void {
  const given = optional(name);
  if (given !== undefined && !form.test(given)) throw new Error(`${name} is "${given}": ${otherwise}.`);
}
