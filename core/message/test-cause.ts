/**
 * The cause of a test message, without its last part, which makes it unique: with the order whose data it shows, if any,
 * by which an erasure finds it.
 */
export const testCause = (orderId: string | undefined): string => (orderId === undefined ? "test" : `test:${orderId}`);

/** The cause of a message that repeats another. That of a test still names its order. */
export const causeAgain = (cause: string, id: string): string =>
  cause.startsWith("test:") ? cause.replace(/[^:]*$/, id) : `resend:${id}`;
