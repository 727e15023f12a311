/** Takes a lock of `alone` and keeps it, in its own process, for a test that kills it. */
import { alone } from "#local/alone";

const [path = ""] = process.argv.slice(2);
await alone(path, async () => {
  process.send?.("held");
  await new Promise(() => setInterval(() => {}, 60_000));
});
