import { existsSync } from "node:fs";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import { dependsOn, type StackContext, use } from "sst/constructs";
import { areaStacks } from "./area.ts";
import { site } from "./site.ts";
import { schedules, workers } from "./workers.ts";

const built = "dist/web";

/**
 * Uploads the admin's pages to their bucket, after every handler that they call: new pages get errors from old
 * handlers, but old pages work with new handlers. Nothing is deleted: open pages of the last release still load their
 * parts.
 */
export function pages({ stack }: StackContext): void {
  const { pages: destinationBucket } = use(site);
  if (!destinationBucket || !existsSync(built)) return;
  for (const { made } of areaStacks) dependsOn(made);
  dependsOn(workers);
  dependsOn(schedules);

  // Their names contain a hash of their contents, so they never change.
  const parts = new BucketDeployment(stack, "Parts", {
    destinationBucket,
    destinationKeyPrefix: "assets",
    sources: [Source.asset(`${built}/assets`)],
    cacheControl: [CacheControl.fromString("public, max-age=31536000, immutable")],
    prune: false,
  });
  // The page refers to its parts, so they are uploaded first; it is revalidated each time, mostly with "not modified".
  const page = new BucketDeployment(stack, "Page", {
    destinationBucket,
    sources: [Source.asset(built, { exclude: ["assets", ".vite"] })],
    cacheControl: [CacheControl.noCache()],
    prune: false,
  });
  page.node.addDependency(parts);
}
