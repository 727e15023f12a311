import { Logger } from "@aws-lambda-powertools/logger";

/** Structured lines on standard output. Never a secret, a password, a token or a body. */
export const log = new Logger({ serviceName: "quartermaster" });
