import type { BroadcastAudience } from '@crewline/contract/broadcast-audience'
import { readBroadcast } from '@crewline/contract/broadcasts'
import { countRecipients } from '@crewline/contract/recipients'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, endCountdowns, hire, launch } from '../../../test/kit/broadcasts.ts'
import { limitTo, makeGroup, makeUser, type TestContact, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { chanceOf } from '../../../test/faults/chance.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { startDue, takeSendingStep } from './index.ts'
import { chosenContacts } from './views/audience.ts'
import { countChosen } from './views/chosen.ts'

let t: TestApp
let scope: Scope
let crew: TestContact[]
let groupId: string
/** Another member, because each may count only so often. */
let ben: TestUser
beforeAll(async () => {
  // Without a sender: what is queued stays queued.
  t = await testApp({ roles: 'web' })
  const org = { id: t.acme.id, country: 'US', timezone: 'America/Chicago', status: 'active' as const }
  scope = makeScope(t.process.kernel, org, { kind: 'system', reason: 'test' }, 'test')
  ben = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Ben', lastname: 'Second', role: 'admin' })
  crew = await hire(t, 8)
  groupId = await makeGroup(
    t.process.kernel,
    t.acme.id,
    'Night',
    crew.slice(0, 4).map(({ id }) => id),
  )
})
afterAll(() => t.close())

const audienceOf = (part: Partial<BroadcastAudience>): BroadcastAudience => ({
  everyone: false,
  groupIds: [],
  contactIds: [],
  exclude: { groupIds: [], contactIds: [] },
  ...part,
})
const everyone = audienceOf({ everyone: true })
const group = () => audienceOf({ groupIds: [groupId] })

const count = async (audience: BroadcastAudience, user = t.acme.ann) => {
  const { body } = await t.as(user).call(countRecipients, { body: { audience } })
  const { chosen, recipients, blocked, byLanguage } = body.count
  return {
    chosen,
    recipients,
    blocked: Object.fromEntries(blocked.map(({ reason, count: n }) => [reason, n])),
    byLanguage: Object.fromEntries(byLanguage.map(({ language, count: n }) => [language, n])),
  }
}

/** Counts the contacts as they are now, whatever is stored. */
const recount = async (audience: BroadcastAudience): Promise<Awaited<ReturnType<typeof count>>> => {
  const { counts } = await countChosen(scope.db, await chosenContacts(scope, audience))
  const sums = (keyOf: (row: (typeof counts.rows)[number]) => string | null) => {
    const sum: Record<string, number> = {}
    for (const row of counts.rows) {
      const key = keyOf(row)
      if (key) sum[key] = (sum[key] ?? 0) + row.n
    }
    return sum
  }
  const total = counts.rows.reduce((sum, row) => sum + row.n, 0)
  const blocked = sums((row) => row.reason)
  return {
    chosen: total,
    recipients: total - Object.values(blocked).reduce((sum, n) => sum + n, 0),
    blocked,
    byLanguage: sums((row) => (row.reason ? null : row.language)),
  }
}

const change = (statement: ReturnType<typeof sql>) => statement.execute(scope.db)

const restore = ({ id }: TestContact) =>
  change(sql`update contact set work = 'active', phone_state = 'ok', suspect_since = null where id = ${id}`)

/** Everything that can change who gets a broadcast to everyone or to a group. */
const CHANGES: ((contact: TestContact, other: TestContact) => Promise<unknown>)[] = [
  ({ phone }) =>
    change(sql`insert into consent (org_id, phone, opted_out, changed_at) values (${t.acme.id}, ${phone}, true, now())
      on conflict (org_id, phone) do update set opted_out = not consent.opted_out`),
  ({ id }) => change(sql`update contact set archived_at = now() where id = ${id}`),
  ({ id, phone }) =>
    change(sql`update contact set archived_at = null, shares_phone = false, phone = ${phone} where id = ${id}
      and not exists (select from contact o where o.phone = ${phone} and o.id <> ${id} and o.archived_at is null and not o.shares_phone)`),
  ({ id }) => change(sql`update contact set work = 'terminated' where id = ${id}`),
  ({ id }) => change(sql`update contact set work = 'blocked' where id = ${id}`),
  restore,
  ({ id }) => change(sql`update contact set phone_state = 'landline' where id = ${id}`),
  ({ id }) => change(sql`update contact set phone = null where id = ${id} and not shares_phone`),
  ({ id }) => change(sql`update contact set suspect_since = now() where id = ${id}`),
  ({ id }) =>
    change(sql`update contact set language = case language when 'en' then 'es' else 'en' end where id = ${id}`),
  ({ id }, { phone }) =>
    change(sql`update contact set shares_phone = true, phone = ${phone} where id = ${id} and exists (
      select from contact o where o.phone = ${phone} and o.id <> ${id} and o.archived_at is null and not o.shares_phone)`),
  ({ id }) => change(sql`delete from group_member where group_id = ${groupId} and contact_id = ${id}`),
  ({ id }) =>
    change(
      sql`insert into group_member (org_id, group_id, contact_id) values (${t.acme.id}, ${groupId}, ${id}) on conflict do nothing`,
    ),
  async () => crew.push(...(await hire(t, 1))),
]

/** Sends to an audience, and returns what was frozen. */
const freeze = async (audience: BroadcastAudience) => {
  const broadcast = await draft(t, [], { audience })
  expect((await launch(t, broadcast)).http).toBe(200)
  await endCountdowns(t)
  while (await startDue(t.process.kernel));
  while (await takeSendingStep(t.process.kernel));
  const { counts } = (await t.as(t.acme.ann).call(readBroadcast, { params: { id: broadcast.id } })).body.broadcast
  return { chosen: counts?.targeted, recipients: counts?.recipients }
}

const seed = Number(process.env['SEED'] ?? 20_271)

test('counts everyone and a group exactly as a recount does, after any change', { timeout: 60_000 }, async () => {
  const chance = chanceOf(seed)
  for (let nth = 0; nth < 120; nth++) {
    const at = chance.integer(0, CHANGES.length - 1)
    const [contact, other] = [chance.pick(crew), chance.pick(crew)]
    await CHANGES[at]?.(contact, other)
    const which = `SEED=${seed}, change ${nth} was ${at}`
    expect({ which, ...(await count(everyone)) }).toEqual({ which, ...(await recount(everyone)) })
    expect({ which, ...(await count(group(), ben)) }).toEqual({ which, ...(await recount(group())) })
    // So that most changes concern someone who gets it.
    if (chance.next() < 0.5) await restore(contact)
  }
})

test('sends to exactly as many people as were counted, also those texted a moment ago', async () => {
  for (const { id } of await hire(t, 3))
    await change(sql`insert into group_member (org_id, group_id, contact_id) values (${t.acme.id}, ${groupId}, ${id})`)
  for (const audience of [everyone, group()]) {
    const { chosen, recipients } = await count(audience)
    expect(await freeze(audience)).toEqual({ chosen, recipients })
    const rested = { ...audience, exclude: { ...audience.exclude, textedWithinHours: 1 } }
    expect(await count(rested)).toEqual(await recount(rested))
    expect((await count(rested)).blocked).toMatchObject({ texted_recently: expect.any(Number) as number })
  }
})

const storedAt = async () => {
  const { rows } = await sql<{ snapshot: string }>`
    select group_id, snapshot, counted_at from broadcast_count order by group_id`.execute(scope.db)
  return rows
}

test('reads no contact again until something changes', async () => {
  await Promise.all([count(everyone), count(group())])
  const first = await storedAt()
  expect(first).toHaveLength(2)
  await Promise.all([count(everyone), count(group())])
  expect(await storedAt()).toEqual(first)
  // Who is in the group says nothing about everyone.
  await change(sql`delete from group_member where group_id = ${groupId} and contact_id = (
    select contact_id from group_member where group_id = ${groupId} limit 1)`)
  await Promise.all([count(everyone), count(group())])
  const second = await storedAt()
  expect(second[0]).toEqual(first[0])
  expect(second[1]).not.toEqual(first[1])
})

test('counts anew what a transaction that was open during the last count changed', async () => {
  const [contact] = await hire(t, 1)
  await count(everyone)
  let before: Awaited<ReturnType<typeof count>> | undefined
  await scope.tx(async (tx) => {
    await sql`update contact set work = 'blocked' where id = ${contact!.id}`.execute(tx.db)
    // A later change ends first, and the count is stored after it.
    await change(sql`update contact set job_title = 'Welder' where id = ${crew[0]!.id}`)
    before = await count(everyone)
    expect(await count(everyone)).toEqual(before)
  })
  const after = await count(everyone)
  expect(after).toEqual(await recount(everyone))
  expect(after.recipients).toBe((before?.recipients ?? 0) - 1)
})

test('counts only what a member limited to some groups sees', async () => {
  const limited = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lim', lastname: 'Ited', role: 'manager' })
  await limitTo(t.process.kernel, limited, [groupId])
  const all = await count(everyone)
  const seen = await count(everyone, limited)
  expect(seen.chosen).toBeLessThan(all.chosen)
  expect(await count(everyone)).toEqual(all)
})
