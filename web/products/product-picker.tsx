/** Finds a product by a few letters of its title. */
import { Combobox, Group, Loader, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import * as productApi from "#core/contract/product";
import { useApiQuery } from "../api/hooks.ts";
import type { ProductRow } from "./labels.ts";
import { Picture } from "./product-image.tsx";

interface Props {
  readonly label: string;
  readonly without: readonly string[];
  readonly onPick: (picked: ProductRow) => void;
}

export function ProductPicker({ label, without, onPick }: Props) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 150);
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });
  const found = useApiQuery(productApi.list, { q, limit: 20 }, { enabled: q.length > 0 });
  const items = q ? (found.data?.items ?? []).filter(({ id }) => !without.includes(id)) : [];
  return (
    <Combobox
      store={box}
      onOptionSubmit={(id) => {
        const picked = items.find((item) => item.id === id);
        if (!picked) return;
        onPick(picked);
        setTyped("");
        box.closeDropdown();
      }}
    >
      <Combobox.Target>
        <TextInput
          label={label}
          placeholder="Title, slug or SKU"
          value={typed}
          maxLength={200}
          leftSection={<IconSearch size={16} />}
          rightSection={found.isFetching && q ? <Loader size={14} /> : null}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            box.openDropdown();
            box.updateSelectedOptionIndex();
          }}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!q}>
        <Combobox.Options mah={320} style={{ overflowY: "auto" }} aria-label="Products found">
          {items.map((item) => (
            <Combobox.Option key={item.id} value={item.id}>
              <Group gap="sm" wrap="nowrap">
                <Picture of={item.image && { ...item.image, alt: "" }} size={28} />
                <Text size="sm" truncate>
                  {item.title}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
          {items.length === 0 && !found.isFetching && <Combobox.Empty>Nothing else by that name</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
