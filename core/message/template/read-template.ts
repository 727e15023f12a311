import type { Actor } from "#core/actor";
import type { InputOf } from "#core/contract/kit/operation";
import type * as template from "#core/contract/template";
import { db } from "#core/db/client";
import { shownTemplate } from "./show-template.ts";

export const readTemplate = (_by: Actor, named: InputOf<typeof template.read>): Promise<template.Template> =>
  shownTemplate(db(), named);
