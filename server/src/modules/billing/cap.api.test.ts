import { editBilling, readBilling } from '@crewline/contract/billing'
import { readBroadcast } from '@crewline/contract/broadcasts'
import { launchBroadcast, resumeBroadcast } from '@crewline/contract/launch'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, launch, sendOut } from '../../../test/kit/broadcasts.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { watchUsage } from './cap.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  const system = t.process.kernel.database.asSystem('tests give an organization a plan')
  await sql`
    insert into billing_account (org_id, customer_id, subscription_id, subscription_status, plan, created_at)
    values (${t.acme.id}, 'cus_1', 'sub_1', 'active', 'starter', now())`.execute(system)
  await sql`update organization set included_texts = 1000, included_mms = 50 where id = ${t.acme.id}`.execute(system)
})
afterAll(() => t.close())

const used = async (texts: number) => {
  const system = t.process.kernel.database.asSystem('tests use messages')
  await sql`
    insert into usage_month (org_id, month, texts)
    values (${t.acme.id}, date_trunc('month', now() at time zone 'America/Chicago')::date, ${texts})
    on conflict (org_id, month) do update set texts = excluded.texts`.execute(system)
  await watchUsage(t.process.kernel)
}
const subjects = async () => (await t.mailsTo(t.acme.ann.email)).map(({ subject }) => subject)
const setCap = (spendingCapCents: number | null) => t.as(t.acme.ann).call(editBilling, { body: { spendingCapCents } })
const read = async (id: string) => (await t.as(t.acme.ann).call(readBroadcast, { params: { id } })).body.broadcast

test('emails the billing contacts at 80 and at 100 percent, each once a month', async () => {
  await used(799)
  expect(await subjects()).toEqual([])
  await used(800)
  await used(950)
  expect(await subjects()).toEqual(['Acme used 80% of its plan'])
  await Promise.all([used(1000), watchUsage(t.process.kernel)])
  await used(1200)
  expect((await subjects()).toSorted()).toEqual(['Acme used 80% of its plan', 'Acme used everything its plan includes'])
  expect(await t.mailsTo(t.acme.gus.email)).toEqual([])
})

test('pauses broadcasts at the cap, never replies, and resumes them when it is raised', async () => {
  await used(1000)
  expect((await setCap(300)).body.billing).toMatchObject({ spendingCapCents: 300, isCapReached: false })
  const running = await draft(t, [t.acme.bob.id, t.acme.cat.id])
  await launch(t, running)
  // 100 segments at 3 cents.
  await used(1100)
  expect(await read(running.id)).toMatchObject({ state: 'paused', run: { state: 'paused', pausedBy: 'spending_cap' } })
  expect((await subjects())[0]).toBe('Acme reached its spending cap')
  expect((await t.as(t.acme.ann).call(readBilling)).body.billing).toMatchObject({
    isCapReached: true,
    usage: { segments: { used: 1100, overage: 100 }, overageCents: 300 },
  })
  // Nothing begins meanwhile, but replies go out.
  const later = await draft(t, [t.acme.dan.id])
  expect((await launch(t, later)).body.code).toBe('spending_cap_reached')
  const params = { id: running.id }
  expect((await t.as(t.acme.ann).call(resumeBroadcast, { params })).body.code).toBe('spending_cap_reached')
  await t.as(t.acme.ann).call(sendMessage, { body: { contactId: t.acme.dan.id, body: 'A reply' } })
  await t.until(async () => (await t.carrier.sent()).some(({ body }) => body === 'A reply'))
  // A cap that is still reached resumes nothing.
  expect((await setCap(200)).body.resumedBroadcasts).toBe(0)
  expect((await setCap(5000)).body).toMatchObject({ resumedBroadcasts: 1, billing: { isCapReached: false } })
  expect((await read(running.id)).state).toBe('sending')
  await sendOut(t)
  expect((await read(running.id)).state).toBe('sent')
  expect((await launch(t, later)).http).toBe(200)
})

