/** The paper for labels, which the browser remembers, and the position of the first label. */
import { NativeSelect, NumberInput } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useState } from "react";
import { layoutOf, layouts } from "./layouts.ts";

/** `kind`: item labels and shelf labels use different paper. */
export function usePaper(kind: "items" | "shelves", first: (typeof layouts)[number]["id"]) {
  const [id, setId] = useLocalStorage<string>({
    key: `labels.${kind}`,
    defaultValue: first,
    getInitialValueInEffect: false,
  });
  const [begin, setBegin] = useState<number | string>(1);
  const layout = layoutOf(id);
  const places = layout.columns * layout.rows;
  const skipped = Math.min(Math.max(Number(begin) || 1, 1), places) - 1;
  const fields = (
    <>
      <NativeSelect
        label="Paper"
        value={layout.id}
        data={layouts.map(({ id: value, title }) => ({ value, label: title }))}
        onChange={(event) => setId(event.currentTarget.value)}
      />
      {places > 1 && (
        <NumberInput
          label="Start at label"
          min={1}
          max={places}
          w={130}
          allowDecimal={false}
          value={begin}
          onChange={setBegin}
        />
      )}
    </>
  );
  return { layout, skipped, fields };
}
