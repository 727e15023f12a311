import { callLease } from "./call-lease.ts";

/** Whether a provider is to be asked for something now: for whoever would wake the worker that asks. */
export const callsAreDue = async (): Promise<boolean> => (await callLease.due(0, 1)).length > 0;
