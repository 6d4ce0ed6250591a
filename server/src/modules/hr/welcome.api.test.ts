import { applyHrSync, connectHr, readHr, undoHrSync, type HrSettings } from '@crewline/contract/hr'
import { editBilling } from '@crewline/contract/billing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { employeeOf, finchOf, type TestFinch } from '../../../test/kit/finch.ts'
import { hrOf } from '../../../test/kit/hr.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { watchUsage } from '../billing/cap.ts'
import { optOutNumbers } from '../consent/index.ts'
import { systemScope } from './scope.ts'

let t: TestApp
let finch: TestFinch
let nth = 90
beforeAll(async () => {
  // Without senders: a queued text stays in the queue.
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
  finch = finchOf(t.process.address)
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.asSystem('tests look at messages')

const welcome = (isOn: boolean, en = 'Welcome to {organization}, {first_name}!') => ({ isOn, text: { en } })

async function company(size: number) {
  const org = await makeOrg(t.process.kernel, `Welcome ${nth}`, nth)
  const id = `${String(nth++).padStart(8, '0')}-3e1c-4000-8000-000000000000`
  await prove(t, org.ann)
  const employees = Array.from({ length: size }, (_, at) => employeeOf(at + 1))
  await finch.company({ id, name: org.name, provider: 'gusto', employees })
  return { org, id, hr: hrOf(t, finch, org) }
}

async function texts(org: Org) {
  const { rows } = await sql<{ name: string; body: string; state: string; waits: string | null }>`
    select c.firstname as name, m.body, m.state, m.hold_reason as waits from message m join contact c on c.id = m.contact_id
    where m.org_id = ${org.id} and m.direction = 'out' order by m.id`.execute(db())
  return rows.toSorted((a, b) => a.name.localeCompare(b.name))
}

async function undo(org: Org, hr: Awaited<ReturnType<typeof company>>['hr']): Promise<void> {
  const { id } = await hr.latest()
  expect((await t.as(org.ann).call(undoHrSync, { params: { id }, body: {} })).http).toBe(200)
  await hr.finish()
}

/** Makes it night for everyone in the organization. */
async function night(org: Org): Promise<void> {
  const clock = (hours: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Chicago', hour: '2-digit', minute: '2-digit' }).format(
      Date.now() + hours * 3_600_000,
    )
  const quietHours = { mode: 'hold', start: clock(-3), end: clock(4) }
  await sql`update organization set settings = settings || ${JSON.stringify({ quietHours })}::jsonb where id = ${org.id}`.execute(
    db(),
  )
}

test('no one gets a welcome text unless it was turned on', async () => {
  const { org, id, hr } = await company(2)
  expect(await hr.connect(id)).toMatchObject({ welcome: { possible: 2, queued: 0 } })
  expect(await hr.apply()).toMatchObject({ state: 'done', welcome: { possible: 0, queued: 0 } })
  expect(await texts(org)).toEqual([])
})

test('the review says how many get it, takes another text, and leaves out who opted out or has no number', async () => {
  const { org, id, hr } = await company(4)
  await finch.change(id, [{ kind: 'change', id: employeeOf(4).id, to: { personal_phone: null } }])
  const scope = await systemScope(t.process.kernel, org.id)
  await scope.tx((tx) => optOutNumbers(tx, [employeeOf(3).personal_phone ?? ''], { wording: 'Said so.' }))
  const sync = await hr.connect(id, { welcome: welcome(true) })
  expect(sync.welcome).toEqual({ possible: 2, queued: 0, missed: 0 })
  const text = { en: 'Hello {first_name}, this is {organization}.', es: 'Hola {first_name}' }
  const body = { comparedAt: sync.comparedAt ?? '', agreed: true, welcome: { isOn: true, text } }
  expect((await t.as(org.ann).call(applyHrSync, { params: { id: sync.id }, body })).http).toBe(200)
  await hr.finish()
  expect(await hr.latest()).toMatchObject({ state: 'done', welcome: { possible: 0, queued: 2, missed: 0 } })
  expect(await texts(org)).toMatchObject([
    { name: 'First1', body: `Hello First1, this is ${org.name}.`, state: 'queued' },
    { name: 'First2', body: `Hello First2, this is ${org.name}.`, state: 'queued' },
  ])
  expect((await t.as(org.ann).call(readHr)).body.settings.welcome).toEqual({ isOn: true, text })
})

test('a person is welcomed in their language, and later syncs welcome only who is new', async () => {
  const { org, id, hr } = await company(1)
  await hr.connect(id, { welcome: { isOn: true, text: { en: 'Hi {first_name}', es: 'Hola {first_name}' } } })
  await hr.apply()
  await sql`update organization set language = 'es' where id = ${org.id}`.execute(db())
  await finch.change(id, [{ kind: 'hire', employee: employeeOf(2) }])
  await hr.sync()
  expect((await texts(org)).map(({ body }) => body)).toEqual(['Hi First1', 'Hola First2'])
})

test('it waits while people rest, an undo cancels it, and a sync after that welcomes each person once', async () => {
  const { org, id, hr } = await company(2)
  await night(org)
  await hr.connect(id, { welcome: welcome(true) })
  await hr.apply()
  expect(await texts(org)).toMatchObject([
    { state: 'scheduled', waits: 'quiet_hours' },
    { state: 'scheduled', waits: 'quiet_hours' },
  ])
  await undo(org, hr)
  expect((await texts(org)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  // No one got the first text, so the next one is not a second one.
  expect(await hr.sync()).toMatchObject({ state: 'review', counts: { rehire: 2 }, welcome: { possible: 2 } })
  await hr.apply()
  expect((await texts(org)).map(({ state }) => state).toSorted()).toEqual([
    'cancelled',
    'cancelled',
    'scheduled',
    'scheduled',
  ])
})

test('the spending cap holds welcome texts that wait, and they go on when it is raised', async () => {
  const { org, id, hr } = await company(2)
  await night(org)
  await hr.connect(id, { welcome: welcome(true) })
  await hr.apply()
  await sql`
    insert into billing_account (org_id, customer_id, subscription_id, subscription_status, plan, spending_cap_cents, created_at)
    values (${org.id}, ${`cus_${org.id}`}, ${`sub_${org.id}`}, 'active', 'starter', 100, now())`.execute(db())
  await sql`update organization set included_texts = 1000, included_mms = 50 where id = ${org.id}`.execute(db())
  await sql`
    insert into usage_month (org_id, month, texts)
    select id, date_trunc('month', now() at time zone timezone)::date, 5000 from organization where id = ${org.id}`.execute(
    db(),
  )
  const batches = async () => {
    const { rows } = await sql<{ state: string }>`
      select b.state from message_batch b where b.org_id = ${org.id} and b.id in (
        select m.held_by from message m where m.org_id = ${org.id} and m.state = 'scheduled')`.execute(db())
    return rows.map(({ state }) => state)
  }
  expect(await batches()).toEqual(['open'])
  await watchUsage(t.process.kernel)
  expect(await batches()).toEqual(['paused'])
  await t.as(org.ann).call(editBilling, { body: { spendingCapCents: null } })
  expect(await batches()).toEqual(['open'])
})

test('an undo of people who came back cancels the welcome that waits, and a later sync gives it', async () => {
  const { org, id, hr } = await company(1)
  await night(org)
  await hr.connect(id, { welcome: welcome(true) })
  await hr.apply()
  await undo(org, hr)
  await hr.sync()
  await hr.apply()
  await undo(org, hr)
  expect((await texts(org)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  expect(await hr.sync()).toMatchObject({ counts: { rehire: 1 }, welcome: { possible: 1 } })
})

test('who was welcomed is archived by an undo, and gets no second welcome when the sync is applied again', async () => {
  const { org, id, hr } = await company(2)
  await hr.connect(id, { welcome: welcome(true) })
  await hr.apply()
  await sql`update message set state = 'sent' where org_id = ${org.id}`.execute(db())
  await undo(org, hr)
  const archived = await sql<{ n: number }>`
    select count(*)::int as n from contact where org_id = ${org.id} and source = 'hris' and archived_at is not null`.execute(
    db(),
  )
  expect(archived.rows).toEqual([{ n: 2 }])
  await hr.sync()
  await hr.apply()
  expect((await texts(org)).map(({ state }) => state)).toEqual(['sent', 'sent'])
})

test('who is hired again gets no second welcome', async () => {
  const { org, id, hr } = await company(12)
  await hr.connect(id, { welcome: welcome(true), onLeave: 'archive' })
  await hr.apply()
  await finch.change(id, [{ kind: 'leave', id: employeeOf(1).id }])
  expect(await hr.sync()).toMatchObject({ state: 'done', counts: { leave: 1 } })
  await finch.change(id, [{ kind: 'change', id: employeeOf(1).id, to: { status: 'active' } }])
  expect(await hr.sync()).toMatchObject({ state: 'done', counts: { rehire: 1 } })
  expect(await texts(org)).toHaveLength(12)
})

test('steps that are taken twice at once queue each text once', async () => {
  const { org, id, hr } = await company(9)
  await hr.connect(id, { welcome: welcome(true) })
  const { id: syncId, comparedAt } = await hr.latest()
  const body = { comparedAt: comparedAt ?? '', agreed: true }
  await t.as(org.ann).call(applyHrSync, { params: { id: syncId }, body })
  const sizes = { read: 100, compare: 2, apply: 2 }
  await Promise.all([hr.finish(sizes), hr.finish(sizes), hr.finish(sizes)])
  await hr.finish()
  expect(await hr.latest()).toMatchObject({ state: 'done', welcome: { queued: 9 } })
  const bodies = (await texts(org)).map(({ body }) => body)
  expect([bodies.length, new Set(bodies).size]).toEqual([9, 9])
})

test('a text that is empty or too long is refused beside its field', async () => {
  const { org, id, hr } = await company(1)
  await hr.connect(id)
  const { settings } = (await t.as(org.ann).call(readHr)).body
  for (const text of [{}, { en: ' ' }, { en: 'x'.repeat(601) }, { xx: 'Hi' }]) {
    const body = { settings: { ...settings, welcome: { isOn: true, text } } as HrSettings }
    const { http, body: answer } = await t.as(org.ann).call(connectHr, { body })
    expect([http, Object.keys(answer.fieldErrors ?? {})]).not.toEqual([400, []])
    expect(http).toBe(400)
  }
})
