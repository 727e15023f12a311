import type { Page } from "playwright-core";

/** No carrier's rates come in time, until the returned function is called. */
export async function slowCarriers(page: Page): Promise<() => void> {
  let isSlow = true;
  await page.route("**/parcels/rates", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const refused = { status: "refused", says: "It did not answer." };
    const carriers = answer.carriers.map((carrier: object) => ({ ...carrier, ...refused }));
    await route.fulfill({ response, json: isSlow ? { ...answer, carriers, items: [] } : answer });
  });
  return () => {
    isSlow = false;
  };
}
