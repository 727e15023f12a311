/** Saves a file through the browser, like a download. */
export function download(name: string, content: string, type = "text/csv"): void {
  // The byte order mark tells spreadsheets that this is UTF-8.
  const url = URL.createObjectURL(new Blob(["\uFEFF", content], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
