/** Finds a product by its title, slug or SKU. */
import { Combobox, Group, Loader, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import * as productApi from "#core/contract/product";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { NoMatches } from "../ui/forms/no-matches.tsx";
import { NoPicker } from "../ui/forms/no-picker.tsx";
import { SearchIcon } from "../ui/icons.ts";
import { Thumbnail } from "../ui/thumbnail.tsx";
import type { ProductRow } from "./types.ts";

interface Props {
  readonly label: string;
  readonly exclude: readonly string[];
  readonly onPick: (picked: ProductRow) => void;
}

export function ProductPicker(props: Props) {
  if (!useSession().can(productApi.list)) return <NoPicker label={props.label} items="products" right="catalog.read" />;
  return <Picker {...props} />;
}

function Picker({ label, exclude, onPick }: Props) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 150);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const results = useApiQuery(productApi.list, { q, limit: 20 }, { enabled: q.length > 0 });
  const items = q ? (results.data?.items ?? []).filter(({ id }) => !exclude.includes(id)) : [];
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const picked = items.find((item) => item.id === id);
        if (!picked) return;
        onPick(picked);
        setTyped("");
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <TextInput
          label={label}
          placeholder="Title, slug or SKU"
          value={typed}
          maxLength={200}
          leftSection={<SearchIcon size={16} />}
          rightSection={results.isFetching && q ? <Loader size={14} /> : null}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!q}>
        <Combobox.Options mah={320} style={{ overflowY: "auto" }} aria-label="Matching products">
          {items.map((item) => (
            <Combobox.Option key={item.id} value={item.id}>
              <Group gap="sm" wrap="nowrap">
                <Thumbnail url={item.image?.thumbnailUrl} size={28} />
                <Text size="sm" truncate>
                  {item.title}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
          {items.length === 0 && (
            <NoMatches results={results}>
              <Combobox.Empty>No matching products</Combobox.Empty>
            </NoMatches>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
