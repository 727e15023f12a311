/** One price list: its conditions, and its prices in a grid. */
import { Button } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import * as auditApi from "#core/contract/audit";
import * as priceListApi from "#core/contract/priceList";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { isEmptyValue } from "../ui/format/field-values.tsx";
import { moneyText } from "../ui/format/money.ts";
import { PencilIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { DetailPage } from "../ui/layout/detail-page.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { Breadcrumb, Page } from "../ui/layout/page.tsx";
import { useNavigateFromHere } from "../ui/links/navigate-from-here.ts";
import { ChangeHistory } from "../ui/records/change-history.tsx";
import { RemoveButton } from "../ui/records/remove-button.tsx";
import { useDrawer } from "../ui/url-state.ts";
import { PriceGrid } from "./price-grid.tsx";
import { EditPriceList, forWhom, type PriceList } from "./price-list-form.tsx";
import { PriceListState } from "./price-list-state.tsx";

export default function PriceListPage() {
  const { id } = useParams({ from: "/authenticated/price-lists/$id" });
  const query = useApiQuery(priceListApi.read, { id: id as PriceList["id"] }, { keepPrevious: false }); // the API refuses other ids
  return (
    <DetailPage title="Price list" list={{ to: "/price-lists", label: "Price lists" }} query={query}>
      {(list) => <PriceListDetails key={id} list={list} />}
    </DetailPage>
  );
}

function PriceListDetails({ list }: { list: PriceList }) {
  const { can, store } = useSession();
  /** The changed prices, by SKU and quantity. */
  const formatPrices = (field: string, value: unknown) =>
    field === "prices" && !isEmptyValue(value) ? (
      <Prices prices={Object(value)} currency={store.currency} />
    ) : undefined;
  const navigate = useNavigateFromHere();
  const drawer = useDrawer("edit");
  const editable = can(priceListApi.edit);
  return (
    <Page
      title={list.name}
      titleExtra={<PriceListState list={list} />}
      actions={
        editable && (
          <>
            {list.archivedAt === null && (
              <RemoveButton
                operation={priceListApi.remove}
                id={list.id}
                name={list.name}
                description="It no longer applies. Existing orders keep its prices."
                wasArchived={() => true}
                onSuccess={() => navigate({ to: "/price-lists" })}
              />
            )}
            <Button variant="default" leftSection={<PencilIcon size={16} />} onClick={drawer.open}>
              Edit
            </Button>
          </>
        )
      }
    >
      <Breadcrumb to="/price-lists" label="Price lists">
        for {forWhom(list.groups)} · {list.channel ?? "all channels"} · priority {list.priority}
      </Breadcrumb>
      <PriceGrid key={list.id} list={list} editable={can(priceListApi.setRows)} />
      {can(auditApi.list) && (
        <Card title="History">
          <ChangeHistory id={list.id} formatValue={formatPrices} />
        </Card>
      )}
      <Drawer title="Edit price list" opened={drawer.opened && editable} onClose={drawer.close} size="md">
        <EditPriceList list={list} onClose={drawer.close} />
      </Drawer>
    </Page>
  );
}

function Prices({ prices, currency }: { prices: Readonly<Record<string, number | null>>; currency: string }) {
  return Object.entries(prices).flatMap(([key, price]) =>
    price === null
      ? []
      : [
          <div key={key}>
            <span>{key}</span>: {moneyText({ amountMinor: price, currency })}
          </div>,
        ],
  );
}
