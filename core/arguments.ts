import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;

/**
 * A command's options, and its other arguments, of which it takes `othersMax`. Any that it does not know ends it with a
 * sentence, because whoever mistypes `--repair` must not take it for done.
 */
export function argumentsOf<Known extends Options>(usage: string, options: Known, othersMax = 0) {
  try {
    const { values, positionals: others } = parseArgs({ options, allowPositionals: true });
    if (others.length > othersMax) throw new Error(usage);
    return { values, others };
  } catch {
    console.error(usage);
    process.exit(1);
  }
}
