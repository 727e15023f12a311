/** Hands a file to the browser, as if it had been fetched. */
export function download(name: string, content: string, type = "text/csv"): void {
  // The mark at the front tells a spreadsheet that this is UTF-8.
  const address = URL.createObjectURL(new Blob(["\uFEFF", content], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
