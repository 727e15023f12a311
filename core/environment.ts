/** Environment variables. Read at each use, so that a test or a host can set them first. */

/** A required setting. If it is missing, the error explains that in one sentence to whoever starts the process. */
export function required(name: string, why: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: ${why}.`);
  return value;
}

/**
 * A switch: 1 is on, 0 is off; undefined if it is not set.
 * @throws Error for any other value: "off" must not be taken for on.
 */
export function switchedOn(name: string): boolean | undefined {
  const value = optional(name);
  if (value === undefined) return undefined;
  if (value !== "1" && value !== "0") throw new Error(`${name} is "${value}": give 1 or 0.`);
  return value === "1";
}

export const optional = (name: string): string | undefined => process.env[name] || undefined;
