/** A customer read from a file in any layout. Fields without a column are undefined. */
import * as z from "zod";
import * as customer from "#core/contract/customer";
import { verbatim } from "#core/contract/kit/fields";
import type { CustomerRow } from "#core/customer/customer.table";

const { name, note, tags } = customer.edit.input.shape;

/**
 * Validated like a request's body, except the phone number, which imported orders may have set to any text. For another
 * store's file, this and the email address are validated when they are read.
 */
export const CustomerFields = z.strictObject({
  name,
  phone: verbatim(0, 100).nullable().optional(),
  note,
  tags,
});
export type CustomerFields = z.output<typeof CustomerFields>;

export type Addresses = CustomerRow["addresses"];
export type AddressPart = keyof Addresses[number];

export interface TakenCustomer {
  /** As the file has it, in lower case: a customer may have been stored with invisible marks. */
  readonly email: string;
  readonly fields: CustomerFields;
  readonly addresses?: Addresses | undefined;
  /** Parts of addresses that the file has no column for; absent if it has all. */
  readonly unsaid?: readonly AddressPart[];
  /** Group names. */
  readonly groups?: readonly string[] | undefined;
  readonly acceptsMarketing?: boolean | undefined;
  /** When they consented or declined; null if the file does not contain it. */
  readonly marketingAt: Date | null;
  /** When the customer was last changed before the export; null if the file does not contain it. */
  readonly changedAt: Date | null;
  /** Whether the file is another store's, which does not show later changes here. */
  readonly isForeign: boolean;
}
