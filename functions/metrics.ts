/**
 * The one list of the store's metrics. Handlers report them with `reportMetrics`; the alarms, the dashboard and the
 * runbook's test are made from this list. A new one needs a line here, a handler that reports it and, if it has an
 * alarm, a section in docs/runbook.md.
 */
export interface StoreMetric {
  /** Its group on the dashboard. */
  readonly about: string;
  readonly unit: "Count" | "Seconds" | "Milliseconds";
  /** How the values of a period are combined. */
  readonly statistic: "max" | "min" | "sum" | "p95";
  readonly alarm?: AlarmRule;
}

/** When an alarm goes off. */
export interface AlarmRule {
  /** The alarm's name, and its section in the runbook. */
  readonly name: string;
  readonly above: number;
  /** How many periods of five minutes in a row; 1 by default. */
  readonly periods?: number;
  /** Reported by something that runs each minute: missing values mean that it does not run. */
  readonly silence?: true;
}

export const storeMetrics = {
  /** Events that no subscriber has fanned out. */
  OutboxWaiting: { about: "outbox", unit: "Count", statistic: "max" },
  /** Age of the oldest such event. */
  OutboxLag: {
    about: "outbox",
    unit: "Seconds",
    statistic: "max",
    // The sweep runs each minute: an event that has waited for five is not being sent.
    alarm: { name: "outbox-lag", above: 300, silence: true },
  },
  /** Webhook attempts that the receiver accepted. */
  Delivered: { about: "deliveries", unit: "Count", statistic: "sum" },
  /** Attempts that it did not accept; most are tried again. */
  Failed: { about: "deliveries", unit: "Count", statistic: "sum" },
  /** Deliveries whose last attempt has failed. */
  Dead: { about: "deliveries", unit: "Count", statistic: "sum", alarm: { name: "deliveries-dead", above: 0 } },
  /** How long one attempt took. */
  DeliveryTime: { about: "deliveries", unit: "Milliseconds", statistic: "p95" },
  /** How long the longest-waiting delivery is overdue, among endpoints that answer. */
  DeliveriesOverdue: {
    about: "deliveries",
    unit: "Seconds",
    statistic: "max",
    alarm: { name: "deliveries-overdue", above: 300, silence: true },
  },
  /** The same among endpoints that are slow or fail. */
  SlowDeliveriesOverdue: { about: "deliveries", unit: "Seconds", statistic: "max" },
  /** Calls to gateways and carriers that are due. */
  CallsOverdue: {
    about: "providers",
    unit: "Count",
    // Some are always due: it is a problem only if it never drops to zero.
    statistic: "min",
    alarm: { name: "calls-overdue", above: 0, periods: 3, silence: true },
  },
  /** Events from gateways and carriers that are overdue to be processed. */
  InboxOverdue: {
    about: "providers",
    unit: "Count",
    statistic: "min",
    alarm: { name: "inbox-overdue", above: 0, periods: 3, silence: true },
  },
  /** Calls whose outcome is unknown and needs a person. */
  CallsStuck: { about: "providers", unit: "Count", statistic: "max", alarm: { name: "calls-stuck", above: 0 } },
  /** Events that still need their messages written, and requested messages. */
  MessagesUnwritten: {
    about: "messages",
    unit: "Count",
    statistic: "min",
    alarm: { name: "messages-unwritten", above: 0, periods: 3, silence: true },
  },
  /** Messages that are due but not sent. */
  MessagesOverdue: {
    about: "messages",
    unit: "Count",
    statistic: "min",
    alarm: { name: "messages-overdue", above: 0, periods: 3, silence: true },
  },
  /** How long the import or export that has waited longest is overdue for its next turn. */
  JobsOverdue: {
    about: "jobs",
    unit: "Seconds",
    statistic: "max",
    // A turn takes a quarter of a minute, and four jobs have one at once.
    alarm: { name: "jobs-overdue", above: 900, silence: true },
  },
} as const satisfies Readonly<Record<string, StoreMetric>>;

export type MetricName = keyof typeof storeMetrics;
