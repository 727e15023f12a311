import type { Context } from "aws-lambda";
import { jobsOverdueSeconds } from "#core/job/overdue";
import { overdueMessages } from "#core/message/overdue";
import { findDisputes } from "#core/payment/calls/find-disputes";
import { followRefunds } from "#core/payment/calls/follow-refunds";
import { closeStaleRequests } from "#core/payment/requests/close-stale-requests";
import { followPending } from "#core/payment/requests/follow-pending";
import { takePaidLate } from "#core/payment/requests/take-paid-late";
import { takeUnreported } from "#core/payment/requests/take-unreported";
import { overdueWork } from "#core/provider/overdue";
import { wakeWorker } from "#core/provider/wake-workers";
import { sweepTracking } from "#core/shipping/tracking/sweep-tracking";
import { reportMetrics } from "#functions/report-metrics";
import { runSteps } from "#functions/run-steps";
import { timeLeftIn } from "#functions/time-left";

/** Reserved so that workers are woken in the same minute, however many payment pages are to be closed. */
const forTheRestMs = 20_000;

/**
 * Backs up the wake-ups: wakes the workers for calls, the inbox, jobs and messages if anything is overdue, and reports
 * how much.
 */
export async function handler(_event: unknown, context: Context): Promise<void> {
  const timeLeft = timeLeftIn(context);
  await runSteps({
    "payment pages": () => closeStaleRequests(() => timeLeft() - forTheRestMs),
    "unreported payments": takeUnreported,
    "late payments": takePaidLate,
    "pending payments": followPending,
    "pending refunds": followRefunds,
    disputes: findDisputes,
    tracking: sweepTracking,
    "calls and inbox": async () => {
      const { calls, inbox, stuck } = await overdueWork();
      reportMetrics({ CallsOverdue: calls, InboxOverdue: inbox, CallsStuck: stuck });
      if (calls > 0) await wakeWorker("calls");
      if (inbox > 0) await wakeWorker("inbox");
    },
    messages: async () => {
      const { unwritten, unsent } = await overdueMessages();
      reportMetrics({ MessagesUnwritten: unwritten, MessagesOverdue: unsent });
      if (unwritten > 0) await wakeWorker("messages");
      if (unsent > 0) await wakeWorker("outgoing");
    },
    jobs: async () => {
      const seconds = await jobsOverdueSeconds();
      reportMetrics({ JobsOverdue: seconds });
      if (seconds > 0) await wakeWorker("jobs");
    },
  });
}
