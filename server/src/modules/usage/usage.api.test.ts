import { readBilling } from '@crewline/contract/billing'
import { dayIn, daysAfter, offsetAt } from '@crewline/contract/calendar'
import type { Usage } from '@crewline/contract/events'
import { sendMessage } from '@crewline/contract/messages'
import { editOrganization } from '@crewline/contract/organizations'
import { countTexts } from '@crewline/contract/segments'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeOrg, makeContact, type Org, type TestContact } from '../../../test/kit/cast.ts'
import { followUntilNow } from '../../../test/kit/events.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { consumeEvents } from '../../kernel/events/durable.ts'
import { makeScope } from '../../kernel/scope.ts'
import { markSubmitting, recordOutcomes, recordReceipts } from '../messages/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { countHandedOff, recount } from './counting.ts'
import { readUsage } from './views.ts'

const TWO_TEXTS = 'x'.repeat(200)

async function scopeOf(t: TestApp, org: Org) {
  const { organization } = await organizationOf(t.process.kernel.database.ofOrg(org.id), org.id)
  return makeScope(t.process.kernel, organization, { kind: 'system', reason: 'tests' }, 'test')
}

const usedBy = async (t: TestApp, org: Org) => (await readUsage(await scopeOf(t, org))).segments.used

describe('with a sender and a carrier', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp({ roles: 'web,sender', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
  })
  afterAll(() => t.close())

  const send = async (contact: TestContact, body: string) => {
    const { http } = await t.as(t.acme.ann).call(sendMessage, { body: { contactId: contact.id, body } })
    expect(http).toBe(200)
  }
  const inLedger = async () =>
    (await t.carrier.sent())
      .filter((message) => message.from === t.acme.line.phone)
      .reduce((sum, message) => sum + countTexts(message.body).segments, 0)

  test('counts every message a carrier took once, whatever its outcome, and none it refused', async () => {
    const { kernel } = t.process
    const faults: [string, { delivery?: string; receipts?: string }][] = [
      ['Doubled', { receipts: 'doubled' }],
      ['Shuffled', { receipts: 'shuffled' }],
      ['Landline', { delivery: 'landline' }],
      ['Away', { delivery: 'no_signal' }],
      ['Filtered', { delivery: 'filtered' }],
      ['Gone', { delivery: 'not_in_use' }],
    ]
    for (const [at, [name, fault]] of faults.entries()) {
      const contact = await makeContact(kernel, t.acme.id, name, `+1415556100${at}`)
      await send(contact, 'Hello')
      await t.drain()
      await t.carrier.phone(contact.phone, fault)
      await send(contact, TWO_TEXTS)
    }
    await t.drain()
    const ledger = await inLedger()
    expect(ledger).toBeGreaterThan(5)
    await t.until(async () => (await usedBy(t, t.acme)) === ledger)
    expect(await usedBy(t, t.beta)).toBe(0)
    expect(await recount(kernel)).toEqual([])
  })

  test('counts a message of unknown outcome once, when the outcome is known', async () => {
    await send(t.acme.bob, 'Hello')
    await t.drain()
    const before = await inLedger()
    await t.until(async () => (await usedBy(t, t.acme)) === before)
    // No receipt arrives, so the outcome comes from asking the carrier, which answers no question before its outage ends.
    await t.carrier.phone(t.acme.bob.phone, { receipts: 'lost' })
    await t.carrier.behaves({ mode: 'outage', outageAfterAccept: true })
    await send(t.acme.bob, TWO_TEXTS)
    await t.until(async () => {
      const result = await sql`select from message where contact_id = ${t.acme.bob.id} and state = 'unknown'`.execute(
        t.process.kernel.database.ofOrg(t.acme.id),
      )
      return result.rows.length === 1
    })
    expect(await usedBy(t, t.acme)).toBe(before)
    await t.carrier.behaves({ mode: 'ok', outageAfterAccept: false })
    await t.until(async () => {
      // As if the time until the next question had passed.
      await sql`update unknown_outcome set ask_at = now() - interval '1 second'`.execute(
        t.process.kernel.database.ofOrg(t.acme.id),
      )
      return (await usedBy(t, t.acme)) === before + 2
    })
    expect(await inLedger()).toBe(before + 2)
    expect(await recount(t.process.kernel)).toEqual([])
  })

  test('returns the usage of the current month of the organization with its level', async () => {
    const { kernel } = t.process
    const org = await makeOrg(kernel, 'Gamma', 5)
    const system = kernel.database.asSystem('tests set a plan')
    await sql`update organization set included_texts = 100 where id = ${org.id}`.execute(system)
    await sql`insert into usage_month (org_id, month, texts)
      values (${org.id}, date_trunc('month', now() at time zone 'America/Chicago')::date, 96)`.execute(system)
    const [client, otherClient] = [await t.connectClient(org.vic), await t.connectClient(org.ann)]
    // However busy the machine is, the ten seconds below are not over.
    const clock = vi.spyOn(kernel.world, 'monotonicMs').mockReturnValue(kernel.world.monotonicMs())
    const received = await client.ask<Usage>('getUsage', undefined, 'usage')
    expect(received).toMatchObject({ segments: { used: 96, included: 100 }, level: 'critical' })
    expect(received.segments.forecast).toBeGreaterThanOrEqual(96)
    expect(Date.parse(received.periodStart)).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(received.periodEnd)).toBeGreaterThan(Date.now())
    // For ten seconds the whole organization gets the cached answer.
    await sql`update usage_month set texts = 500 where org_id = ${org.id}`.execute(system)
    expect((await otherClient.ask<Usage>('getUsage', { junk: 'x' }, 'usage')).segments.used).toBe(96)
    clock.mockRestore()
    // What the billing page read is what meters show from then on.
    expect((await t.as(org.ann).call(readBilling)).body.billing.usage).toMatchObject({
      segments: { used: 500 },
      level: 'over',
    })
    otherClient.socket.emit('getUsage')
    await otherClient.next<Usage>('usage', ({ segments }) => segments.used === 500)
    const acme = await t.connectClient(t.acme.ann)
    expect(await acme.ask('getUsage', undefined, 'usage')).toMatchObject({ segments: { included: null }, level: 'ok' })
  })
})

