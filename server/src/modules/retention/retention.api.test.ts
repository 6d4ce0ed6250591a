import { auditEntries } from '@crewline/contract/audit'
import {
  previewRetention,
  purgeCertificate,
  retention,
  setRetention,
  undoRetention,
} from '@crewline/contract/retention'
import { placeHold, releaseHold } from '@crewline/contract/legal-holds'
import { conversations } from '@crewline/contract/inbox'
import { searchMessages } from '@crewline/contract/search'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeContact, makeUser, type TestContact } from '../../../test/kit/cast.ts'
import { followUntilNow } from '../../../test/kit/events.ts'
import { addOldText, daysAgo } from '../../../test/kit/old-data.ts'
import { pagesOf } from '../../../test/kit/pdf-words.ts'
import { keepFor, proveAnn, purge } from '../../../test/kit/retention.ts'
import { killDuringStep } from '../../../test/kit/runs.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { gatherMissing, gatherNew } from '../search/index.ts'
import { beginPurges, passPurges } from './index.ts'

let t: TestApp
let serial = 5200
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const newContact = (name: string) =>
  makeContact(t.process.kernel, t.acme.id, name, `+1415555${String((serial += 1)).padStart(4, '0')}`)
const preview = async (months: number) =>
  (await ann().call(previewRetention, { query: { class: 'messages', months } })).body
const messagesOf = async ({ id }: TestContact) =>
  (await sql<{ body: string }>`select body from message where contact_id = ${id} order by id`.execute(db())).rows.map(
    ({ body }) => body,
  )
const inInbox = async ({ id }: TestContact) =>
  (await ann().call(conversations, { query: { status: 'all', id } })).body.data.find((row) => row.contact.id === id)
const found = async (words: string) => (await ann().call(searchMessages, { query: { phrase: words } })).body

