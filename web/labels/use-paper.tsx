/** The paper for labels, which the browser remembers, and the position of the first label. */
import { NativeSelect } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useState } from "react";
import { type NumberValue, wholeNumberError } from "../ui/forms/parse-input.ts";
import { WholeNumberInput } from "../ui/forms/whole-number-input.tsx";
import { layoutOf, layouts } from "./layouts.ts";

/** `kind`: item labels and shelf labels use different paper. */
export function usePaper(kind: "items" | "shelves", first: (typeof layouts)[number]["id"]) {
  const [id, setId] = useLocalStorage<string>({
    key: `labels.${kind}`,
    defaultValue: first,
    getInitialValueInEffect: false,
  });
  const [begin, setBegin] = useState<NumberValue>(1);
  const layout = layoutOf(id);
  const places = layout.columns * layout.rows;
  const bounds = { min: 1, max: places };
  // An empty field stands for the first label.
  const isPlace = wholeNumberError(begin, bounds) === null;
  const skipped = isPlace ? Number(begin || 1) - 1 : 0;
  const fields = (
    <>
      <NativeSelect
        label="Paper"
        value={layout.id}
        data={layouts.map(({ id: value, title }) => ({ value, label: title }))}
        onChange={(event) => setId(event.currentTarget.value)}
      />
      {places > 1 && <WholeNumberInput label="Start at label" {...bounds} w={130} value={begin} onChange={setBegin} />}
    </>
  );
  return { layout, skipped, fields };
}
