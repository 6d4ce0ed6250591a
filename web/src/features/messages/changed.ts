import type { Message } from '@crewline/contract/messages'

const hearers = new Set<(message: Message) => void>()

/** Tells each message that an answer of the server changed, before the live event says the same; until the returned function is called. */
export function onChanged(hear: (message: Message) => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

/** Says that the server answered with a message as it is now. */
export function tellChanged(message: Message): void {
  for (const hear of hearers) hear(message)
}
