import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeScope } from '../../src/kernel/scope.ts'
import { sharedStatements } from '../../src/modules/delivery/shared-statements.ts'
import { Work } from '../../src/modules/delivery/work.ts'
import { LANE, markSubmitting, queue } from '../../src/modules/messages/index.ts'
import { testApp } from '../kit/test-app.ts'

test('keeps the work of the new owner when a frozen sender that lost its line resumes', async () => {
  const t = await testApp({ roles: 'web' })
  const { acme } = t
  const { kernel } = t.process
  const org = { id: acme.id, country: 'US', timezone: 'America/Chicago', status: 'active' as const }
  const scope = makeScope(kernel, org, { kind: 'system', reason: 'test' }, 'test')
  const drafts = [acme.bob, acme.cat, acme.dan].map((contact) => ({
    id: kernel.world.id(),
    contactId: contact.id,
    lineId: acme.line.id,
    from: acme.line.phone,
    to: contact.phone,
    body: 'Hello',
    kind: 'broadcast' as const,
    senderId: null,
  }))
  await scope.tx((tx) => queue(tx, LANE.broadcast, drafts))
  const how = { canAsk: true, statements: sharedStatements(kernel, scope) }
  const frozen = new Work(scope, acme.line.id, how)
  await frozen.loadDue(10)
  const batch = frozen.take(10)
  // Meanwhile another sender takes the line, marks the same messages and is about to hand them off.
  const next = new Work(scope, acme.line.id, how)
  await next.loadDue(10)
  await scope.tx((tx) => markSubmitting(tx, next.take(10)))
  // The first one resumes: none of its messages is queued any more, so it treats all of them as done.
  expect(await scope.tx((tx) => markSubmitting(tx, batch))).toEqual([])
  frozen.skip(batch, [])
  await frozen.dropFinished()
  const chunks = await sql<{ ids: string[] }>`select message_ids as ids from outgoing_chunk`.execute(scope.db)
  expect(chunks.rows.flatMap((row) => row.ids).toSorted()).toEqual(drafts.map((draft) => draft.id))
  await t.close()
})
