import { existsSync } from "node:fs";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import { dependsOn, type StackContext, use } from "sst/constructs";
import { areaStacks } from "./area.ts";
import { site } from "./site.ts";
import { schedules, workers } from "./workers.ts";

const built = "dist/web";

/**
 * The admin's pages into their bucket, after every handler that they ask: a page in front of older handlers is answered
 * errors, and older pages in front of newer handlers go on. Nothing is taken away: whoever has a page of the last release
 * open still asks for its parts.
 */
export function pages({ stack }: StackContext): void {
  const { pages: destinationBucket } = use(site);
  if (!destinationBucket || !existsSync(built)) return;
  for (const { made } of areaStacks) dependsOn(made);
  dependsOn(workers);
  dependsOn(schedules);

  // Their names are made of what is in them, and never hold anything else.
  const parts = new BucketDeployment(stack, "Parts", {
    destinationBucket,
    destinationKeyPrefix: "assets",
    sources: [Source.asset(`${built}/assets`)],
    cacheControl: [CacheControl.fromString("public, max-age=31536000, immutable")],
    prune: false,
  });
  // The page names its parts, so they are there before it; it is asked for each time, and mostly answered "not modified".
  const page = new BucketDeployment(stack, "Page", {
    destinationBucket,
    sources: [Source.asset(built, { exclude: ["assets", ".vite"] })],
    cacheControl: [CacheControl.noCache()],
    prune: false,
  });
  page.node.addDependency(parts);
}
