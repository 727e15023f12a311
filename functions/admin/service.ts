import { type OpenApi, openApiOf } from "#core/contract/openapi";
import * as service from "#core/contract/service";
import { docsPage } from "#core/service/docs-page";
import { isReady } from "#core/service/is-ready";
import { reads } from "#functions/admin";

/** Made when first asked for: they are the same until the next deploy. */
let made: OpenApi | undefined;
let page: string | undefined;

/** Every area's operations are read for this, and not by whoever asks whether the service is up. */
async function described(): Promise<OpenApi> {
  const { operations, shapes } = await import("#core/contract/index");
  made ??= openApiOf(operations, shapes);
  return made;
}

export const health = reads(service.health, async () => ({ status: "up" as const }));
export const ready = reads(service.ready, isReady);
export const openapi = reads(service.openapi, described);
export const docs = reads(service.docs, async () => (page ??= docsPage(await described())));
