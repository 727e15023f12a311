/**
 * What the store says about itself: the one list of its metrics. Handlers say them by `say`, and the alarms, the dashboard
 * and the runbook's test are made from it. A new one is a line here, a `say` in a handler, and, when it rings, a section
 * of docs/runbook.md.
 */
export interface Measure {
  /** What it is about; its metrics stand together on the dashboard. */
  readonly about: string;
  readonly unit: "Count" | "Seconds" | "Milliseconds";
  /** What of the values of one period counts. */
  readonly statistic: "max" | "min" | "sum" | "p95";
  readonly rings?: {
    /** The alarm, and its section of the runbook. */
    readonly as: string;
    readonly above: number;
    /** So many periods of five minutes in a row; the first, when nothing is said. */
    readonly periods?: number;
    /** Said by something that runs each minute: when nothing is heard, that does not run. */
    readonly silence?: true;
  };
}

export const measures = {
  /** Events that no subscriber has fanned out. */
  OutboxWaiting: { about: "outbox", unit: "Count", statistic: "max" },
  /** Age of the oldest of them. */
  OutboxLag: {
    about: "outbox",
    unit: "Seconds",
    statistic: "max",
    // The sweep runs each minute: what has waited for five of them is not going out.
    rings: { as: "outbox-lag", above: 300, silence: true },
  },
  /** Attempts to send a webhook that the receiver took. */
  Delivered: { about: "deliveries", unit: "Count", statistic: "sum" },
  /** Attempts that it did not take; most are tried again. */
  Failed: { about: "deliveries", unit: "Count", statistic: "sum" },
  /** Deliveries that were tried for the last time. */
  Dead: { about: "deliveries", unit: "Count", statistic: "sum", rings: { as: "deliveries-dead", above: 0 } },
  /** How long one attempt took. */
  DeliveryTime: { about: "deliveries", unit: "Milliseconds", statistic: "p95" },
  /** For how long the delivery that waits longest should have been sent, among endpoints that answer. */
  DeliveriesOverdue: {
    about: "deliveries",
    unit: "Seconds",
    statistic: "max",
    rings: { as: "deliveries-overdue", above: 300, silence: true },
  },
  /** Among endpoints that are slow or fail. */
  SlowDeliveriesOverdue: { about: "deliveries", unit: "Seconds", statistic: "max" },
  /** Calls to gateways and carriers that are due. */
  CallsOverdue: {
    about: "providers",
    unit: "Count",
    // Some are due at any moment: what counts is that it is never none.
    statistic: "min",
    rings: { as: "calls-overdue", above: 0, periods: 3, silence: true },
  },
  /** What gateways and carriers have told, and nobody has read. */
  InboxOverdue: {
    about: "providers",
    unit: "Count",
    statistic: "min",
    rings: { as: "inbox-overdue", above: 0, periods: 3, silence: true },
  },
  /** Calls of which nobody knows whether they were done: a person has to look. */
  CallsStuck: { about: "providers", unit: "Count", statistic: "max", rings: { as: "calls-stuck", above: 0 } },
  /** Events that messages have still to be written about, and messages that are asked for. */
  MessagesUnwritten: {
    about: "messages",
    unit: "Count",
    statistic: "min",
    rings: { as: "messages-unwritten", above: 0, periods: 3, silence: true },
  },
  /** Messages that are due and not sent. */
  MessagesOverdue: {
    about: "messages",
    unit: "Count",
    statistic: "min",
    rings: { as: "messages-overdue", above: 0, periods: 3, silence: true },
  },
} as const satisfies Readonly<Record<string, Measure>>;

export type MeasureName = keyof typeof measures;
