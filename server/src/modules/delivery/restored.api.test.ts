import { renameSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { restoreNotice, restoredTexts, decideRestored, askCarriers } from '@crewline/contract/restored'
import { sendMessage } from '@crewline/contract/messages'
import { conversation } from '@crewline/contract/inbox'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeContact, type Org, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeLog } from '../../kernel/log.ts'
import { beginEpoch } from '../../kernel/db/mark.ts'

let t: TestApp
let lines: string[]
const start = async (carrier: string) => {
  lines = []
  t = await testApp({ roles: 'web', carrier, log: makeLog('warn', { write: (line) => lines.push(line) }) })
}
beforeEach(() => start('simulated'))
afterEach(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at every row')
const send = async (contact: TestContact, body: string, more: object = {}, org: Org = t.acme) => {
  const clientMessageId = t.process.kernel.world.id()
  const { body: reply } = await t
    .as(org.ann)
    .call(sendMessage, { body: { contactId: contact.id, body, clientMessageId, ...more } })
  // Ends the moment for Undo.
  if (!('scheduledAt' in more))
    await sql`update message set due_at = now() where id = ${reply.message.id} and state = 'held'`.execute(system())
  return reply.message
}
const texts = async (user = t.acme.ann) => (await t.as(user).call(restoredTexts, { query: {} })).body
const notice = async (user = t.acme.ann) => (await t.as(user).call(restoreNotice)).body.review
const decide = async (
  decision: 'release' | 'cancel',
  { except = [], user = t.acme.ann, total }: { except?: string[]; user?: Org['ann']; total?: number } = {},
) => t.as(user).call(decideRestored, { body: { decision, except, total: total ?? (await texts(t.acme.ann)).total } })
const isAsked = () => t.until(async () => (await texts()).review?.askedAt)
const bodiesAtCarrier = async () => (await t.carrier.sent()).map((message) => message.body)
const statesOf = async (contact: TestContact) =>
  (await t.as(t.acme.ann).call(conversation, { params: { id: contact.id } })).body.messages.map(
    ({ body, state }) => `${body}: ${state}`,
  )
/** Sets the database back to before a text was handed over, as a restored backup does. */
const forgetHandOff = (id: string) =>
  sql`with m as (update message set state = 'queued', carrier_id = null, attempts = 0, settled_at = null, submit_started_at = null
        where id = ${id} returning org_id, id, line_id)
      insert into outgoing_chunk (org_id, id, line_id, lane, message_ids, due_at, created_at)
      select org_id, gen_random_uuid(), line_id, 1, array[id], now(), now() from m`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
/**
 * Starts a worker whose data directory holds this mark. The process that runs already writes its own every two seconds,
 * perhaps just before the worker reads it.
 */
const startWorkerWith = async (mark: { epoch: string | undefined; counter: number }) => {
  const file = join(t.process.kernel.config.dataDir, 'database-mark.json')
  const write = () => {
    writeFileSync(`${file}.test`, JSON.stringify(mark))
    renameSync(`${file}.test`, file)
  }
  write()
  const timer = setInterval(write, 20)
  try {
    await t.another('worker')
  } finally {
    clearInterval(timer)
  }
}
/** Starts a worker whose data directory has seen a later state of the database. */
const startWorkerAhead = async () => {
  const { rows } = await sql<{ epoch: string }>`select epoch from database_mark`.execute(system())
  await startWorkerWith({ epoch: rows[0]?.epoch, counter: 1_000_000 })
}

describe('noticing a restore', () => {
  test('notices a database that is behind its data directory, once, and goes on after that', async () => {
    expect(await notice()).toBeNull()
    await startWorkerAhead()
    expect(await notice()).toMatchObject({ knownUntil: expect.any(String) })
    expect(lines.join()).toContain('this database was restored from a backup; nothing is sent until')
    // A database that answers late is not ready, which is not what this test is about.
    const ready = await t.until(async () => {
      const answer = await fetch(`${t.process.address}/readyz`)
      return answer.ok && ((await answer.json()) as object)
    })
    expect(ready).toMatchObject({ status: 'OK', warnings: [expect.stringContaining('2 organizations send nothing')] })
    await sql`delete from restore_review`.execute(system())
    await t.another('worker')
    expect(await notice()).toBeNull()
  })

  test('notices a database that does not know the epoch of its data directory', async () => {
    await startWorkerWith({ epoch: t.process.kernel.world.id(), counter: 1 })
    expect(await notice()).not.toBeNull()
  })

  test('takes a data directory of an earlier epoch, and a damaged or missing file, for no sign', async () => {
    await beginEpoch(system(), undefined, t.process.kernel.world)
    await t.another('worker')
    const file = join(t.process.kernel.config.dataDir, 'database-mark.json')
    await writeFile(file, '{"epoch":')
    await t.another('worker')
    expect(await notice()).toBeNull()
  })
})

test('tells every member, and lets only owners and admins of the organization see and decide', async () => {
  await t.another('sender')
  await startWorkerAhead()
  expect(await notice(t.acme.gus)).not.toBeNull()
  expect((await t.as(t.acme.gus).call(restoredTexts, { query: {} })).body.code).toBe('not_permitted')
  expect((await decide('cancel', { user: t.acme.gus })).body.code).toBe('not_permitted')
  await t.until(async () => (await texts()).review?.askedAt)
  await t.until(async () => (await texts(t.beta.ann)).review?.askedAt)
  expect((await decide('release')).http).toBe(200)
  expect(await notice()).toBeNull()
  expect(await notice(t.beta.ann)).not.toBeNull()
  expect((await decide('release')).http).toBe(404)
  expect((await t.as(t.acme.ann).call(askCarriers)).http).toBe(404)
})

describe.each(['simulated', 'twilio', 'telnyx'])('a restored database with %s', (carrier) => {
  beforeEach(async () => {
    if (carrier === 'simulated') return
    await t.close()
    await start(carrier)
  })

  test('sends nothing, asks the carrier what it has, fetches each STOP, and sends what is released', async () => {
    const sender = await t.another('sender')
    const sent = await send(t.acme.bob, 'Sent before')
    await t.until(async () => (await bodiesAtCarrier()).includes('Sent before'))
    await t.drain()
    await sender.stop()
    await forgetHandOff(sent.id)
    const eve = await makeContact(t.process.kernel, t.acme.id, 'Eve', '+14155559001')
    await send(t.acme.bob, 'Waits')
    const kept = await send(eve, 'Waits for Eve')
    await send(t.acme.bob, 'Cancel me')
    const later = new Date(Date.now() + 3_600_000).toISOString()
    await send(t.acme.bob, 'Tomorrow', { scheduledAt: later })
    await startWorkerAhead()
    // A STOP whose webhook went to the database that was lost.
    await t.carrier.behaves({ lostCallbacksPct: 100 })
    await t.carrier.texts(eve.phone, 'STOP', t.acme.line.phone)
    await t.carrier.behaves({ lostCallbacksPct: 0 })
    await t.another('sender')
    await isAsked()
    expect(await texts()).toMatchObject({
      total: expect.any(Number),
      review: {
        lines: [{ received: 'done', sent: 'done', found: 1 }],
        optOuts: { total: 1, data: [{ phone: eve.phone, contact: { firstname: 'Eve' } }] },
      },
    })
    const { triedAt } = (await t.as(t.acme.ann).call(askCarriers)).body.review ?? {}
    // Carriers that did not answer are asked once more.
    await t.until(async () => {
      const { review } = await texts()
      return review?.triedAt !== triedAt && review?.askedAt
    })
    const { data: listed, total, review } = await texts()
    // What was found before is still counted.
    expect(review?.lines).toMatchObject([{ found: 1 }])
    expect(await notice()).toMatchObject({ total })
    expect((await notice(t.acme.gus))?.total).toBeNull()
    expect(review?.reasons.find(({ reason }) => reason === 'scheduled')).toEqual({ reason: 'scheduled', count: 1 })
    expect(review?.ages).toContainEqual({ age: 'hour', count: total })
    const written = await send(t.acme.bob, 'Written since', { scheduledAt: later })
    const isNew = (text: { id: string }) => text.id === written.id
    expect((await texts()).data.filter(isNew)).toMatchObject([{ carrier: 'written_since', reason: 'scheduled' }])
    expect(listed.map((text) => text.carrier)).toEqual(listed.map(() => 'not_sent'))
    // The member confirmed the number of texts before the last one was written.
    expect((await decide('release', { total })).body).toMatchObject({ code: 'texts_changed' })
    expect(await notice()).toMatchObject({ total: total + 1 })
    expect(listed.map((text) => text.body)).not.toContain('Sent before')
    expect(listed.find((text) => text.body === 'Tomorrow')?.dueAt).toBe(later)
    expect(await statesOf(eve)).toEqual(expect.arrayContaining(['STOP: received']))
    expect((await bodiesAtCarrier()).filter((body) => body !== 'Sent before')).toEqual([])

    const cancelled = listed.find((text) => text.body === 'Cancel me')?.id ?? ''
    expect((await decide('release', { except: [cancelled] })).body).toMatchObject({ cancelled: 1 })
    await t.until(async () => (await bodiesAtCarrier()).includes('Waits'))
    await t.until(async () => (await statesOf(eve)).includes('Waits for Eve: suppressed'))
    expect((await bodiesAtCarrier()).toSorted()).toEqual(['Sent before', 'Waits'])
    expect(await statesOf(t.acme.bob)).toEqual(expect.arrayContaining(['Cancel me: cancelled', 'Tomorrow: scheduled']))
    expect(kept.state).not.toBe('sent')
    const audits = await sql`select detail from audit_entry where action = 'restore.decided'`.execute(system())
    expect((await sql`select from audit_entry where action = 'restore.asked'`.execute(system())).rows).toHaveLength(1)
    expect(audits.rows).toMatchObject([{ detail: { decision: 'release', cancelled: 1 } }])
  })
})
