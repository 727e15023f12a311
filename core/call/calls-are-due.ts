import { callLease } from "./call-lease.ts";

/** Whether any call is due now, to decide whether to wake the worker. */
export const callsAreDue = async (): Promise<boolean> => (await callLease.due(0, 1)).length > 0;
