import { intentOf } from './intent.ts'
import { hasContactQueue, senderOf } from './contact-queue.ts'
import type { Spooled } from './spool.ts'

/**
 * Replays senders concurrently and the events of each in order. Returns the failed events in order with their causes.
 * Events behind a failure of the same sender fail too, except messages about consent.
 */
export async function failuresOf(
  entries: Spooled[],
  play: (entry: Spooled) => Promise<void>,
): Promise<Map<Spooled, unknown>> {
  const causes = new Map<Spooled, unknown>()
  const inOrder = async (ofOne: Spooled[]) => {
    let stopped: { cause: unknown } | undefined
    for (const entry of ofOne) {
      if (stopped && hasContactQueue(entry)) causes.set(entry, stopped.cause)
      else await play(entry).catch((cause: unknown) => causes.set(entry, (stopped = { cause }).cause))
    }
  }
  await Promise.all(Object.values(Object.groupBy(entries, senderOf)).map((ofOne) => inOrder(ofOne ?? [])))
  return new Map(entries.filter((entry) => causes.has(entry)).map((entry) => [entry, causes.get(entry)]))
}

/** Sorts the events of contacts who opt out to the front. Keeps the order otherwise. */
export function optOutsFirst(entries: Spooled[]): Spooled[] {
  const leaving = new Set(
    entries.flatMap(({ event }) => (event.kind === 'incoming' && intentOf(event) === 'opt_out' ? [event.from] : [])),
  )
  if (leaving.size === 0) return entries
  const isFirst = ({ event }: Spooled) => event.kind === 'incoming' && leaving.has(event.from)
  return [...entries.filter(isFirst), ...entries.filter((entry) => !isFirst(entry))]
}
