/** The changes to one thing, and who made them: its part of the audit, newest first. */
import { AuditEntry } from "../audit.ts";
import { pageOf } from "../kit/operation.ts";

/** A product's history holds its variants' entries too: each entry names its subject. */
export const History = pageOf(AuditEntry);
