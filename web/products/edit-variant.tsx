/** The drawers in which a variant is added or edited. */
import { Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as productApi from "#core/contract/product";
import * as variantApi from "#core/contract/variant";
import { setApiQueryData, useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { moneyText } from "../ui/format/money.ts";
import { variantName } from "../ui/format/variant-name.ts";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import type { RecordDrawerState } from "../ui/records/record-drawer.tsx";
import { RemoveButton } from "../ui/records/remove-button.tsx";
import { toastError } from "../ui/toast.tsx";
import type { Product, Variant } from "./types.ts";
import { emptyVariant, VariantFields, variantInput, variantValues } from "./variant-fields.tsx";

interface NewProps {
  readonly product: Product;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function NewVariant({ product, opened, onClose }: NewProps) {
  return (
    <Drawer title="Add a variant" opened={opened} onClose={onClose}>
      <NewVariantForm product={product} onClose={onClose} />
    </Drawer>
  );
}

function NewVariantForm({ product, onClose }: Omit<NewProps, "opened">) {
  const { store } = useSession();
  const client = useQueryClient();
  return (
    <RecordForm
      operation={variantApi.create}
      initialValues={emptyVariant(product)}
      toInput={(values) => ({ id: product.id, ...variantInput(values, store.currency) })}
      successMessage={() => "Variant added"}
      onSuccess={(answer) => setApiQueryData(client, productApi.read, { id: product.id }, answer)}
      submitLabel="Add variant"
      resetOnSuccess
      onClose={onClose}
    >
      {(form) => <VariantFields product={product} form={form} />}
    </RecordForm>
  );
}

interface EditProps {
  readonly product: Product;
  readonly drawer: RecordDrawerState;
}

export function EditVariant({ product, drawer }: EditProps) {
  const variant = product.variants.find(({ id }) => id === drawer.id);
  return (
    <Drawer title={variant ? variantName(variant) : "Variant"} opened={drawer.opened} onClose={drawer.close}>
      {variant ? (
        <EditVariantForm key={variant.id} product={product} variant={variant} onClose={drawer.close} />
      ) : (
        <Text size="sm">This variant no longer exists.</Text>
      )}
    </Drawer>
  );
}

interface EditFormProps {
  readonly product: Product;
  readonly variant: Variant;
  readonly onClose: () => void;
}

function EditVariantForm({ product, variant, onClose }: EditFormProps) {
  const { store } = useSession();
  const client = useQueryClient();
  const onSuccess = (answer: Product) => setApiQueryData(client, productApi.read, { id: product.id }, answer);
  const restore = useApiMutation(variantApi.edit, { version: product.version, onSuccess });
  const footer =
    variant.archivedAt !== null ? (
      <Button
        variant="default"
        loading={restore.isPending}
        onClick={() => restore.mutate({ id: variant.id, archived: false }, { onError: toastError })}
      >
        Restore from the archive
      </Button>
    ) : (
      <RemoveButton
        operation={variantApi.remove}
        id={variant.id}
        name={variantName(variant)}
        version={product.version}
        description="If orders or stock refer to it, it is archived instead and can be restored."
        wasArchived={({ variants }) => variants.some(({ id }) => id === variant.id)}
        onSuccess={(answer) => {
          onSuccess(answer);
          onClose();
        }}
      />
    );
  return (
    <RecordForm
      operation={variantApi.edit}
      initialValues={variantValues(variant)}
      toInput={(values) => ({ id: variant.id, ...variantInput(values, store.currency) })}
      versioned={{ version: product.version, current: variant, describe }}
      successMessage={() => `${variantName(variant)} saved`}
      onSuccess={onSuccess}
      submitLabel="Save"
      onClose={onClose}
      footer={footer}
    >
      {(form) => <VariantFields product={product} form={form} />}
    </RecordForm>
  );
}

const describe = (variant: Variant): Record<string, string> => ({
  SKU: variant.sku,
  Options: variant.options.join(", "),
  Price: moneyText(variant.price),
  "Compare-at price": variant.compareAt ? moneyText(variant.compareAt) : "None",
  Cost: variant.cost ? moneyText(variant.cost) : "None",
  Barcode: variant.barcode ?? "None",
  Weight: variant.weightGrams === null ? "None" : `${variant.weightGrams} g`,
  "HS code": variant.hsCode ?? "None",
  "Country of origin": variant.originCountry ?? "None",
  "Track stock": variant.trackStock ? "Yes" : "No",
  "Sell when out of stock": variant.continueSelling ? "Yes" : "No",
  "Low-stock threshold": String(variant.lowStockThreshold ?? "Store default"),
});
