/**
 * `npm run owner -- --reset EMAIL`: prints a link with which someone on the team chooses a new password, for an owner
 * whom no colleague can send one. Whoever runs it can reach the database anyway. It is in the audit log.
 */
import { system } from "#core/actor";
import { argumentsOf } from "#core/arguments";
import { email } from "#core/contract/kit/fields";
import { inChange } from "#core/db/change";
import { db, disconnect } from "#core/db/client";
import { and, eq, isNull } from "#core/db/drizzle";
import { optional } from "#core/environment";
import { publicUrlFrom } from "#core/public-url";
import { lockedMember } from "#core/staff/member";
import { writeReset } from "#core/staff/password-reset";
import { staff } from "#core/staff/staff.table";
import { openLocalStore } from "#local/local-store";

const giveUp = (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
};

async function linkFor(address: string): Promise<string> {
  const [person] = await db()
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.email, address), isNull(staff.removedAt)));
  if (!person) throw new Error(`No one on the team has the address ${address}.`);
  return inChange(system("host"), async (change) => {
    const { member } = await lockedMember(change, person.id);
    return (await writeReset(change, member.id)).link;
  });
}

async function openStore(): Promise<() => Promise<void>> {
  const publicUrl = optional("PUBLIC_URL") ?? `http://localhost:${optional("PORT") ?? 4000}`;
  process.env["PUBLIC_URL"] = publicUrlFrom(publicUrl);
  return openLocalStore();
}

const usage = "Say whose password: npm run owner -- --reset EMAIL";
const { data: address } = email.safeParse(argumentsOf(usage, { reset: { type: "string" } }).values.reset);
if (address === undefined) giveUp(usage);
else {
  const close = await openStore().catch(giveUp);
  const link = await linkFor(address)
    .finally(() => disconnect().finally(() => close?.()))
    .catch(giveUp);
  console.log(
    `${link}\n\nIt works once, for 24 hours, at the store's own address. Then sign in with the new password.`,
  );
}
