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
import { dependsOn, type StackContext, use } from "sst/constructs";
import { reachOf, routes, spelledOut } from "#functions/wiring";
import { grantFiles } from "./buckets.ts";
import { database } from "./database.ts";
import { logGroup, ourFunction, roleOf } from "./function.ts";
import { network } from "./network.ts";
import { grantReach, placeOf } from "./reach.ts";
import { site } from "./site.ts";

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

/** Every area that has operations. */
export const areas: readonly string[] = [...new Set(routes.map(({ area }) => area))];

/**
 * The operations of one area: a stack of their own, for CloudFormation takes 500 resources a stack, and one role
 * and one asset for all of them. They may send to the queues that the wiring names, and have no way to the bus.
 */
export const area =
  (name: string) =>
  ({ app, stack }: StackContext): void => {
    dependsOn(database); // by name: not every database gives CloudFormation a reference to wait for
    const http = use(api);
    const store = use(database);
    const reach = reachOf(name);
    const placement = placeOf(reach, use(network));
    const group = logGroup(stack, "Logs");
    const role = roleOf(stack, "Role", group, placement);
    store.grantTo(role);
    const environment = {
      ...store.environment,
      ...grantReach(role, reach),
      ...grantFiles(role, reach, use(site).buckets),
      ...use(site).environment,
    };
    for (const { verb, operation } of routes.filter((route) => route.area === name)) {
      const handler = ourFunction(stack, verb, {
        functionName: app.logicalPrefixedName(operation.name.replace(".", "-")),
        bundle: `admin/${name}`,
        entry: verb,
        timeoutSeconds,
        role,
        logGroup: group,
        placement,
        environment,
      });
      new HttpRoute(stack, `${verb}-route`, {
        httpApi: http,
        routeKey: HttpRouteKey.with(operation.path, HttpMethod[operation.method]),
        integration: new HttpLambdaIntegration(verb, handler),
      });
    }
  };
