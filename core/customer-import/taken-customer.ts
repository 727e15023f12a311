/** A customer as a file tells of them, whichever layout the file has. What a file has no column for is not said. */
import * as z from "zod";
import * as customer from "#core/contract/customer";
import { verbatim } from "#core/contract/fields";
import type { CustomerRow } from "#core/customer/customer.table";

const { note, tags } = customer.edit.input.shape;

/**
 * Has the form that a request's body has, but where orders bring customers in: what those once had is taken back as it
 * was. What another store says of name, phone number and e-mail address is looked at where it is read.
 */
export const CustomerSaid = z.strictObject({
  name: verbatim(0, 200).optional(),
  phone: verbatim(0, 100).nullable().optional(),
  note,
  tags,
});
export type CustomerSaid = z.output<typeof CustomerSaid>;

export interface TakenCustomer {
  readonly email: string;
  readonly said: CustomerSaid;
  readonly addresses?: CustomerRow["addresses"] | undefined;
  /** Names of groups. */
  readonly groups?: readonly string[] | undefined;
  readonly acceptsMarketing?: boolean | undefined;
  /** When they said so; null where the file does not say. */
  readonly marketingAt: Date | null;
  /** When the customer was last changed before the file was written; null where it does not say. */
  readonly changedAt: Date | null;
  /** Whether the file is of another store: it knows nothing of what people have changed here since. */
  readonly isForeign: boolean;
}
