import { system } from "#core/actor";
import { emit } from "#core/event/emit";
import { inPublishedChange } from "#core/event/publish";
import { newId } from "#core/id";

/** 700 bytes with its envelope. */
export const eventData = { padding: "x".repeat(500) };
const clients = 16;

/** Sixteen clients do this until it is done so many times, each of them one after the other. */
export async function bySixteen(count: number, work: () => Promise<unknown>): Promise<void> {
  let left = count;
  const client = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: clients }, client));
}

/** Changes with one event each. */
export const publishEvents = (count: number): Promise<void> =>
  bySixteen(count, () =>
    inPublishedChange(system("bench"), async (change) => emit(change, "product.updated", newId("product"), eventData)),
  );
