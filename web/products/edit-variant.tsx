/** A variant's form, for a new one and for one that is there. */
import { Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as productApi from "#core/contract/product";
import * as variantApi from "#core/contract/variant";
import { setApiQueryData, useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Panel } from "../ui/drawer.tsx";
import { moneyText } from "../ui/format/money.ts";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { Remove } from "../ui/records/remove-button.tsx";
import { sayRefused } from "../ui/toast.tsx";
import { type Product, type Variant, variantName } from "./labels.ts";
import { askedFor, noVariant, VariantFields, valuesOf } from "./variant-fields.tsx";

interface NewProps {
  readonly of: Product;
  readonly opened: boolean;
  readonly close: () => void;
}

export function NewVariant({ of, opened, close }: NewProps) {
  return (
    <Panel title="Add a variant" opened={opened} onClose={close}>
      <NewForm of={of} close={close} />
    </Panel>
  );
}

function NewForm({ of, close }: Omit<NewProps, "opened">) {
  const { store } = useSession();
  const client = useQueryClient();
  return (
    <RecordForm
      op={variantApi.create}
      from={noVariant(of)}
      asked={(values) => ({ id: of.id, ...askedFor(values, store.currency) })}
      says={() => "Variant added"}
      onDone={(answer) => setApiQueryData(client, productApi.read, { id: of.id }, answer)}
      label="Add the variant"
      isNew
      close={close}
    >
      {(form) => <VariantFields of={of} form={form} />}
    </RecordForm>
  );
}

interface EditProps {
  readonly of: Product;
  readonly drawer: { readonly opened: boolean; readonly of: string | undefined; readonly close: () => void };
}

export function EditVariant({ of, drawer }: EditProps) {
  const one = of.variants.find(({ id }) => id === drawer.of);
  return (
    <Panel title={one ? variantName(one) : "Variant"} opened={drawer.opened} onClose={drawer.close}>
      {one ? (
        <EditForm key={one.id} of={of} one={one} close={drawer.close} />
      ) : (
        <Text size="sm">This variant is gone.</Text>
      )}
    </Panel>
  );
}

function EditForm({ of, one, close }: { of: Product; one: Variant; close: () => void }) {
  const { store } = useSession();
  const client = useQueryClient();
  const keep = (answer: Product) => setApiQueryData(client, productApi.read, { id: of.id }, answer);
  const back = useApiMutation(variantApi.edit, { version: of.version, onSuccess: keep });
  const below =
    one.archivedAt !== null ? (
      <Button
        variant="default"
        loading={back.isPending}
        onClick={() => back.mutate({ id: one.id, archived: false }, { onError: sayRefused })}
      >
        Bring it back from the archive
      </Button>
    ) : (
      <Remove
        op={variantApi.remove}
        id={one.id}
        name={variantName(one)}
        version={of.version}
        says="One that orders or stock refer to is archived instead: it can be brought back."
        kept={({ variants }) => variants.some(({ id }) => id === one.id)}
        onDone={close}
      />
    );
  return (
    <RecordForm
      op={variantApi.edit}
      from={valuesOf(one)}
      asked={(values) => ({ id: one.id, ...askedFor(values, store.currency) })}
      shared={{ version: of.version, now: one, facts }}
      says={() => `${variantName(one)} saved`}
      onDone={keep}
      label="Save"
      close={close}
      below={below}
    >
      {(form) => <VariantFields of={of} form={form} />}
    </RecordForm>
  );
}

const facts = (one: Variant): Record<string, string> => ({
  SKU: one.sku,
  Options: one.options.join(", "),
  Price: moneyText(one.price),
  "Price before": one.compareAt ? moneyText(one.compareAt) : "None",
  Cost: one.cost ? moneyText(one.cost) : "None",
  Barcode: one.barcode ?? "None",
  Weight: one.weightGrams === null ? "None" : `${one.weightGrams} g`,
  "Stock is counted": one.trackStock ? "Yes" : "No",
  "Sold on at none": one.continueSelling ? "Yes" : "No",
  "Low at": String(one.lowStockThreshold ?? "The store's"),
});
