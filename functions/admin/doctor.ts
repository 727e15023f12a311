import * as doctor from "#core/contract/doctor";
import { examine as examineStore } from "#core/doctor/examine";
import { reads } from "#functions/admin";

export const examine = reads(doctor.examine, () => examineStore());
