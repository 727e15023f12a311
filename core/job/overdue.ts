import { jobLease } from "./job-lease.ts";

/** Whether a job waits for a worker: its wake-up was lost, or the worker died. */
export const jobsAreDue = async (): Promise<boolean> => (await jobLease.due(0, 1)).length > 0;
