/** Before each test file: the settings of a store. None of them leads to a database. */
import { newSecretsKey } from "#core/secret";

delete process.env["DATABASE_URL"];
process.env["SECRETS_KEY"] = newSecretsKey();
process.env["PUBLIC_URL"] = "https://store.test";
process.env["TEST_GATEWAY"] = "1";
process.env["TEST_CARRIER"] = "1";
process.env["LOG_LEVEL"] ??= "SILENT";
