/** One message, from its data to its row. */
import type { SkipReason } from "#core/contract/message";
import type { Current } from "#core/message/template/current";
import { NotRendered, type Texts, type Written, writtenBy } from "#core/message/template/render";

export interface Row {
  readonly status: "queued" | "skipped" | "failed";
  readonly why: SkipReason | null;
  readonly says: string | null;
  readonly subject: string | null;
  readonly html: string | null;
  readonly body: string | null;
  readonly registered: unknown;
  readonly templateVersion: number | null;
  readonly sender: string | null;
}

interface About {
  readonly current: Current;
  readonly scope: object;
  /** The rendered texts, if they were rendered before. */
  readonly texts?: Texts | undefined;
  readonly sender: string | undefined;
  /** Why it is written but not sent. */
  readonly withheld?: SkipReason | undefined;
  /** Whether the sender accepts only registered texts. */
  readonly takesRegisteredOnly: boolean;
}

/** Rendered and ready to be sent, or with the reason why not. A message without a sender can still be read. */
export async function messageOf({ current, scope, texts, sender, withheld, takesRegisteredOnly }: About): Promise<Row> {
  const nothing = {
    subject: null,
    html: null,
    body: null,
    registered: null,
    templateVersion: current.version,
    sender: null,
  };
  let written: Written;
  try {
    written = await writtenBy(current.source, scope, texts);
  } catch (error) {
    if (!(error instanceof NotRendered)) throw error;
    return { ...nothing, status: "failed", why: null, says: `The template could not be used: ${error.message}` };
  }
  const { registered, ...ready } = written;
  const row = { ...nothing, ...ready, says: null };
  const skipped = (why: SkipReason, says: string | null = null): Row => ({ ...row, status: "skipped", why, says });
  if (sender === undefined) return skipped("noProvider");
  if (withheld) return skipped(withheld);
  if (takesRegisteredOnly) {
    if (!registered) return skipped("unregistered", "The template names no registered text.");
    if ("differs" in registered) return skipped("unregistered", registered.differs);
  }
  return { ...row, status: "queued", why: null, sender, registered: takesRegisteredOnly ? registered : null };
}

/** A message that is not even rendered. */
export const unwritten = (why: SkipReason): Row => ({
  ...{ status: "skipped", why, says: null, subject: null, html: null, body: null, registered: null },
  ...{ templateVersion: null, sender: null },
});
