import type { BodyOf } from '@crewline/contract/endpoint'
import type { saveDraft } from '@crewline/contract/drafts'
import { normalizeBreaks, withoutControls } from '@crewline/contract/segments'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { summariesOf } from '../contacts/index.ts'
import { DraftChanged } from './events.ts'
import { draftOf, writeDraft } from './store/drafts.ts'
import { userIdOf } from './views/rows.ts'

type Answer = Promise<{ draft: { body: string; at: string } | null }>

/** Returns the member's own draft for a contact. */
export async function read(scope: Scope, contactId: string): Answer {
  await refuseUnseen(scope, contactId)
  const draft = await draftOf(scope.db, userIdOf(scope), contactId)
  return { draft: draft && { body: draft.body, at: draft.at.toISOString() } }
}

/** Saves a draft unless a newer one from another device exists; returns the current draft. */
export async function save(scope: Scope, input: BodyOf<typeof saveDraft>): Answer {
  await refuseUnseen(scope, input.contactId)
  const userId = userIdOf(scope)
  const { contactId } = input
  const written = withoutControls(normalizeBreaks(input.body))
  const body = written.trim() === '' ? '' : written
  const now = scope.world.now()
  const writtenAt = input.writtenAt === undefined ? now : new Date(input.writtenAt)
  // Limits the time to now: a device with a fast clock must not make all later saves look old.
  const at = writtenAt < now ? writtenAt : now
  await scope.tx(async (tx) => {
    const { isSaved, before } = await writeDraft(tx, { userId, contactId, body, at })
    if (!isSaved || before === body) return
    tx.publish(DraftChanged, { contactId, userId })
    // Auditing every save would be noise; the audit log records only that a draft was started or dropped.
    if ((before === '') !== (body === '')) tx.audit(body === '' ? 'draft.dropped' : 'draft.begun', contactId)
  })
  return read(scope, contactId)
}

async function refuseUnseen(scope: Scope, contactId: string): Promise<void> {
  if ((await summariesOf(scope.db, scope.org.country, [contactId])).length === 0) fail('not_found')
}
