/** What has been changed about one thing, and by whom: its part of the audit, newest first. */
import { AuditEntry } from "./audit.ts";
import { pageOf } from "./kit.ts";

/** A product's history holds its variants' entries too: each entry says what it is about. */
export const History = pageOf(AuditEntry);
