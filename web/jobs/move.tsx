/** Moving from another platform: its four files, in the order of their dependencies. */
import { Anchor, Group, List, Stack, Text, Title } from "@mantine/core";
import * as importApi from "#core/contract/import";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { useRefetchWhile } from "../api/use-refetch-while.ts";
import { countText } from "../ui/format/format.tsx";
import { CircleCheckIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { Breadcrumb, Page } from "../ui/layout/page.tsx";
import { ButtonLink, TextLink } from "../ui/links/links.tsx";
import { FileDrop } from "./file-drop.tsx";
import { ImportActions } from "./import-actions.tsx";
import { StatusBadge } from "./jobs.tsx";
import { type Import, importKindLabels, isUnderWay } from "./labels.ts";
import { JobProgress } from "./progress.tsx";
import { useImport } from "./use-import.ts";

interface Step {
  readonly kind: Import["kind"];
  /** Where to find the file in Shopify. */
  readonly from: string;
  readonly sample: string;
  readonly says: string;
}

const steps: readonly Step[] = [
  {
    kind: "products",
    from: "Products › Export › All products, as plain CSV",
    sample: "/samples/products.csv",
    says: "Products with their variants, prices, pictures and tags. Product types become categories.",
  },
  {
    kind: "stock",
    from: "Products › Inventory › Export › All states",
    sample: "/samples/inventory.csv",
    says: "Quantities at each location. Create your locations here first, with the same names as in Shopify.",
  },
  {
    kind: "customers",
    from: "Customers › Export › All customers, as plain CSV",
    sample: "/samples/customers.csv",
    says: "Customers with their address, tags, note and marketing consent.",
  },
  {
    kind: "orders",
    from: "Orders › Export › All orders, as plain CSV",
    sample: "/samples/orders.csv",
    says: "Orders under their own numbers. They move no stock, and no customer gets a message about them. An order that is here already is not changed by a later file: import them on the day of the move.",
  },
];

export default function Move() {
  const { hasRight } = useSession();
  const mayAll = steps.every(({ kind }) => hasRight(importApi.rightToImport[kind]));
  return (
    <Page title="Move from another store">
      <Breadcrumb to="/settings/imports" label="Imports and exports" />
      <Text size="sm" maw={720}>
        Export four files from Shopify, and import them here in this order. Each file is checked first: you see what it
        would change, and nothing changes until you start the import. Importing the same file again changes nothing.
      </Text>
      {!mayAll && <Text c="dimmed">Your role cannot import all four. Ask an owner for the rest.</Text>}
      {steps.map((step, nth) => (
        <StepCard key={step.kind} step={step} nth={nth + 1} />
      ))}
      {hasRight("store.operate") && (
        <Card title="5. Health check">
          <Group justify="space-between" gap="sm">
            <Text size="sm">Finally, check that stock, orders, payments and settings agree.</Text>
            <ButtonLink to="/settings/doctor" variant="default">
              Run the health check
            </ButtonLink>
          </Group>
        </Card>
      )}
    </Page>
  );
}

function StepCard({ step: { kind, from, sample, says }, nth }: { step: Step; nth: number }) {
  const { hasRight } = useSession();
  const may = hasRight(importApi.rightToImport[kind]);
  const query = useApiQuery(importApi.list, { kind, limit: 10 }, { poll: true, enabled: may });
  const last = query.data?.items.find(({ status }) => status !== "awaitingFile");
  useRefetchWhile(last && isUnderWay(last) ? `${last.id} ${last.rows}` : "", [importApi.list]);
  const { begin, share } = useImport();
  const isDone = last?.status === "done" && !last.dryRun;
  const refetch = () => void query.refetch();
  return (
    <Card
      title={`${nth}. ${importKindLabels[kind]}`}
      actions={isDone && <CircleCheckIcon color="var(--mantine-color-teal-6)" aria-label="Imported" />}
    >
      <Stack gap="sm">
        <Text size="sm">{says}</Text>
        {may && (
          <FileDrop
            label={last ? "Choose another file" : "Choose the file"}
            share={share}
            onFile={(file) => void begin(kind, file, { onBegun: refetch })}
          >
            In Shopify: {from}.{" "}
            <Anchor href={sample} download inherit underline="always">
              A sample file
            </Anchor>{" "}
            shows how it works.
          </FileDrop>
        )}
        {last && <LastImport job={last} />}
      </Stack>
    </Card>
  );
}

function LastImport({ job }: { job: Import }) {
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <Title order={3} fz="md">
            {job.fileName}
          </Title>
          <StatusBadge job={job} />
        </Group>
        <Group gap="xs">
          <ImportActions job={job} />
        </Group>
      </Group>
      <JobProgress job={job} />
      {job.says && <Text size="sm">{job.says}</Text>}
      {job.status === "done" && <InWords job={job} />}
      <TextLink to="/settings/imports/$id" params={{ id: job.id }} size="sm" underline="always">
        {job.counts.refused > 0 ? "See which rows were refused, and why" : "See it row by row"}
      </TextLink>
    </Stack>
  );
}

/** The result of a dry run or a run, in words and numbers. */
function InWords({ job: { counts, dryRun, kind } }: { job: Import }) {
  const { created, changed, same, refused } = counts;
  const thing = { products: "product", customers: "customer", orders: "order", stock: "row", priceLists: "price" }[
    kind
  ];
  const would = (count: number, what: string) => `${dryRun ? "would be" : count === 1 ? "was" : "were"} ${what}`;
  const here = (count: number) => (count === 1 ? "is as the file says already" : "are as the file says already");
  const sentences = [
    [created, would(created, "created")],
    [changed, would(changed, "updated")],
    [same, here(same)],
    [refused, `${would(refused, "refused")}: correct and send again`],
  ] as const;
  return (
    <List size="sm">
      {sentences
        .filter(([count]) => count > 0)
        .map(([count, what]) => (
          <List.Item key={what}>
            {countText(count, thing)} {what}.
          </List.Item>
        ))}
    </List>
  );
}
