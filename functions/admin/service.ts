import type { OpenApi } from "#core/contract/openapi/document";
import * as service from "#core/contract/service";
import { docsPage } from "#core/service/docs-page";
import { isReady } from "#core/service/is-ready";
import { reads } from "#functions/admin";

/** Made at the first request; the same until the next deploy. */
let made: OpenApi | undefined;
let page: string | undefined;

/** Loads every area's operations and shapes, which health checks should not need. */
async function described(): Promise<OpenApi> {
  const [{ operations, shapes }, { openApiOf }] = await Promise.all([
    import("#core/contract/index"),
    import("#core/contract/openapi/document"),
  ]);
  made ??= openApiOf(operations, shapes);
  return made;
}

export const health = reads(service.health, async () => ({ status: "up" as const }));
export const ready = reads(service.ready, isReady);
export const openapi = reads(service.openapi, described);
export const docs = reads(service.docs, async () => (page ??= docsPage(await described())));
