import { editBilling } from '@crewline/contract/billing'
import type { createBroadcast } from '@crewline/contract/broadcasts'
import { formatDate } from '@crewline/contract/formats'
import { countRecipients } from '@crewline/contract/recipients'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { hire, launch, draft } from '../../../test/kit/broadcasts.ts'
import { makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let crew: string[]
const system = () => t.process.kernel.database.asSystem('tests give an organization a plan and use it')
beforeAll(async () => {
  t = await testApp()
  await sql`
    insert into billing_account (org_id, customer_id, subscription_id, subscription_status, plan, created_at)
    values (${t.acme.id}, 'cus_1', 'sub_1', 'active', 'starter', now())`.execute(system())
  crew = (await hire(t, 20)).map(({ id }) => id)
})
afterAll(() => t.close())

/** Sets what the month used; the plan includes 1,000 segments and 50 MMS. */
const used = (texts: number, mms = 0) =>
  sql`
    insert into usage_month (org_id, month, texts, mms)
    values (${t.acme.id}, date_trunc('month', now() at time zone 'America/Chicago')::date, ${texts}, ${mms})
    on conflict (org_id, month) do update set texts = excluded.texts, mms = excluded.mms`.execute(system())
const setCap = (spendingCapCents: number | null) => t.as(t.acme.ann).call(editBilling, { body: { spendingCapCents } })

type Message = NonNullable<z.input<typeof createBroadcast.body>['message']>
type Schedule = z.input<typeof countRecipients.body>['schedule']

interface Reviewed {
  message?: Message
  schedule?: Schedule
}

async function review(user: TestUser, { message = {}, schedule }: Reviewed = {}) {
  const { http, body } = await t.as(user).call(countRecipients, {
    body: {
      audience: { contactIds: crew },
      message: { body: 'Acme: Pay is in your account today.', ...message },
      ...(schedule ? { schedule } : {}),
    },
  })
  expect(http).toBe(200)
  const warning = body.warnings.find(({ code }) => code === 'spending_cap')
  return { cap: body.cost?.cap, warning: warning?.text }
}

test('without a cap, the review says nothing of it', async () => {
  await used(5000)
  expect(await review(t.acme.ann)).toEqual({ cap: null, warning: undefined })
})

test('a broadcast that fits is shown what is left of the cap, and no warning', async () => {
  await used(1000)
  await setCap(60)
  const { cap, warning } = await review(t.acme.ann)
  expect(cap).toMatchObject({ pausesAfter: null, money: { capCents: 60, leftCents: 60, currency: 'usd' } })
  expect(warning).toBeUndefined()
})

test('a broadcast over the cap says how much is left, what it uses, and when it pauses and goes on', async () => {
  await used(1088)
  await setCap(300)
  const { cap, warning } = await review(t.acme.ann)
  expect(cap).toMatchObject({ pausesAfter: 12, money: { capCents: 300, leftCents: 36 } })
  const date = formatDate(cap?.resumesAt ?? '', 'day', 'en', 'America/Chicago')
  expect(date).toMatch(/^[A-Z][a-z]{2} 1$/)
  expect(warning).toBe(
    `$0.36 of the spending cap of $3.00 is left this month. This uses up to 20 segments, so it would pause after 12. It goes on ${date}, or when you raise the cap in Settings, Billing.`,
  )
})

test('members who do not manage billing get a sentence without amounts', async () => {
  await used(1088)
  await setCap(300)
  const kim = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Kim', lastname: 'Crew', role: 'manager' })
  const { cap, warning } = await review(kim)
  expect(cap).toMatchObject({ pausesAfter: 12, money: null })
  expect(warning).toMatch(/^The spending cap of the month would pause this before everyone gets it\./)
  expect(warning).not.toMatch(/\$|12/)
})

test('a text with files counts as one MMS for each person', async () => {
  await used(0, 45)
  await setCap(14)
  const mediaIds = [t.process.kernel.world.id()]
  // 5 are included, and 14 cents pay for 2 more.
  const { cap, warning } = await review(t.acme.ann, { message: { mediaIds } })
  expect(cap).toMatchObject({ pausesAfter: 7, money: { leftCents: 14 } })
  expect(warning).toContain('This uses up to 20 MMS, so it would pause after 7.')
  expect((await review(t.acme.ann)).warning).toBeUndefined()
})

test('a broadcast planned for a later month has the whole cap of that month', async () => {
  await used(1088)
  await setCap(300)
  const later = new Date(t.process.kernel.world.now().getTime() + 70 * 86_400_000).toISOString().slice(0, 10)
  const schedule = { mode: 'once', at: `${later}T09:00`, timeZone: 'America/Chicago' } as const
  const { cap, warning } = await review(t.acme.ann, { schedule })
  expect(cap).toMatchObject({ pausesAfter: null, money: { leftCents: 300 } })
  expect((cap?.resumesAt ?? '').slice(0, 10) > later).toBe(true)
  expect(warning).toBeUndefined()
  const series = {
    mode: 'recurring',
    start: `${later}T09:00`,
    timeZone: 'America/Chicago',
    frequency: 'daily',
  } as const
  expect((await review(t.acme.ann, { schedule: series })).cap?.pausesAfter).toBeNull()
})

test('what waits in a running broadcast counts', async () => {
  await used(1040)
  await setCap(300)
  const other = await draft(t, crew)
  expect((await launch(t, other)).http).toBe(200)
  // Its countdown lasts until the end of this test.
  await sql`update broadcast_run set starts_at = now() + interval '1 hour' where broadcast_id = ${other.id}`.execute(
    system(),
  )
  const { cap, warning } = await review(t.acme.ann)
  expect(cap).toMatchObject({ waiting: { segments: 20, mms: 0 }, pausesAfter: null, money: { leftCents: 120 } })
  expect(warning).toBeUndefined()
  await used(1070)
  expect((await review(t.acme.ann)).warning).toMatch(
    /^\$0\.30 of the spending cap of \$3\.00 is left this month after the broadcasts that wait\. This uses up to 20 segments, so it would pause after 10\./,
  )
  await used(1085)
  const full = await review(t.acme.ann)
  expect(full.cap).toMatchObject({ pausesAfter: 0 })
  expect(full.warning).toMatch(/^With the broadcasts that wait, the month reaches its spending cap of \$3\.00,/)
  await sql`update broadcast_run set state = 'stopped' where broadcast_id = ${other.id}`.execute(system())
  expect((await review(t.acme.ann)).cap).toMatchObject({ waiting: { segments: 0 }, money: { leftCents: 45 } })
})

test('what is planned for the same month counts, and what is planned for another does not', async () => {
  await used(0)
  await setCap(14)
  const dayIn = (days: number) =>
    new Date(t.process.kernel.world.now().getTime() + days * 86_400_000).toISOString().slice(0, 8)
  // The tenth of a month that is surely later, and of the one after.
  const [month, next] = [`${dayIn(70)}10`, `${dayIn(105)}10`]
  const once = (at: string) => ({ mode: 'once', at, timeZone: 'America/Chicago' }) as const
  for (const at of [`${month}T10:00`, `${month}T11:00`, `${next}T10:00`]) {
    const planned = await draft(t, crew, { schedule: once(at) })
    expect((await launch(t, planned)).http).toBe(200)
    await sql`
      update broadcast set content = jsonb_set(content, '{message,mediaIds}', jsonb_build_array(id)) where id = ${planned.id}`.execute(
      system(),
    )
  }
  const mediaIds = [t.process.kernel.world.id()]
  // 50 MMS are included, 40 of them wait, and 14 cents pay for 2 more.
  const { cap, warning } = await review(t.acme.ann, { message: { mediaIds }, schedule: once(`${month}T09:00`) })
  expect(cap).toMatchObject({ waiting: { segments: 0, mms: 40 }, pausesAfter: 12 })
  expect(warning).toContain('after the broadcasts that wait. This uses up to 20 MMS, so it would pause after 12.')
  expect((await review(t.acme.ann, { message: { mediaIds } })).cap).toMatchObject({ waiting: { mms: 0 } })
})

test('a cap that is reached is named as such, and one about to be reached blocks no launch', async () => {
  await used(1088)
  await setCap(300)
  const over = await draft(t, crew)
  expect((await launch(t, over)).http).toBe(200)
  await used(1100)
  await setCap(300)
  const { cap, warning } = await review(t.acme.ann)
  expect(cap).toMatchObject({ pausesAfter: 0, money: { leftCents: 0 } })
  expect(warning).toMatch(
    /^The month reached its spending cap of \$3\.00, so broadcasts are paused until [A-Z][a-z]{2} 1,/,
  )
})
