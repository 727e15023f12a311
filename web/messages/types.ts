import type { Answer } from "#core/contract/kit/operation";
import type * as messageApi from "#core/contract/message";
import type * as templateApi from "#core/contract/template";

export type Message = Answer<typeof messageApi.list>["items"][number];
export type MessageInFull = Answer<typeof messageApi.read>;
export type Suppression = Answer<typeof messageApi.listSuppressions>["items"][number];
export type TemplateRow = Answer<typeof templateApi.list>["items"][number];
export type Template = Answer<typeof templateApi.read>;
export type Rendering = Answer<typeof templateApi.preview>;
