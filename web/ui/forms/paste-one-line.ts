/**
 * For the document. A field of one line keeps the tabs between cells of a spreadsheet, and no operation takes them: a
 * search for them, or a name with one, was refused for characters that nobody sees. They become spaces.
 */
export function pasteOneLine(event: ClipboardEvent): void {
  const { target, defaultPrevented, clipboardData } = event;
  const text = clipboardData?.getData("text") ?? "";
  if (defaultPrevented || !(target instanceof HTMLInputElement) || target.type === "password") return;
  if (!/\p{Cc}/u.test(text)) return;
  event.preventDefault();
  const line = text.replaceAll(/\p{Cc}+/gu, " ").trim();
  // Blank cells would only delete what is selected.
  if (line !== "") document.execCommand("insertText", false, line);
}
