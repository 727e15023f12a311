/** The totals before and after the lines are saved, and the balance afterwards. */
import { Stack, Table } from "@mantine/core";
import type { Answer } from "#core/contract/kit/operation";
import type * as orderApi from "#core/contract/order";
import { Amount } from "../../ui/format/format.tsx";
import { BalanceNote } from "../order-payment.tsx";

type Preview = Answer<typeof orderApi.editLines>;

/** Of a preview with a balance. Kept free for it: Save would move away from whoever is about to press it. */
export const previewHeight = 212;

export function Preview({ preview: { totals, balance }, pending }: { preview: Preview; pending: boolean }) {
  const rows = [
    ["Subtotal", totals.before.subtotal, totals.after.subtotal],
    ["Discount", totals.before.discount, totals.after.discount],
    ["Shipping", totals.before.shipping, totals.after.shipping],
    ["Tax", totals.before.tax, totals.after.tax],
    ["Total", totals.before.total, totals.after.total],
  ] as const;
  return (
    <Stack gap={4} style={{ opacity: pending ? 0.6 : 1 }}>
      <Table fz="sm" verticalSpacing={3} aria-live="polite" aria-label="Preview">
        <Table.Thead>
          <Table.Tr>
            <Table.Th />
            <Table.Th ta="right">Now</Table.Th>
            <Table.Th ta="right">After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([label, before, after]) => (
            <Table.Tr key={label} fw={label === "Total" ? 650 : undefined}>
              <Table.Td>{label}</Table.Td>
              <Table.Td ta="right">
                <Amount value={before} dimmed />
              </Table.Td>
              <Table.Td ta="right">
                <Amount value={after} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <BalanceNote balance={balance} />
    </Stack>
  );
}
