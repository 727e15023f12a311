/** The service that was used last for a country, by this browser: most parcels to a place go the same way. */
import { type Choice, choiceKey } from "./rate-choice.tsx";

const keyOf = (country: string) => `quartermaster.service.${country}`;

export const rememberedService = (country: string): string | null => localStorage.getItem(keyOf(country));

export const rememberService = (country: string, choice: Choice): void =>
  localStorage.setItem(keyOf(country), choiceKey(choice));
