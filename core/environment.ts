/** Environment variables. Read at each use, so that a test or a host can set them first. */

/** A required setting. If it is missing, the error explains that in one sentence to whoever starts the process. */
export function required(name: string, why: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: ${why}.`);
  return value;
}

export const optional = (name: string): string | undefined => process.env[name] || undefined;
