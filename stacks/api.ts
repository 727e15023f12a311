import {
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  type IHttpApi,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { dependsOn, type StackContext } from "sst/constructs";
import { spelledOut } from "#functions/wiring";
import { database } from "./database.ts";
import { logGroup, ourFunction, roleOf } from "./function.ts";

/** API Gateway gives up after 30 s. */
const timeoutSeconds = 29;

/** The HTTP API, with no operations: each area brings its own. */
export function api(context: StackContext): IHttpApi {
  const { app, stack } = context;
  dependsOn(database); // what it answers by itself is code, and code comes after the migrations
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
  answerUnrouted(context, http);
  stack.addOutputs({ ApiUrl: http.apiEndpoint });
  return http;
}

/** What no operation takes is answered as everything else is: by itself API Gateway has words of its own, and no 405. */
function answerUnrouted({ app, stack }: StackContext, httpApi: IHttpApi): void {
  const group = logGroup(stack, "UnroutedLogs");
  const handler = ourFunction(stack, "Unrouted", {
    functionName: app.logicalPrefixedName("unrouted"),
    bundle: "unrouted",
    timeoutSeconds,
    role: roleOf(stack, "UnroutedRole", group, {}),
    logGroup: group,
    placement: {},
    environment: {},
  });
  const integration = new HttpLambdaIntegration("unrouted", handler);
  const routeKeys = [HttpRouteKey.DEFAULT, ...spelledOut.map((path) => HttpRouteKey.with(path, HttpMethod.ANY))];
  for (const routeKey of routeKeys)
    new HttpRoute(stack, `Unrouted ${routeKey.key}`, { httpApi, routeKey, integration });
}
