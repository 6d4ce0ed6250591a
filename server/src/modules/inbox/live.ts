import { defineTeller, type Told } from '../../kernel/realtime/live.ts'
import { DraftChanged, UnreadChanged } from './facts.ts'
import { draftStates, readStates } from './views/told.ts'

/** What browsers hear of drafts, and each member of what they have read. */
export const inboxEvents = [
  defineTeller(UnreadChanged, 'inbox.read', async ({ db }, payloads) => {
    const told: Told[] = []
    for (const [personId, ofPerson] of Map.groupBy(payloads, (one) => one.personId)) {
      const contactIds = [...new Set(ofPerson.flatMap((one) => one.contactIds ?? []))]
      if (contactIds.length === 0) continue
      for (const data of await readStates(db, personId, contactIds))
        told.push({ event: 'conversation-read', data, userId: personId })
    }
    return told
  }),
  defineTeller(DraftChanged, 'inbox.reply', async ({ db }, payloads) => {
    const drafts = await draftStates(db, payloads)
    return drafts.map((data): Told => ({ event: 'draft-updated', data }))
  }),
]
