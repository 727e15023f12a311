import { openApiOf } from "#core/contract/openapi";
import * as service from "#core/contract/service";
import { docsPage } from "#core/service/docs-page";
import { isReady } from "#core/service/is-ready";
import { reads } from "#functions/admin";

const version = "1";

export const health = reads(service.health, async () => ({ status: "up" as const }));
export const ready = reads(service.ready, isReady);
/** Every area's operations: read when somebody asks for them, and not by whoever asks whether the service is up. */
const contract = () => import("#core/contract/index");
/** Made when first asked for: it is the same until the next deploy. */
let described: ReturnType<typeof openApiOf> | undefined;
export const openapi = reads(service.openapi, async () => {
  const { operations, shapes } = await contract();
  described ??= openApiOf(operations, shapes, version);
  return described;
});
export const docs = reads(service.docs, async () => docsPage((await contract()).areas));
