import { startPostgres } from "#local/postgres";
import { requests } from "./requests.ts";

const server = await startPostgres({ folder: "/tmp/qm-bench-try/postgres", throwaway: true });
try {
  console.table(await requests(server, [10000]));
} finally {
  await server.stop();
}
