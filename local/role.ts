/** Which part of the store a process of a host is, and which services it finds outside of itself. */
import { optional } from "#core/environment";

export interface Role {
  readonly name: "all" | "api" | "worker" | "migrate";
  /** Takes requests, and has the pages and the files. */
  readonly serves: boolean;
  /** Works off the queues and runs the sweeps. */
  readonly works: boolean;
}

const roles: readonly Role[] = [
  { name: "all", serves: true, works: true },
  { name: "api", serves: true, works: false },
  { name: "worker", serves: false, works: true },
  // Brings the database up to this code, makes the first owner, and ends.
  { name: "migrate", serves: false, works: false },
];

type Service = "SQS" | "EVENTBRIDGE" | "S3";

/**
 * Whether the environment names a place for a service of AWS, or for what stands in for it: its own variable, as AWS's
 * clients read it, or the one for all of them. What is named nowhere is embedded.
 */
export const isOutside = (service: Service): boolean =>
  (optional(`AWS_ENDPOINT_URL_${service}`) ?? optional("AWS_ENDPOINT_URL")) !== undefined;

/**
 * Reads `ROLE`, and looks whether processes apart could find one another: what one of them has embedded, no other sees.
 * @throws a sentence when not.
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
