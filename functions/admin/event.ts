import * as event from "#core/contract/event";
import { outboxBacklog } from "#core/event/backlog";
import { reads } from "#functions/admin";

export const readBacklog = reads(event.readBacklog, outboxBacklog);
