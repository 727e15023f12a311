import type { Context } from "aws-lambda";
import { makePartitions } from "#core/db/partitions";
import { removeOldAnswers } from "#core/idempotency/remove-old";
import { removeOldJobs, removeOldKeys } from "#core/job/remove-old";
import { log } from "#core/log";
import { removeOldFiles } from "#core/message/remove-old-files";
import { removeOldProviderRows } from "#core/provider/remove-old";
import { removeOldPeopleRows } from "#core/staff/remove-old";
import { closeLedger } from "#core/stock/close-ledger";
import { removeOldStorefrontRows } from "#core/storefront/remove-old";
import { removeOldDeliveries } from "#core/webhook/remove-old";
import { runSteps } from "#functions/run-steps";
import { timeLeftIn } from "#functions/time-left";

/**
 * Makes partitions for the coming weeks, closes old months of the ledger, and removes what has expired: ended sessions,
 * answers kept for repeats, delivered rows and their events, files attached to messages, jobs whose files are gone,
 * images no longer shown, and labels of erased customers.
 */
export async function handler(_event: unknown, context: Context): Promise<void> {
  const timeLeft = timeLeftIn(context);
  await runSteps({
    partitions: async () => log.info("partitions created", { count: await makePartitions() }),
    people: async () => log.info("removed", { ...(await removeOldPeopleRows(timeLeft)) }),
    answers: async () => log.info("removed", { ...(await removeOldAnswers(timeLeft)) }),
    providers: async () => log.info("removed", { ...(await removeOldProviderRows(timeLeft)) }),
    storefront: async () => log.info("removed", { ...(await removeOldStorefrontRows(timeLeft)) }),
    deliveries: async () => log.info("removed", { ...(await removeOldDeliveries(timeLeft)) }),
    "attached files": async () => log.info("removed", { attachedFiles: await removeOldFiles(timeLeft) }),
    jobs: async () => log.info("removed", { jobs: await removeOldJobs(timeLeft) }),
    "import keys": async () => log.info("removed", { importKeys: await removeOldKeys(timeLeft) }),
    ledger: async () => log.info("ledger closed", { carried: await closeLedger(timeLeft) }),
    files: async () => {
      const { removeDiscardedFiles } = await import("#core/file/remove-discarded");
      log.info("removed", { files: await removeDiscardedFiles(timeLeft) });
    },
  });
}
