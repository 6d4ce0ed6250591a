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
import { countAudience } from './counting.ts'
import { startDue, takeSendingStep } from './index.ts'
import { chosenContacts, chosenTables } from './views/audience.ts'
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
  const { counts } = await countChosen(scope.db, await chosenTables(scope, audience))
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

test('counts everyone and a group exactly as a recount does, after any change', async () => {
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

test('counts parts exactly as a recount does, after several changes at once', async () => {
  const chance = chanceOf(seed + 1)
  await hire(t, 30)
  const totals = (rows: { reason: string | null; language: string; n: number }[]) => {
    const sums: Record<string, number> = {}
    for (const { reason, language, n } of rows) sums[`${reason} ${language}`] = (sums[`${reason} ${language}`] ?? 0) + n
    return sums
  }
  await change(sql`update broadcast_count set counted_at = '2000-01-01'`)
  let inParts = 0
  for (let nth = 0; nth < 50; nth++) {
    const made = Array.from({ length: chance.integer(1, 3) }, () => chance.integer(0, CHANGES.length - 1))
    for (const at of made) await CHANGES[at]?.(chance.pick(crew), chance.pick(crew))
    const which = `SEED=${seed}, changes ${nth} were ${made.join(', ')}`
    for (const audience of [everyone, group()]) {
      const before = await storedAt()
      const counted = await countAudience(scope, audience, { part: 4 })
      const { counts } = await countChosen(scope.db, await chosenTables(scope, audience))
      expect({ which, ...totals(counted.rows) }).toEqual({ which, ...totals(counts.rows) })
      // The people shown as an example do get the text.
      const chosen = await chosenContacts(scope, audience)
      const wrong =
        await sql`select id from ${chosen} h where id = any(${counted.sampleIds}::uuid[]) and reason is not null`.execute(
          scope.db,
        )
      expect({ which, wrong: wrong.rows, samples: counted.sampleIds.length }).toEqual({
        which,
        wrong: [],
        samples: Math.min(5, counts.sampleIds.length),
      })
      // The time stays when only parts are counted.
      const at = new Map(before.map((row) => [row.group_id, row]))
      for (const { group_id, counted_at, snapshot } of await storedAt()) {
        const was = at.get(group_id)
        if (was && was.snapshot !== snapshot && was.counted_at.getTime() === counted_at.getTime()) inParts += 1
      }
    }
  }
  expect(inParts).toBeGreaterThan(12)
})

test('counts only the part of a contact that changed, and everyone after many changes', async () => {
  const [contact] = await hire(t, 1)
  const counted = async () => {
    const { rows } = await sql<{ at: Date; parts: { lows: string[]; rows: unknown[] } }>`
      select counted_at as at, parts from broadcast_count where group_id = '00000000-0000-0000-0000-000000000000'`.execute(
      scope.db,
    )
    return rows[0]
  }
  await change(sql`update broadcast_count set counted_at = '2000-01-01'`)
  await countAudience(scope, everyone, { part: 10 })
  const first = await counted()
  await change(sql`update contact set job_title = 'Baker' where id = ${contact!.id}`)
  await countAudience(scope, everyone, { part: 10 })
  // When everyone is counted, the time and the parts are new.
  expect((await counted())?.at).toEqual(first?.at)
  await change(sql`update contact set job_title = 'Cook'`)
  await countAudience(scope, everyone, { part: 10 })
  expect((await counted())?.at).not.toEqual(first?.at)
})

/** Counts a group in parts and as a recount does, by reason. */
const inParts = async () => {
  const { rows } = await countAudience(scope, group(), { part: 4 })
  const { counts } = await countChosen(scope.db, await chosenTables(scope, group()))
  const byReason = (counted: typeof counts.rows) => {
    const sums: Record<string, number> = {}
    for (const { reason, n } of counted) sums[reason ?? 'gets'] = (sums[reason ?? 'gets'] ?? 0) + n
    return sums
  }
  return { counted: byReason(rows), expected: byReason(counts.rows) }
}

test('counts a group exactly after many transactions that each changed contacts and members', async () => {
  const people = await hire(t, 30)
  const [edited, first, last] = [people[0], people[10], people[29]]
  await change(sql`update broadcast_count set counted_at = '2000-01-01'`)
  await inParts()
  for (let nth = 0; nth < 60; nth++)
    await scope.tx(async ({ db }) => {
      await sql`update contact set job_title = ${`Baker ${nth}`} where id = ${edited!.id}`.execute(db)
      const joins = nth % 2 === 0 || nth === 59
      const id = nth === 59 ? last!.id : first!.id
      await (
        joins
          ? sql`insert into group_member (org_id, group_id, contact_id) values (${t.acme.id}, ${groupId}, ${id})`
          : sql`delete from group_member where group_id = ${groupId} and contact_id = ${id}`
      ).execute(db)
    })
  const { counted, expected } = await inParts()
  expect(counted).toEqual(expected)
})

test('counts a group anew after a version without parts counted it, and after a dump was restored', async () => {
  const people = await hire(t, 30)
  const ids = people.map(({ id }) => id)
  await change(sql`insert into group_member (org_id, group_id, contact_id)
    select ${t.acme.id}, ${groupId}, id from unnest(${ids}::uuid[]) id`)
  const block = (id: string | undefined) => change(sql`update contact set work = 'blocked' where id = ${id}`)
  for (const snapshot of [sql`pg_current_snapshot()::text`, sql`'900000000000:900000000000:'`]) {
    await change(sql`update broadcast_count set counted_at = '2000-01-01'`)
    await inParts()
    await block(ids.shift())
    await change(sql`update broadcast_count set snapshot = ${snapshot}`)
    await block(ids.pop())
    const { counted, expected } = await inParts()
    expect(counted).toEqual(expected)
  }
})

test('knows the longest text after a contact got a longer name', async () => {
  const audience = everyone
  const longest = async () => (await countAudience(scope, audience, { withLongest: true, part: 10 })).longestIds ?? []
  const contact = (await hire(t, 20))[5]
  await longest()
  const before = await storedAt()
  await change(sql`update contact set firstname = repeat('Maximiliana ', 20) where id = ${contact!.id}`)
  expect(await longest()).toContain(contact!.id)
  await change(sql`update contact set work = 'blocked' where id = ${contact!.id}`)
  expect(await longest()).not.toContain(contact!.id)
  // Kept parts were counted again, and not everyone.
  expect((await storedAt()).map((row) => row.counted_at)).toEqual(before.map((row) => row.counted_at))
})

test('reads no contact again when something changes that concerns no text', async () => {
  await count(everyone)
  const first = await storedAt()
  await change(sql`update contact set department = 'Bakery', updated_at = now() where id = ${crew[0]!.id}`)
  await count(everyone)
  expect(await storedAt()).toEqual(first)
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
  const { rows } = await sql<{ group_id: string; snapshot: string; counted_at: Date }>`
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
