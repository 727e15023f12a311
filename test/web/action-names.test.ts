import { expect, it } from "vitest";
import { internalActions } from "#core/contract/audit";
import { operations } from "#core/contract/index";
import { actionName, actionNames } from "../../web/ui/format/action-names.ts";

const audited = [...operations.filter(({ method }) => method !== "GET").map(({ name }) => name), ...internalActions];

// "order.closeRest" tells a shop's owner nothing. The compiler requires each name; this checks that they suit people.
it("every action of the audit log has its own name, and no unknown action has one", () => {
  expect([...actionNames.keys()].toSorted()).toEqual(audited.toSorted());
  expect(new Set(actionNames.values()).size).toBe(actionNames.size);
  expect([...actionNames.values()].filter((name) => !/^[A-Z][\p{L} ’-]+$/u.test(name))).toEqual([]);
});

it("an action that only an older release knew keeps its raw name", () => {
  expect(actionName("order.teleport")).toBe("order.teleport");
});
