import * as returns from "#core/contract/returns";
import { recordReturn } from "#core/returns/record";
import { withdrawReturn } from "#core/returns/withdraw";
import { writes } from "#functions/admin";

export const record = writes(returns.record, recordReturn);
export const withdraw = writes(returns.withdraw, withdrawReturn);
