import { optional } from "#core/environment";

/** A PostgreSQL's address in the environment, if there is one. @throws a sentence, without it, if it is none. */
export function databaseAddress(name = "DATABASE_URL"): string | undefined {
  const address = optional(name);
  // The driver accepts several hosts, of which `URL` accepts only one with a port.
  const first = address?.replace(/,[^@/?]*(?=[/?]|$)/, "");
  if (first === undefined || (/^postgres(ql)?:\/\//.test(first) && URL.canParse(first))) return address;
  throw new Error(
    `${name} is not an address, such as postgres://user:password@host:5432/name. In the password, characters other ` +
      "than letters and digits are percent-encoded: %23 for #, %2F for /.",
  );
}
