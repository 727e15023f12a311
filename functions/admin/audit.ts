import { listAudit } from "#core/audit/list";
import * as audit from "#core/contract/audit";
import { reads } from "#functions/admin";

export const list = reads(audit.list, listAudit);
