/**
 * Migrates the database while the stacks deploy. CloudFormation calls it as a resource that every stack with code
 * depends on: new code is not put in place before its migrations have run, and if one fails the deploy fails and the
 * old code keeps serving. A store without an owner gets the one named in the deploy.
 */
import type { CloudFormationCustomResourceEvent } from "aws-lambda";
import { bringUp } from "#core/db/bring-up/bring-up";
import { disconnect } from "#core/db/client";
import { reasonOf } from "#core/db/error";
import { optional } from "#core/environment";
import { log } from "#core/log";
import { createOwner } from "#core/staff/create-owner";
import { loadSettings } from "./settings.ts";

type Outcome = { readonly Status: "SUCCESS" } | { readonly Status: "FAILED"; readonly Reason: string };

export async function handler(event: CloudFormationCustomResourceEvent): Promise<void> {
  await answer(event, await outcomeOf(event));
}

async function outcomeOf(event: CloudFormationCustomResourceEvent): Promise<Outcome> {
  try {
    // A stack that is removed leaves its database alone.
    if (event.RequestType === "Delete") return { Status: "SUCCESS" };
    // In a rollback, CloudFormation requests another version's migrations. They ran when they were new.
    if (event.ResourceProperties["digest"] !== optional("MIGRATIONS_DIGEST")) return { Status: "SUCCESS" };
    await loadSettings();
    const ran = await bringUp();
    const [email, password] = [optional("OWNER_EMAIL"), optional("OWNER_PASSWORD")];
    const owner = email && password ? await createOwner({ email, password }) : null;
    log.info("migrated", { ran, owner });
    return { Status: "SUCCESS" };
  } catch (error) {
    log.error("migration failed", { error });
    // Also in a rollback, but with the settings of the deploy that failed: they stay stored. It must not fail too.
    if (event.ResourceProperties["settings"] !== optional("SETTINGS_DIGEST")) return { Status: "SUCCESS" };
    return { Status: "FAILED", Reason: `Migration failed: ${reasonOf(error)}`.slice(0, 1_000) };
  } finally {
    await disconnect();
  }
}

/**
 * CloudFormation waits for a PUT to a URL that it signed; a function that only returns leaves it waiting. The signature
 * is for a request without a content type, and S3 refuses the one that `fetch` gives a text.
 */
async function answer(event: CloudFormationCustomResourceEvent, outcome: Outcome): Promise<void> {
  const { StackId, RequestId, LogicalResourceId } = event;
  const response = await fetch(event.ResponseURL, {
    method: "PUT",
    headers: { "content-type": "" },
    body: JSON.stringify({ StackId, RequestId, LogicalResourceId, PhysicalResourceId: "migrations", ...outcome }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`CloudFormation answered ${response.status}`);
}
