import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeScope } from '../../src/kernel/scope.ts'
import { Work } from '../../src/modules/delivery/work.ts'
import { LANE, markSubmitting, queue } from '../../src/modules/messages/index.ts'
import { house } from '../kit/house.ts'

test('a sender that was frozen and lost its line does not throw away what the new one is working on', async () => {
  const t = await house({ roles: 'web' })
  const { acme } = t
  const { kernel } = t.process
  const org = { id: acme.id, country: 'US', timezone: 'America/Chicago', standing: 'active' as const }
  const scope = makeScope(kernel, org, { kind: 'system', reason: 'test' }, 'test')
  const drafts = [acme.bob, acme.cat, acme.dan].map((worker) => ({
    id: kernel.world.id(),
    contactId: worker.id,
    lineId: acme.line.id,
    from: acme.line.phone,
    to: worker.phone,
    body: 'Hello',
    kind: 'broadcast' as const,
    senderId: null,
  }))
  await scope.tx((tx) => queue(tx, LANE.broadcast, drafts))
  const frozen = new Work(scope, acme.line.id)
  await frozen.look(10)
  const batch = frozen.take(10)
  // Meanwhile another takes the line, marks the same texts and is about to hand them over.
  const next = new Work(scope, acme.line.id)
  await next.look(10)
  await scope.tx((tx) => markSubmitting(tx, next.take(10)))
  // The first wakes up: none of its texts is queued any more, and it believes they are all done.
  expect(await scope.tx((tx) => markSubmitting(tx, batch))).toEqual([])
  frozen.skip(batch, [])
  await frozen.dropFinished()
  const left = await sql<{ ids: string[] }>`select message_ids as ids from outgoing_chunk`.execute(scope.db)
  expect(left.rows.flatMap((row) => row.ids).toSorted()).toEqual(drafts.map((draft) => draft.id))
  await t.close()
})
