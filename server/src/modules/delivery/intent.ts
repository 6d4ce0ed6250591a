import type { IncomingText } from '../carriers/index.ts'
import { judge } from '../consent/index.ts'

/** Classifies an inbound message as it will be when it is stored: as the carrier says, or else by its words. */
export function intentOf({ body, handledAs }: IncomingText): ReturnType<typeof judge>['intent'] {
  return handledAs ?? judge(body).intent
}