describe('the period of a class', () => {
  test('is shown with what it would delete, by year and with the oldest', async () => {
    const contact = await newContact('Counted')
    const oldest = daysAgo(t, 900)
    await addOldText(t, contact, { at: oldest })
    await addOldText(t, contact, { at: daysAgo(t, 200) })
    await addOldText(t, contact, { at: daysAgo(t, 10) })
    const six = await preview(6)
    expect(six).toMatchObject({ count: 2, held: 0, oldest: oldest.toISOString() })
    expect(six.years.reduce((sum, { count }) => sum + count, 0)).toBe(2)
    expect((await preview(24)).count).toBe(1)
    expect((await preview(60)).count).toBe(0)
  })

  test('applies a week after it was shortened, until then the previous one, and can be undone', async () => {
    await proveAnn(t)
    const set = (months: number | null, confirmed = 1000) =>
      ann().call(setRetention, { body: { class: 'voicemails', months, confirmed } })
    const { period } = (await set(12)).body
    expect(period).toMatchObject({ months: 12, previousMonths: null, changedBy: 'Ann Acme' })
    const days = (Date.parse(period.appliesAt ?? '') - t.process.kernel.world.now().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThan(7.1)
    const { body: undone } = await ann().call(undoRetention, { body: { class: 'voicemails' } })
    expect(undone.period).toMatchObject({ months: null, appliesAt: null })
    expect((await ann().call(undoRetention, { body: { class: 'voicemails' } })).body.code).toBe('retention_applies')
    await keepFor(t, 'voicemails', 12)
    expect((await set(24)).body.period).toMatchObject({ months: 24, appliesAt: null })
    expect((await set(6)).body.period).toMatchObject({ months: 6, previousMonths: 24 })
    expect((await set(null)).body.period).toMatchObject({ months: null, appliesAt: null })
  })

  test('is refused when it would delete more than the member saw, when it is too short, and without a fresh proof', async () => {
    const contact = await newContact('Refused')
    await addOldText(t, contact, { at: daysAgo(t, 300) })
    await proveAnn(t)
    const set = (body: object) => ann().call(setRetention, { body: { class: 'messages', months: 6, ...body } })
    expect((await set({ confirmed: 0 })).body.code).toBe('retention_count')
    expect((await set({ months: 2 })).body.fieldErrors).toHaveProperty('months')
    expect((await set({ class: 'audit_details', months: 23 })).body.fieldErrors).toHaveProperty('months')
    const system = t.process.kernel.database.asSystem('tests let proofs expire')
    await sql`update session set proved_at = null where user_id = ${t.acme.ann.id}`.execute(system)
    expect((await set({ confirmed: 1000 })).body.code).toBe('proof_needed')
    const manager = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Mo', lastname: 'M', role: 'manager' })
    expect((await t.as(manager).call(retention)).body.code).toBe('not_permitted')
  })
})

describe('a purge', () => {
  test('deletes messages past their period, and inbox, unread counts and search follow', async () => {
    const [gone, mixed] = [await newContact('Gone'), await newContact('Mixed')]
    await addOldText(t, gone, { at: daysAgo(t, 400), body: 'zebrafish one' })
    await addOldText(t, mixed, { at: daysAgo(t, 400), body: 'zebrafish two' })
    await addOldText(t, mixed, { at: daysAgo(t, 5), body: 'recent words' })
    await gatherMissing(t.process.kernel)
    expect(JSON.stringify(await found('zebrafish'))).toContain(gone.id)
    await keepFor(t, 'messages', 12)
    await purge(t)
    expect(await messagesOf(gone)).toEqual([])
    expect(await messagesOf(mixed)).toEqual(['recent words'])
    expect(await inInbox(gone)).toBeUndefined()
    expect(await inInbox(mixed)).toMatchObject({ unreadCount: 1, lastMessage: { preview: 'recent words' } })
    await followUntilNow(t, 'search', gatherNew)
    expect(JSON.stringify(await found('zebrafish'))).not.toContain(gone.id)
    const { rows } = await sql`select 1 from unread where contact_id = ${gone.id}`.execute(db())
    expect(rows).toEqual([])
  })

  test('leaves what is on hold, on its days, and deletes it after the release', async () => {
    const contact = await newContact('Held')
    await addOldText(t, contact, { at: daysAgo(t, 500), body: 'outside the days' })
    const inside = daysAgo(t, 420)
    await addOldText(t, contact, { at: inside, body: 'inside the days' })
    const day = (at: Date) => at.toISOString().slice(0, 10)
    const { body } = await ann().call(placeHold, {
      body: {
        ...{ name: 'Case', reason: 'Letter', covers: 'contacts', contactIds: [contact.id] },
        ...{ from: day(daysAgo(t, 422)), to: day(daysAgo(t, 418)) },
      },
    })
    expect(await preview(12)).toMatchObject({ count: 1, held: 1 })
    await purge(t)
    expect(await messagesOf(contact)).toEqual(['inside the days'])
    const { runs } = (await ann().call(retention)).body
    expect(runs[0]?.counts).toContainEqual({ class: 'messages', deleted: 1, held: 1 })
    await ann().call(releaseHold, { params: { id: body.hold.id }, body: { reason: 'Settled' } })
    await purge(t)
    expect(await messagesOf(contact)).toEqual([])
  })

  test('is resumed after its process died, and counts each message once', async () => {
    const contact = await newContact('Many')
    for (let nth = 0; nth < 3; nth += 1) await addOldText(t, contact, { at: daysAgo(t, 600 - nth) })
    const { kernel } = t.process
    expect(await beginPurges(kernel)).toBe(1)
    await killDuringStep(kernel, 'retention.purging')
    expect(await beginPurges(kernel)).toBe(0)
    await passPurges(kernel, { isImmediate: true })
    await killDuringStep(kernel, 'retention.purging')
    while (await passPurges(kernel, { isImmediate: true }));
    const [run] = (await ann().call(retention)).body.runs
    expect(run).toMatchObject({ state: 'done', counts: [{ class: 'messages', deleted: 3, held: 0 }] })
    expect(await messagesOf(contact)).toEqual([])
  })

  test('heeds a longer period that was set since it began, and no period at all', async () => {
    const contact = await newContact('Kept longer')
    for (const days of [1000, 500]) await addOldText(t, contact, { at: daysAgo(t, days), body: `${days} days` })
    const set = (months: number | null) =>
      ann().call(setRetention, { body: { class: 'messages', months, confirmed: 1000 } })
    const rest = async () => {
      while (await passPurges(t.process.kernel, { isImmediate: true }));
      return (await ann().call(retention)).body.runs[0]?.counts
    }
    await keepFor(t, 'messages', 12)
    expect(await beginPurges(t.process.kernel)).toBe(1)
    expect((await set(null)).http).toBe(200)
    expect(await rest()).toEqual([])
    expect(await messagesOf(contact)).toEqual(['1000 days', '500 days'])
    await keepFor(t, 'messages', 12)
    expect(await beginPurges(t.process.kernel)).toBe(1)
    expect((await set(24)).http).toBe(200)
    expect(await rest()).toEqual([{ class: 'messages', deleted: 1, held: 0 }])
    expect(await messagesOf(contact)).toEqual(['500 days'])
    await keepFor(t, 'messages', 12)
    await purge(t)
    expect(await messagesOf(contact)).toEqual([])
  })

  test('orders its steps and a change of a period', async () => {
    const contact = await newContact('Ordered')
    await addOldText(t, contact, { at: daysAgo(t, 500), body: 'kept' })
    expect(await beginPurges(t.process.kernel)).toBe(1)
    const [waits, isWritten] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // A change that is written and not committed.
    const changing = db()
      .transaction()
      .execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`retention|${t.acme.id}`}, 0))`.execute(tx)
        await sql`update retention_setting set months = null where class = 'messages'`.execute(tx)
        isWritten.resolve()
        await waits.promise
      })
    await isWritten.promise
    const purging = passPurges(t.process.kernel, { isImmediate: true })
    await t.until(
      async () =>
        (
          await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(db())
        ).rows.length === 1,
    )
    waits.resolve()
    await changing
    await purging
    while (await passPurges(t.process.kernel, { isImmediate: true }));
    expect(await messagesOf(contact)).toEqual(['kept'])
    await keepFor(t, 'messages', 12)
    await purge(t)
  })

  test('is certified: what was deleted and the digest stand in the audit log and in a PDF', async () => {
    const contact = await newContact('Certified')
    await addOldText(t, contact, { at: daysAgo(t, 800) })
    await purge(t)
    const [run] = (await ann().call(retention)).body.runs
    const { body } = await ann().call(auditEntries, { query: { objectId: run?.id ?? '' } })
    expect(body.data[0]?.action).toBe('retention.purged')
    expect(JSON.stringify(body.data[0]?.details)).toContain(run?.digest)
    const response = await fetch(`${t.process.address}/api/retention/run/${run?.id ?? ''}/certificate`, {
      headers: { authorization: `Bearer ${t.acme.ann.token}` },
    })
    const words = (await pagesOf(Buffer.from(await response.arrayBuffer()))).join('\n')
    expect(words).toContain('Certificate of deletion')
    expect(words.replaceAll(/\s/g, '')).toContain(run?.digest)
    const missing = await ann().call(purgeCertificate, { params: { id: contact.id } })
    expect(missing.http).toBe(404)
  })

  test('leaves other organizations alone, and messages that wait to be sent', async () => {
    const contact = await newContact('Open')
    const waiting = ['held', 'queued', 'scheduled', 'submitting']
    for (const state of [...waiting, 'submitted', 'unknown'])
      await addOldText(t, contact, { at: daysAgo(t, 500), body: state, state })
    await purge(t)
    expect((await messagesOf(contact)).sort()).toEqual(waiting)
    expect((await t.as(t.beta.ann).call(retention)).body.runs).toEqual([])
  })
})
