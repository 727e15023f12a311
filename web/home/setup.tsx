/** The set-up steps for the owner of a new store, each ticked once it is done. */
import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import * as locationApi from "#core/contract/location";
import * as productApi from "#core/contract/product";
import * as providerApi from "#core/contract/provider";
import * as staffApi from "#core/contract/staff";
import * as storeApi from "#core/contract/store";
import { useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { CircleCheckBigIcon, CircleIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { TextLink } from "../ui/links/links.tsx";
import classes from "./setup.module.css";

/** The default name of a store. */
const newName = "Quartermaster";
const mailSenders: readonly string[] = ["smtp", "ses"];
const one = { limit: 1 } as const;

interface Step {
  readonly title: string;
  readonly hint: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly or?: { readonly title: string; readonly to: string };
  /** Null until it is known. */
  readonly isDone: boolean | null;
}

export default function Setup() {
  const { steps, error, retry } = useSteps();
  const putAway = useApiMutation(storeApi.edit);
  if (error) return <ErrorAlert error={error} onRetry={retry} />;
  const done = steps.filter(({ isDone }) => isDone).length;
  const isKnown = !steps.some(({ isDone }) => isDone === null);
  return (
    <Card
      title="Set up your store"
      actions={
        <>
          <Text size="sm" c="dimmed" role="status">
            {isKnown && (done === steps.length ? "All done" : `${done} of ${steps.length} done`)}
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            loading={putAway.isPending}
            onClick={() => putAway.mutate({ showsSetup: false })}
          >
            Hide
          </Button>
        </>
      }
    >
      <ErrorAlert error={putAway.error} />
      <ul className={classes["steps"]}>
        {steps.map((step) => (
          <StepRow key={step.title} {...step} />
        ))}
      </ul>
    </Card>
  );
}

/** As large before it is known as afterwards: what is below the card keeps its place. */
function StepRow({ title, hint, to, search, or, isDone }: Step) {
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="start">
      {isDone === null ? (
        <Skeleton circle height={20} mt={1} style={{ flex: "none" }} />
      ) : isDone ? (
        <CircleCheckBigIcon size={20} className={classes["done"]} role="img" aria-label="Done" />
      ) : (
        <CircleIcon size={20} className={classes["open"]} role="img" aria-label="To do" />
      )}
      <Stack gap={0} miw={0}>
        <Text size="sm" component="span">
          <TextLink to={to} {...(search && { search })} inherit {...(isDone ? { c: "dimmed" } : { fw: 550 })}>
            {title}
          </TextLink>
          {or && (
            <>
              {" or "}
              <TextLink to={or.to} inherit>
                {or.title}
              </TextLink>
            </>
          )}
        </Text>
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      </Stack>
    </Group>
  );
}

/** No step is open or done until everything is known, so that one that is done never looks open. */
function useSteps() {
  const { store } = useSession();
  const locations = useApiQuery(locationApi.list, one);
  const products = useApiQuery(productApi.list, one);
  const gateways = useApiQuery(providerApi.list, { kind: "gateway" });
  const carriers = useApiQuery(providerApi.list, { kind: "carrier" });
  const senders = useApiQuery(providerApi.list, { kind: "sender" });
  const team = useApiQuery(staffApi.list, { limit: 2 });
  const invitations = useApiQuery(staffApi.listInvitations, one);
  const queries = [locations, products, gateways, carriers, senders, team, invitations];
  const failed = queries.find(({ error }) => error !== null);
  const error = failed?.error ?? null;
  const retry = () => void failed?.refetch();
  const isKnown = queries.every(({ data }) => data !== undefined);

  const has = ({ data }: { data?: { items: readonly unknown[] } | undefined }, least = 1) =>
    (data?.items.length ?? 0) >= least;
  const isSetUp = ({ data }: typeof gateways, codes?: readonly string[]) =>
    data?.items.some(({ code, configured }) => configured && (codes?.includes(code) ?? true)) ?? false;
  const steps = [
    {
      title: "Name your store and choose its currency",
      hint: "Customers read the name in emails. The currency cannot be changed after the first order.",
      to: "/settings/store",
      isDone: store.name !== newName,
    },
    {
      title: "Add a location",
      hint: "Where your stock is kept: a shop, a warehouse, a spare room.",
      to: "/locations",
      search: { open: "new" },
      isDone: has(locations),
    },
    {
      title: "Add your first product",
      hint: "It needs a title, a SKU and a price.",
      to: "/products/new",
      or: { title: "import a file", to: "/settings/imports" },
      isDone: has(products),
    },
    {
      title: "Set up online payment",
      hint: "Cash on delivery and bank transfer work without it.",
      to: "/settings/payments",
      isDone: isSetUp(gateways),
    },
    {
      title: "Set up a carrier",
      hint: "Book parcels, print labels and follow deliveries from the order.",
      to: "/settings/shipping",
      isDone: isSetUp(carriers),
    },
    {
      title: "Set up email",
      hint: "Confirmations and shipping news go out through your own mail server or Amazon SES.",
      to: "/settings/messages",
      isDone: isSetUp(senders, mailSenders),
    },
    {
      title: "Invite your team",
      hint: "Everyone signs in as themselves and sees what their role allows.",
      to: "/settings/team",
      search: { open: "invite" },
      isDone: has(team, 2) || has(invitations),
    },
  ] satisfies Step[];
  return { steps: steps.map((step) => ({ ...step, isDone: isKnown ? step.isDone : null })), error, retry };
}