test('a cap of 0 allows what the plan includes and nothing more', async () => {
  await used(900)
  expect((await setCap(0)).body.billing.isCapReached).toBe(false)
  await used(1000)
  expect((await t.as(t.acme.ann).call(readBilling)).body.billing.isCapReached).toBe(true)
  const blocked = await draft(t, [t.acme.bob.id])
  const answer = await t.as(t.acme.ann).call(launchBroadcast, {
    params: { id: blocked.id },
    body: { version: blocked.version, expectedRecipients: 1 },
  })
  expect(answer.body.code).toBe('spending_cap_reached')
  expect((await setCap(null)).body.billing).toMatchObject({ spendingCapCents: null, isCapReached: false })
})

test('sends no reminder at the cap, pauses its broadcast, and reminds people when it is raised', async () => {
  await used(1000)
  await setCap(300)
  const content = { kind: 'acknowledgement' as const, acknowledgement: { remindAfterMinutes: [60] } }
  const { id, ...made } = await draft(t, [t.acme.cat.id], content)
  await launch(t, { id, ...made })
  await sendOut(t)
  expect((await read(id)).state).toBe('sent')
  const system = t.process.kernel.database.asSystem('tests do not wait for a reminder')
  const remind = async () => {
    await sql`update broadcast_run set remind_at = now() - interval '1 second' where broadcast_id = ${id}`.execute(
      system,
    )
    await sendOut(t)
  }
  const texts = async () =>
    (
      await sql`select from message where batch_id in (select id from broadcast_run where broadcast_id = ${id})`.execute(
        system,
      )
    ).rows.length
  await used(1100)
  await remind()
  expect(await read(id)).toMatchObject({ state: 'paused', run: { state: 'paused', pausedBy: 'spending_cap' } })
  expect(await texts()).toBe(1)
  expect((await setCap(5000)).body.resumedBroadcasts).toBe(1)
  await sendOut(t)
  expect(await texts()).toBe(2)
  expect((await read(id)).state).toBe('sent')
})

test.each([-1, 0.5, 100_000_001, 'x' as unknown as number])('refuses a cap of %s beside its field', async (cents) => {
  const { http, body } = await setCap(cents)
  expect({ http, fields: Object.keys(body.fieldErrors ?? {}) }).toEqual({ http: 400, fields: ['spendingCapCents'] })
})

test('a new month ends the cap and resumes what it paused', async () => {
  await used(1000)
  await setCap(300)
  const running = await draft(t, [t.acme.bob.id, t.acme.cat.id])
  await launch(t, running)
  await used(1100)
  expect((await read(running.id)).state).toBe('paused')
  // The month before this one reached it.
  const system = t.process.kernel.database.asSystem('tests turn the calendar')
  await sql`
    update billing_account set capped_month = (capped_month - interval '1 month')::date where org_id = ${t.acme.id}`.execute(
    system,
  )
  await used(10)
  expect((await read(running.id)).state).toBe('sending')
  expect((await t.as(t.acme.ann).call(readBilling)).body.billing.isCapReached).toBe(false)
  await sendOut(t)
  expect((await read(running.id)).state).toBe('sent')
})

test('a new month that reached the cap already pauses what began in it', async () => {
  await used(1000)
  await setCap(300)
  await used(1100)
  const system = t.process.kernel.database.asSystem('tests turn the calendar')
  await sql`
    update billing_account set capped_month = (capped_month - interval '1 month')::date where org_id = ${t.acme.id}`.execute(
    system,
  )
  const running = await draft(t, [t.acme.bob.id, t.acme.cat.id])
  await launch(t, running)
  expect((await read(running.id)).state).toBe('sending')
  await used(1100)
  expect(await read(running.id)).toMatchObject({ state: 'paused', run: { pausedBy: 'spending_cap' } })
  expect((await t.as(t.acme.ann).call(readBilling)).body.billing.isCapReached).toBe(true)
})
