/** The weight, box and service of a packed parcel. When only scanning, the defaults are used. */
import { Alert, Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import * as boxApi from "#core/contract/box";
import { useApiQuery } from "../api/hooks.ts";
import { RateChoice } from "../shipping/rate-choice.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { WholeNumberInput } from "../ui/forms/whole-number-input.tsx";
import type { Sending } from "./use-sending.ts";

interface Props {
  readonly sending: Sending;
  readonly onConfirm: () => void;
}

export function SendParcel({ sending, onConfirm }: Props) {
  const query = useApiQuery(boxApi.list, {});
  const boxes = query.data?.items ?? [];
  const { byHand, weight, setWeight, boxId, setBoxId, rates, choice, setChoice, confirm } = sending;
  const hasDefault = boxes.some(({ isDefault }) => isDefault);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirm();
        onConfirm();
      }}
    >
      <Stack gap="sm">
        <Group grow align="start" gap="sm">
          <WholeNumberInput
            label="Weight in grams"
            placeholder="By its items"
            min={1}
            hideControls
            value={weight}
            onChange={setWeight}
          />
          <NativeSelect
            label="Box"
            value={boxId}
            onChange={(event) => setBoxId(event.currentTarget.value)}
            data={[
              ...(hasDefault
                ? []
                : [{ value: "default", label: query.data?.items.length === 0 ? "No boxes yet" : "Choose a box" }]),
              ...boxes.map(({ id, name, isDefault }) => ({ value: isDefault ? "default" : id, label: name })),
              { value: "none", label: "None of these" },
            ]}
          />
        </Group>
        {rates && <RateChoice answer={rates} choice={choice} onChoose={setChoice} />}
        {sending.isComparing && (
          <Text size="sm" c="dimmed" role="status">
            {sending.isAhead ? "Getting rates, then the label is booked …" : "Getting rates …"}
          </Text>
        )}
        {sending.isOutdated && (
          <Alert color="orange" role="alert" title="The parcel has changed since its slip was scanned">
            Scan the slip again to send it as it is now.
          </Alert>
        )}
        <ErrorAlert error={sending.error} onRetry={() => confirm()} />
        <Button type="submit" size="md" loading={sending.isSending || sending.isComparing}>
          {byHand ? "Ship parcel" : choice ? "Book label" : "Compare prices"}
        </Button>
      </Stack>
    </form>
  );
}
