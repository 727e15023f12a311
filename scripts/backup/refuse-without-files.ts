import { optional } from "#core/environment";
import { isOutside } from "#local/role";

/**
 * With a database of its own choice, the store may keep its files anywhere: `.data` would be a guess, and a backup
 * without files looks like any other. @throws a sentence unless it is said where they are.
 */
export function refuseWithoutFiles(): void {
  if (!optional("DATABASE_URL") || optional("DATA_DIR") || isOutside("S3")) return;
  throw new Error(
    "DATA_DIR is not set: DATABASE_URL names the database, and DATA_DIR the folder with the files that were uploaded. " +
      "Set both as the store has them (.data if it has none), or AWS_ENDPOINT_URL_S3 if the files are in S3.",
  );
}
