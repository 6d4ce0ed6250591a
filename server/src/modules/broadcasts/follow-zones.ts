// Moves texts that wait for a time on each person's clock when the time zone of a person changes.
import { instantOf } from '@crewline/contract/schedule-rules'
import type { DomainEvent } from '../../kernel/events/define.ts'
import type { Tx } from '../../kernel/scope.ts'
import { ContactChanged } from '../contacts/index.ts'
import { pendingTexts } from '../messages/index.ts'
import { saveZones } from './store/recipients.ts'
import { localTexts, type LocalText } from './views/zones.ts'

/** Texts moved in one call. */
const TEXTS = 500

/** Returns the contacts whose time zone may have changed. */
export function inOtherZones(events: DomainEvent[]): string[] {
  const changes = events
    .filter(({ name }) => name === ContactChanged.name)
    .map(({ payload }) => payload as NonNullable<typeof ContactChanged.payload>)
    .filter(({ fields }) => fields === undefined || fields.includes('timezone'))
  return [...new Set(changes.flatMap(({ contactIds }) => contactIds))]
}

/** Gives the waiting texts of these contacts the moment of their date on the clock of the contact's zone. */
export async function followZones(tx: Tx, contactIds: string[]): Promise<void> {
  const all = await localTexts(tx, contactIds)
  for (let at = 0; at < all.length; at += TEXTS) {
    const texts = all.slice(at, at + TEXTS)
    await pendingTexts.moveTexts(tx, new Map(texts.map((text) => [text.id, moveOf(text)])))
    await saveZones(tx, texts)
  }
}

function moveOf({ occurrence, zone, from, to }: LocalText): { from: Date; to: Date } {
  return { from: instantOf(occurrence, from ?? zone), to: instantOf(occurrence, to ?? zone) }
}
