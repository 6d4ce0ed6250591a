import {
  celebrations,
  celebrationSends,
  comingCelebrations,
  deleteCelebration,
  saveCelebration,
  skipCelebration,
} from '@crewline/contract/celebrations'
import { celebrationReach } from '@crewline/contract/coming'
import { createCustomField } from '@crewline/contract/fields'
import { editOrganization } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser } from '../../../test/kit/cast.ts'
import {
  addPerson,
  celebrateAt,
  contentOf,
  makeCelebration,
  recordsOf,
  turnOnAt,
} from '../../../test/kit/celebrations.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  // Without workers and senders: only this test looks for what is due.
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

/** Noon in UTC of the day this many days from now. */
function noonIn(days: number): Date {
  return new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + days * 86_400_000 + 43_200_000)
}
const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const monthDayOf = (date: Date) => dayOf(date).slice(5)
const HOUR_MS = 3_600_000
const db = () => t.process.kernel.database.ofOrg(t.acme.id)

describe('a celebration', () => {
  test('is created off, changed, and deleted, each with its audit entry', async () => {
    const ann = t.as(t.acme.ann)
    const created = await ann.call(saveCelebration, { query: {}, body: contentOf() })
    const { id, version } = created.body.celebration
    expect(created.body.celebration).toMatchObject({
      isOn: false,
      version: 1,
      sent: 0,
      audience: { everyone: true },
      media: [],
    })
    const body = { ...contentOf({ name: 'Cake' }), isOn: true, version }
    expect((await ann.call(saveCelebration, { query: { id }, body })).body.celebration).toMatchObject({
      isOn: true,
      name: 'Cake',
      version: 2,
    })
    expect(await ann.call(saveCelebration, { query: { id }, body })).toMatchObject({ body: { code: 'outdated' } })
    expect((await t.as(t.beta.ann).call(celebrations, { query: { id } })).http).toBe(404)
    expect((await ann.call(deleteCelebration, { query: { id } })).http).toBe(200)
    expect((await ann.call(celebrations, { query: { id } })).http).toBe(404)
    const audits = await sql<{ action: string }>`
      select action from audit_entry where target = ${id} order by at, id`.execute(db())
    expect(audits.rows.map(({ action }) => action)).toEqual([
      'celebration.created',
      'celebration.changed',
      'celebration.deleted',
    ])
  })

  test('is refused beside the field that cannot work', async () => {
    const refusal = async (more: Parameters<typeof contentOf>[0]) =>
      (await t.as(t.acme.ann).call(saveCelebration, { query: {}, body: contentOf(more) })).body.fieldErrors
    expect(await refusal({ texts: [{ en: 'You are {years}!' }] })).toHaveProperty('texts')
    expect(await refusal({ years: [50] })).toHaveProperty('years')
    expect(await refusal({ kind: 'date', field: 'unknown' })).toHaveProperty('field')
    expect(await refusal({ audience: { everyone: false, groupIds: [], excludeGroupIds: [] } })).toHaveProperty(
      'audience',
    )
    expect(await refusal({ texts: [] })).toHaveProperty('texts')
    expect(await refusal({ lineId: crypto.randomUUID() })).toHaveProperty('lineId')
  })

  test('keeps its date once it exists', async () => {
    const id = await makeCelebration(t)
    const body = { ...contentOf({ kind: 'anniversary' }), version: 1 }
    expect((await t.as(t.acme.ann).call(saveCelebration, { query: { id }, body })).body.fieldErrors).toHaveProperty(
      'kind',
    )
  })

  test('is edited only by members who see everyone', async () => {
    const id = await makeCelebration(t)
    const mine = await addPerson(t, 'Mine', { birthday: monthDayOf(noonIn(9)) })
    const other = await addPerson(t, 'Other', { birthday: monthDayOf(noonIn(9)) })
    const limited = await makeUser(t.process.kernel, t.acme.id, {
      firstname: 'Lin',
      lastname: 'Limited',
      role: 'manager',
    })
    await limitTo(t.process.kernel, limited, [await makeGroup(t.process.kernel, t.acme.id, 'Mine', [mine])])
    const lin = t.as(limited)
    const save = await lin.call(saveCelebration, { query: {}, body: contentOf() })
    expect(save.body).toMatchObject({ code: 'not_permitted' })
    expect((await lin.call(deleteCelebration, { query: { id } })).body).toMatchObject({ code: 'not_permitted' })
    const { data } = (await lin.call(comingCelebrations, { query: { id } })).body
    expect(data.map(({ contactId }) => contactId)).toEqual([mine])
    const [{ year } = { year: 0 }] = data
    expect((await lin.call(skipCelebration, { body: { id, contactId: mine, year, skip: true } })).http).toBe(200)
    expect((await lin.call(skipCelebration, { body: { id, contactId: other, year, skip: true } })).http).toBe(404)
  })
})

