/** Which part of the store a host process runs, and which services it finds outside. */
import { optional } from "#core/environment";

export interface Role {
  readonly name: "all" | "api" | "worker" | "migrate";
  /** Serves requests, the pages and the files. */
  readonly serves: boolean;
  /** Consumes the queues and runs the sweeps. */
  readonly works: boolean;
}

const roles: readonly Role[] = [
  { name: "all", serves: true, works: true },
  { name: "api", serves: true, works: false },
  { name: "worker", serves: false, works: true },
  // Migrates the database, creates the first owner, and ends.
  { name: "migrate", serves: false, works: false },
];

type Service = "SQS" | "EVENTBRIDGE" | "S3";

/**
 * Whether the environment gives an address for an AWS service or its replacement: the variable of the service, as AWS's
 * clients read it, or the one for all services. A service without an address is embedded.
 * @throws a sentence for what is no address: the clients' own words do not name the variable.
 */
export function isOutside(service: Service): boolean {
  const name = [`AWS_ENDPOINT_URL_${service}`, "AWS_ENDPOINT_URL"].find(optional);
  if (name === undefined) return false;
  const given = optional(name) ?? "";
  if (/^https?:\/\//i.test(given) && URL.canParse(given)) return true;
  throw new Error(`${name} is "${given}": give an address such as http://localhost:9000.`);
}

/**
 * Reads `ROLE`, and checks that separate processes can reach one another: no process sees what another has embedded.
 * @throws a sentence if they cannot.
 */
export function roleGiven(): Role {
  const given = optional("ROLE") ?? "all";
  const role = roles.find(({ name }) => name === given);
  if (!role) throw new Error(`ROLE is "${given}": give ${roles.map(({ name }) => name).join(", ")}.`);
  if (role.name === "all") return role;
  const needs = (name: string, why: string) => new Error(`ROLE=${role.name} needs ${name}: ${why}.`);
  if (!optional("DATABASE_URL")) throw needs("DATABASE_URL", "the embedded PostgreSQL belongs to one process");
  if (role.name === "migrate") return role;
  if (!isOutside("SQS")) throw needs("AWS_ENDPOINT_URL_SQS", "the embedded queues are in the memory of one process");
  if (!role.serves && !optional("PUBLIC_URL"))
    throw needs("PUBLIC_URL", "it has no address of its own to put in links");
  return role;
}