describe('counting step by step', () => {
  let t: TestApp
  beforeAll(async () => {
    // No process sends or counts; the tests do both.
    t = await testApp({ roles: 'web' })
  })
  afterAll(() => t.close())

  const queued = async (org: Org, body: string) =>
    (await t.as(org.ann).call(sendMessage, { body: { contactId: org.bob.id, body } })).body.message.id

  const submitting = async (org: Org, body: string) => {
    const id = await queued(org, body)
    await (await scopeOf(t, org)).tx((tx) => markSubmitting(tx, [id]))
    return id
  }
  const outcome = async (org: Org, id: string, state: 'submitted' | 'failed' | 'queued' | 'unknown') =>
    (await scopeOf(t, org)).tx((tx) =>
      recordOutcomes(tx, [
        { id, attempt: 1, state, carrierId: state === 'submitted' ? `c-${id}` : null, errorCode: null },
      ]),
    )
  const receipt = async (org: Org, id: string, state: 'sent' | 'delivered' | 'failed', key = `${id}|${state}`) =>
    (await scopeOf(t, org)).tx((tx) =>
      recordReceipts(tx, [
        { eventKey: key, lineId: org.line.id, messageId: id, carrierId: `c-${id}`, state, errorCode: null },
      ]),
    )
  const all = () => followUntilNow(t, 'usage', countHandedOff)

  test('counts once for a receipt before the response, doubled receipts and a later failure', async () => {
    const id = await submitting(t.acme, TWO_TEXTS)
    await all()
    expect(await usedBy(t, t.acme)).toBe(0)
    await receipt(t.acme, id, 'delivered')
    await all()
    expect(await usedBy(t, t.acme)).toBe(2)
    await outcome(t.acme, id, 'submitted')
    await outcome(t.acme, id, 'submitted')
    await receipt(t.acme, id, 'delivered')
    await receipt(t.acme, id, 'delivered', 'told again under another name')
    await receipt(t.acme, id, 'failed')
    await all()
    expect(await usedBy(t, t.acme)).toBe(2)
  })

  test('counts an unknown outcome once known, but not a refused or returned message', async () => {
    const before = await usedBy(t, t.acme)
    const unknown = await submitting(t.acme, 'Where is it?')
    await outcome(t.acme, unknown, 'unknown')
    await outcome(t.acme, await submitting(t.acme, 'Refused'), 'failed')
    await outcome(t.acme, await submitting(t.acme, 'Busy'), 'queued')
    await all()
    expect(await usedBy(t, t.acme)).toBe(before)
    await receipt(t.acme, unknown, 'sent')
    await receipt(t.acme, unknown, 'delivered')
    await all()
    expect(await usedBy(t, t.acme)).toBe(before + 1)
  })

  test('counts a retried message each time the carrier took it, also in a recount and when reported twice', async () => {
    const before = await usedBy(t, t.acme)
    const scope = await scopeOf(t, t.acme)
    const id = await submitting(t.acme, `${TWO_TEXTS} please`)
    const sendReceipt = (carrierId: string, state: 'sent' | 'undelivered', errorCode: string | null) =>
      scope.tx((tx) =>
        recordReceipts(tx, [
          { eventKey: `${carrierId}|${state}`, lineId: t.acme.line.id, messageId: id, carrierId, state, errorCode },
        ]),
      )
    await outcome(t.acme, id, 'submitted')
    await sendReceipt(`c-${id}`, 'undelivered', '30003')
    await sql`update message set due_at = ${new Date(Date.now() - 1000)} where id = ${id}`.execute(scope.db)
    await scope.tx((tx) => markSubmitting(tx, [id]))
    await sendReceipt('second', 'sent', null)
    // The receipt already reported the hand-off, so the response adds nothing.
    await scope.tx((tx) =>
      recordOutcomes(tx, [{ id, attempt: 2, state: 'submitted', carrierId: 'second', errorCode: null }]),
    )
    await all()
    expect(await recount(t.process.kernel)).toEqual([])
    expect(await usedBy(t, t.acme)).toBe(before + 4)
  })

  test('counts exactly once with several processes of which one dies', async () => {
    const otherProcess = await t.another('web')
    const before = await usedBy(t, t.acme)
    for (let n = 0; n < 12; n++) await outcome(t.acme, await submitting(t.acme, `Nr ${n}`), 'submitted')
    const system = t.process.kernel.database.asSystem('tests count and die')
    const dies = consumeEvents(system, { follower: 'usage', most: 5, now: new Date() }, async (db) => {
      await sql`update usage_month set texts = texts + 1000 where org_id = ${t.acme.id}`.execute(db)
      throw new Error('killed')
    })
    await expect(dies).rejects.toThrow('killed')
    for (let round = 0; round < 3; round++)
      await Promise.all(
        [t.process.kernel, otherProcess.kernel, t.process.kernel, otherProcess.kernel].map((kernel) =>
          countHandedOff(kernel),
        ),
      )
    await all()
    expect(await usedBy(t, t.acme)).toBe(before + 12)
  })

  test('counts a message with a picture as one MMS and no segments, unless it leaves as a link', async () => {
    const usage = async () => readUsage(await scopeOf(t, t.acme))
    const before = await usage()
    const withPicture = await submitting(t.acme, `${TWO_TEXTS} picture`)
    const asLink = await submitting(t.acme, `${TWO_TEXTS} link`)
    const scope = await scopeOf(t, t.acme)
    const media = JSON.stringify([{ id: scope.world.id(), kind: 'image' }])
    await sql`update message set media = ${media}::jsonb, media_as_link = id = ${asLink}
      where id in (${withPicture}, ${asLink})`.execute(scope.db)
    await outcome(t.acme, withPicture, 'submitted')
    await outcome(t.acme, asLink, 'submitted')
    await all()
    const after = await usage()
    expect(after.mms.used - before.mms.used).toBe(1)
    expect(after.segments.used - before.segments.used).toBe(2)
    expect(await recount(t.process.kernel)).toEqual([])
  })

  test('repairs a counter by a recount and leaves newer events to the follower', async () => {
    const before = await usedBy(t, t.acme)
    await outcome(t.acme, await submitting(t.acme, `${TWO_TEXTS} again`), 'submitted')
    const system = t.process.kernel.database.asSystem('tests break a counter')
    await sql`update usage_month set texts = 7777 where org_id = ${t.acme.id}`.execute(system)
    expect(await recount(t.process.kernel)).toEqual([{ orgId: t.acme.id, months: [expect.any(String)] }])
    expect(await usedBy(t, t.acme)).toBe(before)
    await all()
    expect(await usedBy(t, t.acme)).toBe(before + 2)
    expect(await recount(t.process.kernel)).toEqual([])
  })

  test('starts and ends a month at midnight in the zone of the organization', async () => {
    const { kernel } = t.process
    const scope = await scopeOf(t, t.beta)
    const midnight = new Date('2026-11-01T05:00:00Z')
    const write = (at: Date) =>
      Promise.resolve(idAt(at, kernel.world.id())).then((id) =>
        sql`
        insert into message (org_id, id, contact_id, direction, body, encoding, segments, line_id, phone_from, phone_to, state, attempts, at)
        values (${t.beta.id}, ${id}, ${t.beta.bob.id}, 'out', 'x', 'GSM-7', 3, ${t.beta.line.id}, 'a', 'b', 'submitting', 1, ${at})`
          .execute(scope.db)
          .then(() => outcome(t.beta, id, 'submitted')),
      )
    await write(new Date(midnight.getTime() - 1))
    await write(midnight)
    await write(new Date(midnight.getTime() + 1))
    await all()
    const usage = (now: string) => readUsage({ ...scope, world: { ...scope.world, now: () => new Date(now) } })
    expect((await usage('2026-10-31T12:00:00Z')).segments.used).toBe(3)
    const november = await usage('2026-11-01T05:00:00Z')
    expect(november).toMatchObject({
      // Chicago leaves daylight saving time on November 1.
      periodStart: '2026-11-01T05:00:00.000Z',
      periodEnd: '2026-12-01T06:00:00.000Z',
      segments: { used: 6 },
    })
  })

  test('counts the months of an organization again when it moves to another time zone', async () => {
    const { kernel } = t.process
    const org = await makeOrg(kernel, 'Movers', 7)
    const scope = await scopeOf(t, org)
    const month = `${dayIn('America/Chicago', kernel.world.now()).slice(0, 7)}-01`
    const noon = new Date(`${month}T12:00:00Z`)
    const at = new Date(noon.getTime() - 12 * 3_600_000 - offsetAt('America/Chicago', noon) + 1)
    await sql`select create_message_partition(${at})`.execute(kernel.database.asSystem('tests write old messages'))
    const id = idAt(at, kernel.world.id())
    await sql`
      insert into message (org_id, id, contact_id, direction, body, encoding, segments, line_id, phone_from, phone_to, state, attempts, at)
      values (${org.id}, ${id}, ${org.bob.id}, 'out', 'x', 'GSM-7', 3, ${org.line.id}, 'a', 'b', 'submitting', 1, ${at})`.execute(
      scope.db,
    )
    await outcome(org, id, 'submitted')
    await all()
    const counted = async () => {
      const result = await sql<{ month: string }>`
        select month::text as month from usage_month where org_id = ${org.id} and texts = 3`.execute(scope.db)
      return result.rows.map((row) => row.month)
    }
    expect(await counted()).toEqual([month])
    expect((await t.as(org.ann).call(editOrganization, { body: { timezone: 'Pacific/Honolulu' } })).http).toBe(200)
    await all()
    expect(await counted()).toEqual([`${daysAfter(month, -1).slice(0, 7)}-01`])
  })
})

/** Returns an id with the timestamp of that moment. */
function idAt(at: Date, random: string): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${random.slice(13)}`
}
