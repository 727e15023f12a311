/** The carriers' rates for a parcel side by side, and the chosen service. */
import { Group, Radio, Stack, Text } from "@mantine/core";
import type { Answer } from "#core/contract/kit/operation";
import type * as parcelApi from "#core/contract/parcel";
import { TestModeBadge } from "../providers/badges.tsx";
import { countText } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";

type Rates = Answer<typeof parcelApi.rates>;

export interface Choice {
  readonly carrier: Rates["items"][number]["carrier"];
  /** Null: any service of the carrier. */
  readonly service: string | null;
}

export const choiceKey = ({ carrier, service }: Choice): string => `${carrier} ${service ?? ""}`;

interface Props {
  readonly answer: Rates;
  readonly choice: Choice | null;
  readonly onChoose: (choice: Choice) => void;
}

export function RateChoice({ answer: { items, carriers, weightGrams }, choice, onChoose }: Props) {
  const ofCarrier = (code: string) => carriers.find(({ carrier }) => carrier === code);
  const withoutPrices = carriers.filter(
    ({ carrier, status }) => status === "done" && !items.some((item) => item.carrier === carrier),
  );
  const options = [
    ...items.map(({ carrier, service, name, cost, days }) => ({
      choice: { carrier, service },
      name,
      price: cost ? moneyText(cost) : "Contract rate",
      days,
    })),
    ...withoutPrices.map(({ carrier }) => ({
      choice: { carrier, service: null },
      name: "Standard service",
      price: "Contract rate",
      days: null,
    })),
  ];
  const currencies = new Set(items.flatMap(({ cost }) => cost?.currency ?? []));
  const failed = carriers.filter(({ status }) => status !== "done");
  return (
    <Stack gap="xs">
      <Radio.Group
        label="Service"
        description={`For a parcel of ${weightGrams} g, the cheapest first${currencies.size > 1 ? " in each currency" : ""}.`}
        value={choice && choiceKey(choice)}
        onChange={(key) => {
          const chosen = options.find((option) => choiceKey(option.choice) === key);
          if (chosen) onChoose(chosen.choice);
        }}
      >
        <Stack gap={6} mt="xs">
          {options.map((option) => (
            <Radio.Card
              key={choiceKey(option.choice)}
              value={choiceKey(option.choice)}
              p="xs"
              radius="sm"
              aria-label={`${ofCarrier(option.choice.carrier)?.label} ${option.name}, ${option.price}`}
            >
              <Group wrap="nowrap" justify="space-between" gap="sm">
                <Group wrap="nowrap" gap="sm" miw={0}>
                  <Radio.Indicator />
                  <Stack gap={0} miw={0}>
                    <Group gap={6}>
                      <Text size="sm">{option.name}</Text>
                      <TestModeBadge mode={ofCarrier(option.choice.carrier)?.mode ?? null} />
                    </Group>
                    <Text size="xs" c="dimmed">
                      {ofCarrier(option.choice.carrier)?.label}
                      {option.days !== null && `, ${countText(option.days, "day")}`}
                    </Text>
                  </Stack>
                </Group>
                <Text size="sm" fw={600} style={{ whiteSpace: "nowrap" }}>
                  {option.price}
                </Text>
              </Group>
            </Radio.Card>
          ))}
        </Stack>
      </Radio.Group>
      {options.length === 0 && (
        <Text size="sm" role="status">
          No carrier offers a service for this parcel.
        </Text>
      )}
      {failed.map(({ carrier, label, status, says }) => (
        <Text key={carrier} size="xs" c="dimmed">
          {label}: {status === "asked" ? "No answer yet." : says}
        </Text>
      ))}
    </Stack>
  );
}
