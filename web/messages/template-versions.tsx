/** The previous versions of a template, compared with the current one. */
import { Accordion, Skeleton, Text } from "@mantine/core";
import { Suspense } from "react";
import * as templateApi from "#core/contract/template";
import { useApiQuery } from "../api/hooks.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { lazyPart } from "../ui/later/lazy-part.tsx";
import type { Template } from "./types.ts";

const VersionDiff = lazyPart(() => import("./version-diff.tsx"));

const textOf = ({ subject, html, body }: Template["source"]): string =>
  [subject, html, body].filter((part) => part !== undefined).join("\n\n");

export function TemplateVersions({ template }: { template: Template }) {
  const { kind, channel, source, original } = template;
  const query = useApiQuery(templateApi.listVersions, { kind, channel, limit: 50 });
  const items = query.data?.items;
  if (!items && query.error) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (!items) return <Skeleton height={160} />;
  if (items.length === 0) return <Text size="sm">This is still the original text.</Text>;
  return (
    <Accordion>
      {items.map((one) => (
        <Accordion.Item key={one.version} value={String(one.version)}>
          <Accordion.Control>
            <Text size="sm">
              Version {one.version}
              {one.source === null && ": reset to the original text"}
            </Text>
            <Text size="xs" c="dimmed">
              {one.by}, <DateTime value={one.at} inSentence />
            </Text>
          </Accordion.Control>
          <Accordion.Panel>
            <Suspense fallback={<Skeleton height={120} />}>
              <VersionDiff before={textOf(one.source ?? original)} after={textOf(source)} />
            </Suspense>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
