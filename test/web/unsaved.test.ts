/** Typed input is never lost without a question, wherever it is typed. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "web/**/*.tsx"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "");

const isTypedInto =
  /<(TextInput|Textarea|CodeEditor|SqlEditor|NumberInput|WholeNumberInput|AmountInput|PasswordInput)\b/;
/** Our own forms ask automatically; everything else uses `useUnsaved`. */
const asks = /\b(useApiForm|RecordForm|useUnsaved)\b/;

/** Fields whose content is never saved, or kept without. */
const savesNothing: Readonly<Record<string, string>> = {
  "web/ui/filters/filters.tsx": "a filter, which the URL keeps",
  "web/ui/filters/date-range-filter.tsx": "a filter, which the URL keeps",
  "web/ui/forms/variant-picker.tsx": "a search",
  "web/ui/forms/country-select.tsx": "a search; the form keeps what is chosen",
  "web/ui/scan/scan-field.tsx": "a scan, done on Enter",
  "web/products/product-picker.tsx": "a search",
  "web/payments/order-picker.tsx": "a search",
  "web/messages/suppressions.tsx": "a search",
  "web/messages/send-test.tsx": "where a test goes",
  "web/prices/explain-price.tsx": "a question",
  "web/stock/delivery/draft-form.tsx": "a delivery, which the tab keeps",
  "web/stock/delivery/pasted-lines.tsx": "its lines, which the tab keeps",
  "web/labels/use-paper.tsx": "the printer's paper, which the browser keeps",
  "web/labels/shelf-labels.tsx": "what is printed, and nowhere kept",
  "web/labels/copies-table.tsx": "how many are printed",
};

// Twenty minutes of work on an email's text were lost with a click on Orders.
it("every form asks before unsaved input is lost", () => {
  const silent = files.filter((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return /\buseState\b/.test(text) && isTypedInto.test(text) && !asks.test(text);
  });
  expect(silent.toSorted()).toEqual(Object.keys(savesNothing).toSorted());
});
