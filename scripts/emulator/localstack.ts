import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { freePort } from "#local/postgres/postgres";
import { type Emulator, startEmulator } from "./python.ts";

/**
 * All of its dependencies pinned: pip takes most of an hour to resolve LocalStack's ranges. The file is the output of
 * `uv pip compile --python-version 3.13` for `localstack-core[runtime]==4.14.0` with `cbor2<5.8`, `cryptography<46`,
 * `pyOpenSSL<25.2` and `service_identity<25`: it does not start with later ones.
 */
const pinned = async () =>
  (await readFile(join(import.meta.dirname, "localstack.txt"), "utf8")).split("\n").filter((line) => line !== "");

/**
 * LocalStack's last free release, from its Python package. Without Docker it cannot run Lambdas, but its queues and its
 * bus are independent implementations of SQS and EventBridge to test our calls against.
 */
export async function startLocalStack(): Promise<Emulator> {
  const port = await freePort();
  return startEmulator({
    name: "localstack",
    requirements: await pinned(),
    pythonMinor: 13,
    // Its requirements for 3.14 conflict with each other.
    pythonMinorMax: 13,
    command: "localstack-supervisor",
    url: `http://127.0.0.1:${port}`,
    healthPath: "/_localstack/health",
    environment: (folder) => ({
      PATH: [resolve(".venv/localstack/bin"), process.env["PATH"]].join(":"),
      FILESYSTEM_ROOT: join(folder, "files"),
      XDG_CACHE_HOME: join(folder, "cache"),
      GATEWAY_LISTEN: `127.0.0.1:${port}`,
      DNS_ADDRESS: "0",
      DISABLE_EVENTS: "1",
      SKIP_SSL_CERT_DOWNLOAD: "1",
    }),
  });
}
