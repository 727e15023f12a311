/** What the process is told from outside. Read when asked for, so that a test or a host may set it first. */

/** A setting that must be there: its absence is a mistake of whoever started the process, said in one sentence. */
export function required(name: string, why: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: ${why}.`);
  return value;
}

export const optional = (name: string): string | undefined => process.env[name] || undefined;
