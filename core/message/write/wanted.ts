/** The messages that an event causes: to whom, by which channels, and with what data. */
import type { SkipReason } from "#core/contract/message";
import type { Store } from "#core/contract/store";
import {
  isMessageKind,
  type MessageChannel,
  type MessageKind,
  messageChannels,
} from "#core/contract/values/message-kinds";
import { recipientBy } from "#core/message/recipient";
import type { CurrentOf } from "#core/message/template/current";
import { cartEventData } from "#core/message/template/scope-of-cart";
import { changesToTell, eventDataIn, type Pictures, scopeOfEvent } from "#core/message/template/scope-of-order";

export interface Event extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly subjectId: string;
  readonly body: string;
  readonly ageMs: number;
}

/** A parsed event. */
export interface ReadEvent {
  readonly event: Event;
  /** The products or variants whose images it shows. */
  readonly pictured: readonly string[];
  readonly contact: { readonly email: string; readonly phone: string };
  readonly orderId: string | null;
  /** The customer is not told. */
  readonly isSilent: boolean;
  readonly isImported: boolean;
  readonly scope: (store: Store, pictures: Pictures) => object;
}

/** A message to be written. */
export interface Wanted {
  readonly cause: string;
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  readonly recipient: string;
  readonly subjectId: string;
  readonly orderId: string | null;
  readonly skip: SkipReason | undefined;
  readonly scope: () => object;
}

/** @throws an error if the data is not that of an event */
export function readEvent(event: Event): ReadEvent {
  const { data } = JSON.parse(event.body);
  if (event.name === "cart.abandoned") {
    const { contact, variantIds, scope } = cartEventData(data);
    const isSilent = variantIds.length === 0;
    return { event, pictured: variantIds, contact, orderId: null, isSilent, isImported: false, scope };
  }
  const eventData = eventDataIn(data);
  return {
    event,
    pictured: eventData.lines.map(({ productId }) => productId),
    contact: { email: eventData.contact?.email ?? "", phone: eventData.contact?.phone ?? "" },
    orderId: event.subjectId,
    isSilent: event.name === "order.edited" && changesToTell(eventData).length === 0,
    isImported: typeof data === "object" && data !== null && "imported" in data && data.imported === true,
    scope: (store, pictures) => scopeOfEvent(eventData, store, pictures),
  };
}

/** No one wants the message later. */
const tooOldMs = 24 * 60 * 60 * 1_000;

/** A message for each enabled channel for which the customer has an address. */
export function wantedBy(read: ReadEvent, current: CurrentOf, store: Store, pictures: Pictures): Wanted[] {
  const { event, contact, orderId, isSilent, isImported, scope } = read;
  const kind = event.name;
  if (isSilent || !isMessageKind(kind)) return [];
  const skip = isImported ? "imported" : event.ageMs > tooOldMs ? "tooOld" : undefined;
  let scoped: object | undefined;
  return messageChannels.flatMap((channel) => {
    const recipient = recipientBy(channel, channel === "email" ? contact.email : contact.phone);
    if (!recipient || !current(kind, channel)?.isOn) return [];
    const once = () => (scoped ??= scope(store, pictures));
    const { id: cause, subjectId } = event;
    return [{ cause, kind, channel, recipient, subjectId, orderId, skip, scope: once }];
  });
}
