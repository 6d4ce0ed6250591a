import type { BodyOf } from '@crewline/contract/endpoint'
import type { saveDraft } from '@crewline/contract/drafts'
import { normalizeBreaks } from '@crewline/contract/segments'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { headsOf } from '../contacts/index.ts'
import { withoutControls } from '../messages/index.ts'
import { DraftChanged } from './facts.ts'
import { draftOf, writeDraft } from './store/drafts.ts'
import { personOf } from './views/rows.ts'

type Answer = Promise<{ draft: { body: string; at: string } | null }>

/** The asking member's unsent words for a worker. */
export async function read(scope: Scope, contactId: string): Answer {
  await refuseUnseen(scope, contactId)
  const draft = await draftOf(scope.db, personOf(scope), contactId)
  return { draft: draft && { body: draft.body, at: draft.at.toISOString() } }
}

/** Keeps unsent words, the newest of any device; answers the draft that stands. */
export async function save(scope: Scope, ask: BodyOf<typeof saveDraft>): Answer {
  await refuseUnseen(scope, ask.contactId)
  const personId = personOf(scope)
  const { contactId } = ask
  const written = withoutControls(normalizeBreaks(ask.body))
  const body = written.trim() === '' ? '' : written
  const now = scope.world.now()
  const said = ask.writtenAt === undefined ? now : new Date(ask.writtenAt)
  // A device whose clock is ahead must not make every later save of others look old.
  const at = said < now ? said : now
  await scope.tx(async (tx) => {
    const { isKept, before } = await writeDraft(tx, { personId, contactId, body, at })
    if (!isKept || before === body) return
    tx.publish(DraftChanged, { contactId, personId })
    // Each key of a person at work is nothing to look back on; that there was a draft is.
    if ((before === '') !== (body === '')) tx.audit(body === '' ? 'draft.dropped' : 'draft.begun', contactId)
  })
  return read(scope, contactId)
}

async function refuseUnseen(scope: Scope, contactId: string): Promise<void> {
  if ((await headsOf(scope.db, scope.org.country, [contactId])).length === 0) fail('not_found')
}
