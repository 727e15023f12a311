import { HttpApi, HttpStage, type IHttpApi, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import type { StackContext } from "sst/constructs";
import { logGroup } from "./function.ts";

/** The HTTP API, with no routes: each area brings its own. */
export function api({ app, stack }: StackContext): IHttpApi {
  const made = new HttpApi(stack, "Http", {
    apiName: app.logicalPrefixedName("api"),
    createDefaultStage: false,
  });
  const http = made as IHttpApi; // it is one; CDK's own types forget `undefined` under exactOptionalPropertyTypes
  new HttpStage(stack, "Stage", {
    httpApi: http,
    stageName: "$default",
    autoDeploy: true,
    throttle: { rateLimit: 2_000, burstLimit: 4_000 },
    accessLogSettings: { destination: new LogGroupLogDestination(logGroup(stack, "AccessLogs")) },
  });
  stack.addOutputs({ ApiUrl: http.apiEndpoint });
  return http;
}
