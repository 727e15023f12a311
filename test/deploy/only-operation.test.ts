import { describe, expect, it } from "vitest";
import { onlyOperation } from "../../scripts/bundle/only-operation.ts";

const importsOf = async (area: string, verb: string): Promise<string[]> =>
  [...(await onlyOperation(area, verb)).matchAll(/from "(#[^"]+)"/g)].map(([, path = ""]) => path);

// A call that is not known to be pure keeps everything that it names: each operation would load those beside it.
describe("an operation's bundle", () => {
  it("has nothing of the operations beside it that wake a worker, and the wake-up only where it belongs", async () => {
    const ofEach = ["#core/contract/staff", "#functions/admin", "#functions/deploy/settings"];
    expect((await importsOf("staff", "list")).toSorted()).toEqual([...ofEach, "#core/staff/list"].toSorted());
    expect((await importsOf("staff", "invite")).toSorted()).toEqual(
      [...ofEach, "#core/staff/invite", "#functions/waking"].toSorted(),
    );
  });
});
