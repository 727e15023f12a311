import { delimiter, join, resolve } from "node:path";
import { freePort } from "#local/postgres/postgres";
import { type Emulator, startEmulator } from "./python.ts";

/**
 * Our own MiniStack: an AWS emulator in one Python process that runs Lambdas as local processes, without Docker. No
 * `*.localhost` name has to resolve, because we call it by IP address and its APIs by path.
 */
export async function startMiniStack(): Promise<Emulator> {
  const port = await freePort();
  const modules = resolve("node_modules");
  return startEmulator({
    name: "ministack",
    requirements: ["ministack==1.4.21"],
    pythonMinor: 10,
    command: "ministack",
    url: `http://127.0.0.1:${port}`,
    healthPath: "/_ministack/health",
    environment: (folder) => ({
      STATE_DIR: join(folder, "state"),
      // Lambdas run on this project's Node, and find the AWS SDK that real Lambdas have.
      PATH: [join(modules, ".bin"), process.env["PATH"]].join(delimiter),
      NODE_PATH: modules,
      BIND_HOST: "127.0.0.1",
      GATEWAY_PORT: String(port),
    }),
  });
}
