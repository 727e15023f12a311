/** Syntax colours for the code editors, in light and dark mode: the editor's own colours assume a white background. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const both = (light: string, dark: string) => `light-dark(${light}, ${dark})`;

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: both("#862e9c", "#e599f7") },
  { tag: [tags.string, tags.special(tags.string), tags.attributeValue], color: both("#a61e4d", "#faa2c1") },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.color, tags.unit], color: both("#1b6b3a", "#8ce99a") },
  { tag: [tags.tagName, tags.typeName, tags.className], color: both("#1864ab", "#74c0fc") },
  { tag: [tags.attributeName, tags.propertyName, tags.variableName], color: both("#364fc7", "#bac8ff") },
  { tag: [tags.comment, tags.documentMeta, tags.processingInstruction], color: both("#495057", "#adb5bd") },
  { tag: tags.invalid, color: both("#c92a2a", "#ff8787") },
]);

const surroundings = EditorView.theme({
  "&": { color: "var(--mantine-color-text)", backgroundColor: "var(--mantine-color-body)" },
  ".cm-content": { caretColor: "var(--mantine-color-text)" },
  ".cm-cursor": { borderLeftColor: "var(--mantine-color-text)" },
  ".cm-gutters": {
    backgroundColor: "var(--mantine-color-default-hover)",
    color: "var(--mantine-color-dimmed)",
    borderRight: "1px solid var(--mantine-color-default-border)",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: both("#e7f5ff80", "#ffffff12") },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: both("#d0ebff", "#364fc780"),
  },
  ".cm-tooltip, .cm-panels": {
    backgroundColor: "var(--mantine-color-body)",
    color: "var(--mantine-color-text)",
    border: "1px solid var(--mantine-color-default-border)",
  },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--mantine-primary-color-filled)",
    color: "var(--mantine-primary-color-contrast)",
  },
  ".cm-foldPlaceholder": { backgroundColor: "transparent", color: "inherit" },
});

export const codeLook: Extension = [syntaxHighlighting(colors), surroundings];
