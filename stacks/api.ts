import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
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
import { throttle } from "./connections.ts";
import { countFaults, unansweredFaults } from "./faults.ts";
import { logGroup, ourFunction, roleOf } from "./function.ts";
import { migrations } from "./migrations.ts";

/** API Gateway gives up after 30 s. */
const timeoutSeconds = 29;

/**
 * One line per request, including those that no handler answered: `integrationError` says why. The variables are those
 * of HTTP APIs: CDK's own format is made for REST APIs, and prints "-" for half of them. No query and no headers, as in
 * our own lines, and no path, because it may contain a cart's token.
 */
const accessLogFormat = AccessLogFormat.custom(
  `{${Object.entries({
    requestId: "$context.requestId",
    time: "$context.requestTime",
    address: "$context.identity.sourceIp",
    method: "$context.httpMethod",
    route: "$context.routeKey",
    bytes: "$context.responseLength",
    ms: "$context.responseLatency",
    error: "$context.error.message",
    integrationError: "$context.integrationErrorMessage",
  })
    .map(([name, value]) => `"${name}":"${value}",`)
    .join("")}"status":$context.status}`,
);

/** The HTTP API, without operations: each area adds its own. */
export function api(context: StackContext): IHttpApi {
  const { app, stack } = context;
  dependsOn(migrations); // its default route is code
  const made = new HttpApi(stack, "Http", {
    apiName: app.logicalPrefixedName("api"),
    createDefaultStage: false,
  });
  const http = made as IHttpApi; // it is one; CDK's own types forget `undefined` under exactOptionalPropertyTypes
  const accessLogs = logGroup(stack, "AccessLogs");
  countFaults(app, stack, accessLogs, unansweredFaults);
  new HttpStage(stack, "Stage", {
    httpApi: http,
    stageName: "$default",
    autoDeploy: true,
    throttle: throttle(),
    accessLogSettings: { destination: new LogGroupLogDestination(accessLogs), format: accessLogFormat },
  });
  answerUnrouted(context, http);
  stack.addOutputs({ ApiUrl: http.apiEndpoint });
  return http;
}

/** Answers unknown routes in the API's own form: API Gateway's default has another body, and no 405. */
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
