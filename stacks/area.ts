import { HttpMethod, HttpRoute, HttpRouteKey } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { dependsOn, type StackContext, use } from "sst/constructs";
import { opensByToken, reachOf, routes } from "#functions/wiring";
import { api } from "./api.ts";
import { grantFiles } from "./buckets.ts";
import { database } from "./database.ts";
import { countFaults, ownFaults } from "./faults.ts";
import { logGroup, ourFunction, roleOf } from "./function.ts";
import { migrations } from "./migrations.ts";
import { network } from "./network/network.ts";
import { grantReach, placeOf } from "./reach.ts";
import { site } from "./site.ts";

/** API Gateway gives up after 30 s. */
const timeoutSeconds = 29;

/**
 * The operations of one area. They have their own stack, because CloudFormation allows 500 resources per stack, and
 * share one role and one asset. They may send to the queues that the wiring names, and publish if one of them emits.
 */
const area =
  (name: string, before: AreaStack | undefined) =>
  ({ app, stack }: StackContext): void => {
    dependsOn(migrations); // explicitly: there is no reference that CloudFormation could wait for
    if (before) dependsOn(before.made);
    const http = use(api);
    const store = use(database);
    const reach = reachOf(name);
    const placement = placeOf(reach, use(network));
    const group = logGroup(stack, "Logs");
    const role = roleOf(stack, "Role", group, placement);
    store.grantTo(role);
    countFaults(app, stack, group, ownFaults);
    const environment = {
      ...store.environment,
      ...(opensByToken(name) && store.tellToken(role)),
      ...grantReach(role, reach),
      ...grantFiles(role, reach, use(site).buckets),
      ...use(site).environment,
    };
    for (const { verb, operation, methods } of routes.filter((route) => route.area === name)) {
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
      const integration = new HttpLambdaIntegration(verb, handler);
      for (const method of methods) {
        const routeKey = HttpRouteKey.with(operation.path, HttpMethod[method]);
        new HttpRoute(stack, method === "HEAD" ? `${verb}-head` : `${verb}-route`, {
          httpApi: http,
          routeKey,
          integration,
        });
      }
    }
  };

interface AreaStack {
  readonly name: string;
  readonly made: (context: StackContext) => void;
}

/**
 * Every area that has operations, deployed one after another: API Gateway answers `ConflictException` when several
 * stacks change one API at once, and CloudFormation then rolls the deploy back.
 */
export const areaStacks: readonly AreaStack[] = inTurn([...new Set(routes.map((route) => route.area))]);

function inTurn(names: readonly string[]): AreaStack[] {
  const stacks: AreaStack[] = [];
  for (const name of names) stacks.push({ name, made: area(name, stacks.at(-1)) });
  return stacks;
}
