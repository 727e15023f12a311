import { areas, operations, shapes } from "#core/contract/index";
import { openApiOf } from "#core/contract/openapi";
import * as service from "#core/contract/service";
import { docsPage } from "#core/service/docs-page";
import { isReady } from "#core/service/is-ready";
import { reads } from "#functions/admin";

const version = "1";

export const health = reads(service.health, async () => ({ status: "up" as const }));
export const ready = reads(service.ready, isReady);
/** Made when first asked for: it is the same until the next deploy. */
let described: ReturnType<typeof openApiOf> | undefined;
export const openapi = reads(service.openapi, async () => {
  described ??= openApiOf(operations, shapes, version);
  return described;
});
export const docs = reads(service.docs, async () => docsPage(areas));
