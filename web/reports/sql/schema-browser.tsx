/** The views that a report may read, with their columns. */
import { Accordion, Stack, Text } from "@mantine/core";
import type { Answer } from "#core/contract/kit/operation";
import type * as reportApi from "#core/contract/report";
import { Card } from "../../ui/layout/card.tsx";
import classes from "./sql.module.css";

export function SchemaBrowser({ views }: { views: Answer<typeof reportApi.readSchema>["views"] }) {
  return (
    <Card title="Available views">
      <div className={classes["views"]}>
        <Accordion variant="filled" chevronPosition="left">
          {views.map(({ name, description, columns }) => (
            <Accordion.Item key={name} value={name}>
              <Accordion.Control>
                <Text size="sm" ff="monospace">
                  {name}
                </Text>
              </Accordion.Control>
              <Accordion.Panel>
                <Stack gap={6}>
                  <Text size="xs">{description}</Text>
                  {columns.map((column) => (
                    <div key={column.name}>
                      <Text size="xs" ff="monospace">
                        {column.name}{" "}
                        <Text span inherit c="dimmed">
                          {column.type}
                        </Text>
                      </Text>
                      {column.description && (
                        <Text size="xs" c="dimmed">
                          {column.description}
                        </Text>
                      )}
                    </div>
                  ))}
                </Stack>
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      </div>
    </Card>
  );
}
