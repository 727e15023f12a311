/** Windows' high contrast drops backgrounds: what is on, chosen or highlighted must be seen by other means. */
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { journeys, soon } from "../../support/harness/journey.ts";

const journey = journeys();

/** The border of a part of the screen, which is not what shows its state: the mouse or the focus may have changed it. */
const border = 1;

/** Whether this part of the screen looks different after the action. */
async function isSeen(page: Page, part: Locator, action: () => Promise<unknown>): Promise<boolean> {
  const look = async () => {
    await page.mouse.move(0, 0);
    await part.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const clip = { x: x + border, y: y + border, width: width - 2 * border, height: height - 2 * border };
    return (await page.screenshot({ clip })).toString("base64");
  };
  await part.waitFor();
  const before = await look();
  await action();
  return (await look()) !== before;
}

it("shows in high contrast what is on, chosen and highlighted", async () => {
  const page = await journey.visitor({ forcedColors: "active", at: "/settings/roles" });
  const seen: Record<string, boolean> = {};
  const right = page.getByRole("checkbox", { name: "Change tax rates" });
  seen["checkbox"] = await isSeen(page, right, () => right.click());

  await page.goto("/settings/messages");
  const track = page.locator(".mantine-Switch-track").first();
  seen["switch"] = await isSeen(page, track, async () => {
    await track.click();
    await soon(() => page.getByRole("switch").first().isChecked()).toBe(false);
    await page.locator("h1").click();
  });

  await page.goto("/settings/messages/order.created/email");
  const views = page.getByRole("radiogroup", { name: "Shown as" });
  seen["segment"] = await isSeen(page, views, () => views.getByText("Phone").click());

  const home = page.getByRole("navigation").getByRole("link", { name: "Home" });
  seen["screen"] = await isSeen(page, home, async () => {
    await home.click();
    await page.getByRole("heading", { name: "Hello" }).waitFor();
    await page.locator("h1").click();
  });

  await page.goto("/orders/new");
  await page.getByLabel("Country").click();
  const option = page.getByRole("option", { name: "India", exact: true });
  seen["option"] = await isSeen(page, option, () => page.keyboard.press("ArrowDown"));

  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  const hit = page.getByRole("dialog").getByRole("button", { name: "Home" });
  await hit.waitFor();
  await page.keyboard.press("ArrowDown");
  seen["hit"] = await isSeen(page, hit, () => page.keyboard.press("ArrowDown"));
  expect(Object.keys(seen).filter((name) => !seen[name])).toEqual([]);
});