describe('on the day', () => {
  const day = noonIn(20)
  const before = new Date(day.getTime() - 30 * HOUR_MS)
  const evening = new Date(day.getTime() + 30 * HOUR_MS)

  test('each person gets one text in their language, at the hour on their clock', async () => {
    const id = await makeCelebration(t, { time: '12:00' })
    const birthday = monthDayOf(day)
    await addPerson(t, 'Utc', { birthday, timezone: 'UTC' })
    await addPerson(t, 'Ana', { birthday: `1990-${birthday}`, timezone: 'Europe/Berlin', language: 'es' })
    await addPerson(t, 'Tomorrow', { birthday: monthDayOf(new Date(day.getTime() + 48 * HOUR_MS)), timezone: 'UTC' })
    await turnOnAt(t, id, before)
    await celebrateAt(t, before)
    expect(await recordsOf(t, id)).toEqual([])
    // Berlin is an hour or two ahead.
    await celebrateAt(t, new Date(day.getTime() - HOUR_MS / 2))
    expect(await recordsOf(t, id)).toMatchObject([{ name: 'Ana', state: 'sent', body: '¡Feliz cumpleaños, Ana!' }])
    await celebrateAt(t, day)
    await celebrateAt(t, new Date(day.getTime() + HOUR_MS))
    expect(await recordsOf(t, id)).toMatchObject([
      { name: 'Ana', state: 'sent' },
      { name: 'Utc', state: 'sent', body: 'Happy birthday, Utc!', waits: false },
    ])
    const sent = (await t.as(t.acme.ann).call(celebrationSends, { query: { id } })).body.data
    expect(sent.map(({ name, state }) => [name, state])).toEqual([
      ['Utc Worker', 'sent'],
      ['Ana Worker', 'sent'],
    ])
  })

  test('people who opted out, left or were skipped get nothing, with the reason', async () => {
    const birthday = monthDayOf(new Date(day.getTime() + 24 * HOUR_MS))
    const people = {
      gone: await addPerson(t, 'Gone', { birthday, timezone: 'UTC' }),
      none: await addPerson(t, 'None', { birthday, timezone: 'UTC', phone: null }),
      stop: await addPerson(t, 'Stop', { birthday, timezone: 'UTC', phone: '+14155550177' }),
      skip: await addPerson(t, 'Skip', { birthday, timezone: 'UTC' }),
      out: await addPerson(t, 'Out', { birthday, timezone: 'UTC' }),
      late: await addPerson(t, 'Yes', { birthday, timezone: 'UTC' }),
    }
    await sql`update contact set work = 'terminated' where id = ${people.gone}`.execute(db())
    await sql`
      insert into consent (org_id, phone, opted_out, changed_at) values (${t.acme.id}, '+14155550177', true, now())`.execute(
      db(),
    )
    const group = await makeGroup(t.process.kernel, t.acme.id, 'Leave out', [people.out])
    const id = await makeCelebration(t, { audience: { everyone: true, groupIds: [], excludeGroupIds: [group] } })
    const year = evening.getUTCFullYear()
    const skip = { id, contactId: people.skip, year, skip: true }
    const ann = t.as(t.acme.ann)
    const { data } = (await ann.call(comingCelebrations, { query: { id, pageSize: 200 } })).body
    expect(data.find(({ contactId }) => contactId === people.stop)?.obstacle).toBe('opted_out')
    expect(data.some(({ contactId }) => contactId === people.out)).toBe(false)
    await ann.call(skipCelebration, { body: skip })
    const after = (await ann.call(comingCelebrations, { query: { id, pageSize: 200 } })).body.data
    expect(after.find(({ contactId }) => contactId === people.skip)?.isSkipped).toBe(true)
    await turnOnAt(t, id, new Date(day.getTime() + 2 * HOUR_MS))
    await celebrateAt(t, new Date(evening.getTime() - 4 * HOUR_MS))
    expect((await recordsOf(t, id)).map(({ name, state, reason }) => [name, state, reason])).toEqual([
      ['Gone', 'blocked', 'terminated'],
      ['None', 'blocked', 'no_mobile'],
      ['Skip', 'skipped', null],
      ['Stop', 'blocked', 'opted_out'],
      ['Yes', 'sent', null],
    ])
    // Too late for the one who got it; taken back in time for another.
    const tooLate = await ann.call(skipCelebration, { body: { ...skip, contactId: people.late } })
    expect(tooLate.body).toMatchObject({ code: 'already_on_its_way' })
    await ann.call(skipCelebration, { body: { ...skip, skip: false } })
    expect((await recordsOf(t, id)).some(({ name }) => name === 'Skip')).toBe(false)
  })

  test('anniversaries count completed years, and custom dates and chosen years are celebrated', async () => {
    const at = noonIn(40)
    const year = at.getUTCFullYear()
    const on = (back: number) => `${year - back}-${monthDayOf(at)}`
    await t.as(t.acme.ann).call(createCustomField, { body: { name: 'Citizenship', type: 'date' } })
    const fields = await sql<{ key: string }>`select key from custom_field`.execute(db())
    const field = fields.rows[0]?.key ?? ''
    await addPerson(t, 'Five', { hireDate: on(5), timezone: 'UTC', custom: { [field]: on(1) } })
    await addPerson(t, 'New', { hireDate: on(0), timezone: 'UTC' })
    await addPerson(t, 'Two', { hireDate: on(2), timezone: 'UTC' })
    const text = [{ en: '{years} years, {first_name}!' }]
    const anniversary = await makeCelebration(t, { kind: 'anniversary', years: [1, 5], texts: text })
    const custom = await makeCelebration(t, { kind: 'date', field, texts: text })
    for (const id of [anniversary, custom]) await turnOnAt(t, id, new Date(at.getTime() - 24 * HOUR_MS))
    await celebrateAt(t, at)
    expect(await recordsOf(t, anniversary)).toMatchObject([{ name: 'Five', body: '5 years, Five!' }])
    expect(await recordsOf(t, custom)).toMatchObject([{ name: 'Five', body: '1 years, Five!' }])
  })

  test('the night is respected, and dates before it was on are not made up for', async () => {
    const at = noonIn(45)
    const birthday = monthDayOf(at)
    await addPerson(t, 'Early', { birthday, timezone: 'UTC' })
    const quietHours = { mode: 'hold' as const, start: '21:00', end: '08:00' }
    await t.as(t.acme.ann).call(editOrganization, { body: { settings: { quietHours } } })
    const early = await makeCelebration(t, { time: '05:00' })
    const tooLate = await makeCelebration(t, { time: '05:00' })
    await turnOnAt(t, early, new Date(at.getTime() - 24 * HOUR_MS))
    await turnOnAt(t, tooLate, new Date(at.getTime() - 6 * HOUR_MS))
    await celebrateAt(t, new Date(at.getTime() - 6 * HOUR_MS))
    expect(await recordsOf(t, early)).toMatchObject([{ name: 'Early', state: 'sent', waits: true }])
    expect(await recordsOf(t, tooLate)).toEqual([])
  })

  test('a time that passed while nothing ran is made up for within six hours, and recorded as missed after that', async () => {
    const at = noonIn(50)
    await addPerson(t, 'Slow', { birthday: monthDayOf(at), timezone: 'UTC' })
    const [late, missed] = [await makeCelebration(t), await makeCelebration(t)]
    for (const id of [late, missed]) await turnOnAt(t, id, new Date(at.getTime() - 24 * HOUR_MS))
    await sql`update celebration set look_at = null where id = ${missed}`.execute(db())
    await celebrateAt(t, new Date(at.getTime() + 2 * HOUR_MS))
    expect(await recordsOf(t, late)).toMatchObject([{ name: 'Slow', state: 'sent' }])
    await sql`update celebration set look_at = on_since where id = ${missed}`.execute(db())
    await celebrateAt(t, new Date(at.getTime() + 24 * HOUR_MS))
    expect(await recordsOf(t, missed)).toMatchObject([{ name: 'Slow', state: 'missed' }])
  })

  test('who has no date is counted among those who can be texted', async () => {
    const reach = async (id: string) => (await t.as(t.acme.ann).call(celebrationReach, { query: { id } })).body
    const everyone = await makeCelebration(t)
    const before = await reach(everyone)
    const dateless = await addPerson(t, 'Dateless', {})
    const dated = await addPerson(t, 'Dated', { birthday: '05-05' })
    await addPerson(t, 'Phoneless', { phone: null })
    const after = await reach(everyone)
    expect(after).toMatchObject({ hasDates: true, withoutDate: before.withoutDate + 1, hasMore: false })
    const groupId = await makeGroup(t.process.kernel, t.acme.id, 'Counted', [dateless, dated])
    const audience = { everyone: false, groupIds: [groupId], excludeGroupIds: [] }
    expect(await reach(await makeCelebration(t, { audience }))).toMatchObject({ hasDates: true, withoutDate: 1 })
  })
})
