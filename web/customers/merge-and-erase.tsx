/** Two actions that cannot be undone: merging two customers, and erasing a person's data. */
import { Button, Select, Text } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import * as customerApi from "#core/contract/customer";
import { useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { NoMatches } from "../ui/forms/no-matches.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import type { Customer } from "./customer-form.tsx";

/** How long to wait for the next key press before searching. */
const typingMs = 200;

export function MergeCustomer({ customer }: { customer: Customer }) {
  const { can } = useSession();
  const [opened, { open, close }] = useDisclosure(false);
  const [typed, setTyped] = useState("");
  const [otherId, setOtherId] = useState<string | null>(null);
  const [q] = useDebouncedValue(typed.trim(), typingMs);
  const found = useApiQuery(customerApi.list, { limit: 10, ...(q && { q }) }, { enabled: opened });
  /** The next time starts without a choice: what cannot be undone must not happen to the one chosen before. */
  const leave = () => {
    close();
    setOtherId(null);
    setTyped("");
  };
  const merge = useApiMutation(customerApi.merge, {
    onSuccess: ({ name }) => {
      toastSuccess(`Merged into ${name}`);
      leave();
    },
  });
  if (!can(customerApi.merge)) return null;
  const options = (found.data?.items ?? [])
    .filter(({ id, erasedAt }) => id !== customer.id && erasedAt === null)
    .map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }));
  return (
    <>
      <Button variant="default" onClick={open}>
        Merge
      </Button>
      <ConfirmDialog
        title={`Merge another customer into ${customer.name}`}
        opened={opened}
        onClose={leave}
        confirmLabel="Merge"
        mutation={merge}
        onConfirm={() => otherId && merge.mutate({ id: customer.id, otherId: otherId as Customer["id"] })} // one of the options
      >
        <Text size="sm">
          The other customer's orders, groups, tags and addresses move here, and so do new orders from either email
          address. This cannot be undone.
        </Text>
        <Select
          label="The other customer"
          placeholder="Name, email address or phone"
          searchable
          data={options}
          filter={({ options }) => options}
          value={otherId}
          onChange={setOtherId}
          searchValue={typed}
          onSearchChange={setTyped}
          nothingFoundMessage={<NoMatches results={found}>No customers match this search</NoMatches>}
        />
      </ConfirmDialog>
    </>
  );
}

export function EraseCustomer({ customer }: { customer: Customer }) {
  const { can } = useSession();
  const [opened, { open, close }] = useDisclosure(false);
  const erase = useApiMutation(customerApi.erase, {
    onSuccess: () => {
      toastSuccess("Personal data erased");
      close();
    },
  });
  if (!can(customerApi.erase)) return null;
  return (
    <>
      <Button variant="subtle" color="red" onClick={open}>
        Erase
      </Button>
      <ConfirmDialog
        title={`Erase the personal data of ${customer.name}?`}
        opened={opened}
        onClose={close}
        confirmLabel="Erase permanently"
        color="red"
        mutation={erase}
        onConfirm={() => erase.mutate({ id: customer.id })}
      >
        <Text size="sm">
          Name, email address, phone, addresses and note are replaced here and in all orders of this customer. Orders
          and figures are kept. Finished exports of orders, customers and the audit are removed. This cannot be undone.
        </Text>
      </ConfirmDialog>
    </>
  );
}
