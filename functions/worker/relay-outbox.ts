import { putOnBus } from "#core/event/bus";
import { relayOutbox } from "#core/event/relay";
import { onWakeUp } from "#functions/worker";

export const handler = onWakeUp((timeLeft) => relayOutbox(putOnBus, timeLeft));
