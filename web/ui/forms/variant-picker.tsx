/** Finds an item by SKU, barcode or title. A barcode scanner types and presses Enter: the item is taken at once. */
import { Combobox, Group, Loader, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconBarcode } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Answer } from "#core/contract/kit";
import * as variantApi from "#core/contract/variant";
import { apiQuery, useApiQuery } from "../../api/hooks.ts";
import { moneyText } from "../format/money.ts";
import { sayRefused } from "../toast.tsx";

export type Variant = Answer<typeof variantApi.list>["items"][number];

interface Props {
  readonly onPick: (picked: Variant) => void;
  /** Only what may be sold: an order takes no draft. */
  readonly onSale?: boolean;
  readonly label: string;
  /** Takes the focus as it appears, and whenever the drawer around it opens. */
  readonly autoFocus?: boolean;
}

const most = 12;

export function VariantPicker({ onPick, onSale = false, label, autoFocus = false }: Props) {
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 150);
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });
  const found = useApiQuery(variantApi.list, { q, limit: most }, { enabled: q.length > 0 });
  const fits = ({ productStatus }: Variant) => !onSale || productStatus === "active";
  const items = q ? (found.data?.items ?? []).filter(fits) : [];

  const pick = (picked: Variant) => {
    onPick(picked);
    setTyped("");
    box.closeDropdown();
  };
  // Enter right after the scanner's last letter, before any list is there: ask, and take the one that is meant.
  const pickExact = async (text: string) => {
    try {
      const page = await client.fetchQuery(apiQuery(variantApi.list, { q: text, limit: most }));
      const known = page.items.filter(fits);
      const exact = known.find(({ sku, barcode }) => sku.toLowerCase() === text.toLowerCase() || barcode === text);
      const only = known.length === 1 ? known[0] : undefined;
      const picked = exact ?? only;
      if (picked) pick(picked);
      else {
        box.openDropdown();
        // Several fit: the next Enter takes the first, which is marked now.
        box.selectFirstOption();
      }
    } catch (error) {
      if (error instanceof Error) sayRefused(error);
    }
  };
  return (
    <Combobox store={box} onOptionSubmit={(id) => items.filter((item) => item.id === id).forEach(pick)}>
      <Combobox.Target>
        <TextInput
          label={label}
          placeholder="SKU, barcode or title"
          {...(autoFocus && { autoFocus, "data-autofocus": true })}
          value={typed}
          maxLength={200}
          leftSection={<IconBarcode size={16} />}
          rightSection={found.isFetching && q ? <Loader size={14} /> : null}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            box.openDropdown();
            box.updateSelectedOptionIndex();
          }}
          onBlur={() => box.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            if (box.getSelectedOptionIndex() === -1 && typed.trim()) void pickExact(typed.trim());
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!q}>
        <Combobox.Options mah={320} style={{ overflowY: "auto" }} aria-label="Items found">
          {items.map((item) => (
            <Combobox.Option key={item.id} value={item.id}>
              <Group justify="space-between" wrap="nowrap" gap="sm">
                <div style={{ minWidth: 0 }}>
                  <Text size="sm" truncate>
                    {item.title}
                  </Text>
                  <Text size="xs" c="dimmed" ff="monospace">
                    {item.sku}
                  </Text>
                </div>
                <Text size="sm">{moneyText(item.price)}</Text>
              </Group>
            </Combobox.Option>
          ))}
          {items.length === 0 && !found.isFetching && (
            <Combobox.Empty>{onSale ? "Nothing on sale by that name" : "Nothing by that name"}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
