import { optional } from "#core/environment";

/**
 * The address of a PostgreSQL in the environment, if there is one.
 * @throws a sentence if it is not an address; without the text itself, which may contain a password.
 */
export function databaseAddress(name = "DATABASE_URL"): string | undefined {
  const address = optional(name);
  // The driver accepts several hosts, each with a port; `URL` accepts only one.
  const first = address?.replace(/,[^@/?]*(?=[/?]|$)/, "");
  if (first === undefined || (/^postgres(ql)?:\/\//.test(first) && URL.canParse(first))) return address;
  throw new Error(
    `${name} is not an address such as postgres://user:password@host:5432/name. In the password, percent-encode ` +
      "characters other than letters and digits: %23 for #, %2F for /.",
  );
}
