import { expect, it } from "vitest";
import { noteOwnVersion, ownVersion } from "../../web/api/own-versions.ts";

const list = { id: "plst_1" };
const saved = (version: number) => ({ ...list, version });

it("saves on top of one's own changes, whichever of their versions the screen has fetched", () => {
  noteOwnVersion(list, 1, saved(2));
  noteOwnVersion(list, 1, saved(3));
  expect(ownVersion(list, 1)).toBe(3);
  expect(ownVersion(list, 2)).toBe(3);
  expect(ownVersion(list, 3)).toBe(3);
  // A later one is that of someone else, and has been seen.
  expect(ownVersion(list, 4)).toBe(4);
  expect(ownVersion({ id: "plst_2" }, 1)).toBe(1);
});
