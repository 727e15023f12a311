/** Finds one order by its number, customer or anything else that the order list finds. */
import { Combobox, Group, Loader, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import * as orderApi from "#core/contract/order";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { BalanceText } from "../orders/badges.tsx";
import type { OrderRow } from "../orders/types.ts";
import { NoMatches } from "../ui/forms/no-matches.tsx";
import { NoPicker } from "../ui/forms/no-picker.tsx";
import { SearchIcon } from "../ui/icons.ts";

interface Props {
  readonly label: string;
  readonly description: ReactNode;
  readonly picked: OrderRow | null;
  readonly onPick: (order: OrderRow | null) => void;
}

const resultsMax = 8;

export function OrderPicker(props: Props) {
  if (!useSession().can(orderApi.list)) return <NoPicker label={props.label} items="orders" right="orders.read" />;
  return <Picker {...props} />;
}

function Picker({ label, description, picked, onPick }: Props) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 150);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const enabled = q.length > 0 && picked === null;
  const results = useApiQuery(orderApi.list, { q, limit: resultsMax }, { enabled });
  const items = enabled ? (results.data?.items ?? []) : [];
  const pick = (order: OrderRow) => {
    onPick(order);
    setTyped(order.number);
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={(id) => items.filter((one) => one.id === id).forEach(pick)}>
      <Combobox.Target>
        <TextInput
          label={label}
          description={description}
          placeholder="Number, customer, tracking …"
          value={typed}
          maxLength={200}
          data-autofocus
          leftSection={<SearchIcon size={16} />}
          rightSection={results.isFetching && enabled ? <Loader size={14} /> : null}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onPick(null);
            combobox.openDropdown();
            combobox.selectFirstOption();
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!enabled}>
        <Combobox.Options mah={320} style={{ overflowY: "auto" }} aria-label="Matching orders">
          {items.map((order) => (
            <Combobox.Option key={order.id} value={order.id}>
              <Group justify="space-between" wrap="nowrap" gap="sm">
                <div style={{ minWidth: 0 }}>
                  <Text size="sm">{order.number}</Text>
                  <Text size="xs" c="dimmed" truncate>
                    {order.contact?.name}
                  </Text>
                </div>
                <Text size="sm">
                  <BalanceText balance={order.balance} />
                </Text>
              </Group>
            </Combobox.Option>
          ))}
          {items.length === 0 && (
            <NoMatches results={results}>
              <Combobox.Empty>No matching orders</Combobox.Empty>
            </NoMatches>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
