/** The service last used for a country in this browser: most parcels to a country use the same one. */
import { type Choice, choiceKey } from "./rate-choice.tsx";

const keyOf = (country: string) => `quartermaster.service.${country}`;

export const rememberedService = (country: string): string | null => localStorage.getItem(keyOf(country));

export const rememberService = (country: string, choice: Choice): void =>
  localStorage.setItem(keyOf(country), choiceKey(choice));
