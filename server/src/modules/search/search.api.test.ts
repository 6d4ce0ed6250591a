import { searchMessages } from '@crewline/contract/search'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { gatherMissing, gatherNew } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests write messages')

/** Writes a message at a chosen moment, like an import. */
async function wrote(
  contact: TestContact,
  body: string,
  more: {
    at?: string
    direction?: string
    kind?: string
    translation?: object
    voicemail?: object
    media?: object[]
    orgId?: string
    by?: string
  } = {},
): Promise<string> {
  const at = new Date(more.at ?? '2026-11-20T12:00:00Z')
  const hex = at.getTime().toString(16).padStart(12, '0')
  const id = `${hex.slice(0, 8)}-${hex.slice(8)}-7${t.process.kernel.world.id().slice(15)}`
  await sql`insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, phone_from, phone_to, sender_id, state, at, translation, voicemail, media)
    values (${more.orgId ?? t.acme.id}, ${id}, ${contact.id}, ${more.direction ?? 'in'}, ${more.kind ?? 'text'}, ${body}, 'GSM-7', 1, '', '', ${more.by ?? null}, 'received', ${at},
      ${more.translation ? JSON.stringify(more.translation) : null}::jsonb, ${more.voicemail ? JSON.stringify(more.voicemail) : null}::jsonb,
      ${more.media ? JSON.stringify(more.media) : null}::jsonb)`.execute(system())
  return id
}

const runSearch = async (phrase: string, more: object = {}, user = t.acme.ann) => {
  const answer = await t.as(user).call(searchMessages, { query: { phrase, ...more } })
  expect(answer.http).toBe(200)
  return answer.body
}
const bodies = async (phrase: string, more: object = {}, user = t.acme.ann) =>
  (await runSearch(phrase, more, user)).results.map((result) => result.message.body)

describe('search results', () => {
  test('include messages shortly after they are received, sent or changed, also by translation and transcript', async () => {
    const { bob } = t.acme
    await t.carrier.texts(bob.phone, 'The forklift is broken', t.acme.line.phone)
    await t.until(
      async () => (await sql`select from message where contact_id = ${bob.id}`.execute(system())).rows.length === 1,
    )
    await t.as(t.acme.ann).call(sendMessage, { body: { contactId: bob.id, body: 'Which FORKLIFT?' } })
    await t.until(async () => {
      while (await gatherNew(t.process.kernel));
      return (await bodies('forklift')).length === 2
    })
    const hit = (await runSearch('forklift')).results[0]
    expect(hit).toMatchObject({
      message: { body: 'Which FORKLIFT?' },
      contact: { id: bob.id, firstname: 'Bob' },
      highlights: [[6, 14]],
    })
    await wrote(bob, 'No puedo ir', { translation: { text: 'I cannot come', from: 'es', to: 'en', provider: 'x' } })
    await wrote(bob, '', {
      kind: 'voicemail',
      voicemail: {
        id: bob.id,
        transcript: 'calling about the warehouse',
        durationSec: 3,
        peaks: [],
        heard: false,
        file: null,
      },
    })
    await wrote(bob, 'He sounds upset, warehouse manager', { kind: 'note', direction: 'internal' })
    expect(await gatherMissing(t.process.kernel)).toBe(3)
    expect(await gatherMissing(t.process.kernel)).toBe(0)
    expect(await bodies('cannot come')).toEqual(['No puedo ir'])
    expect(await bodies('warehouse')).toHaveLength(2)
    expect(await bodies('warehouse', { direction: 'internal' })).toEqual(['He sounds upset, warehouse manager'])
  })

  test('match any script, parts of sentences without spaces, and the beginning of the last word', async () => {
    const { cat } = t.acme
    for (const body of [
      '我的工资什么时候发？',
      'Trần Thị Đặng đang ở đâu',
      'أين المستودع؟',
      'เมื่อไหร่จะได้เงินเดือนครับ',
      'Где склад?',
    ])
      await wrote(cat, body)
    await gatherMissing(t.process.kernel)
    for (const [phrase, body] of [
      ['工资', '我的工资什么时候发？'],
      ['资什么时', '我的工资什么时候发？'],
      ['tran dang', 'Trần Thị Đặng đang ở đâu'],
      ['المستودع', 'أين المستودع؟'],
      ['เงินเดือน', 'เมื่อไหร่จะได้เงินเดือนครับ'],
      ['скла', 'Где склад?'],
    ] as const)
      expect({ phrase, bodies: await bodies(phrase) }).toEqual({ phrase, bodies: [body] })
    expect(await bodies('工什')).toEqual([])
  })

  test('match every word and the filters for contact, days, direction, sender and files', async () => {
    const dan = await makeContact(t.process.kernel, t.acme.id, 'Dan', '+14155550801')
    const eve = await makeContact(t.process.kernel, t.acme.id, 'Eve', '+14155550802')
    // 23:30 on March 4 in Chicago.
    await wrote(dan, 'gizmo late', { at: '2026-03-05T05:30:00Z' })
    await wrote(dan, 'gizmo early', {
      at: '2026-03-05T14:00:00Z',
      media: [
        {
          id: dan.id,
          kind: 'image',
          name: 'a.jpg',
          mime: 'image/jpeg',
          bytes: 1,
          state: 'pending',
          width: 1,
          height: 1,
        },
      ],
    })
    await wrote(eve, 'gizmo out', { at: '2026-05-05T14:00:00Z', direction: 'out', by: t.acme.gus.id })
    await gatherMissing(t.process.kernel)
    expect(await bodies('gizmo')).toEqual(['gizmo out', 'gizmo early', 'gizmo late'])
    expect(await bodies('gizmo late')).toEqual(['gizmo late'])
    expect(await bodies('gizmo', { contactId: dan.id })).toEqual(['gizmo early', 'gizmo late'])
    expect(await bodies('gizmo', { startDate: '2026-03-05', endDate: '2026-03-05' })).toEqual(['gizmo early'])
    expect(await bodies('gizmo', { endDate: '2026-03-04' })).toEqual(['gizmo late'])
    expect(await bodies('gizmo', { startDate: '2026-03-06' })).toEqual(['gizmo out'])
    expect(await bodies('gizmo', { startDate: '2026-03-06', endDate: '2026-03-01' })).toEqual([])
    expect(await bodies('gizmo', { direction: 'out' })).toEqual(['gizmo out'])
    expect(await bodies('gizmo', { senderId: t.acme.gus.id })).toEqual(['gizmo out'])
    expect(await bodies('gizmo', { hasMedia: 'true' })).toEqual(['gizmo early'])
    expect(await bodies('gizmo', { hasMedia: 'false', contactId: dan.id })).toEqual(['gizmo late'])
  })

  test('no longer include a removed word', async () => {
    const id = await wrote(t.acme.dan, 'sprocket tomorrow')
    await gatherMissing(t.process.kernel)
    expect(await bodies('sprocket')).toHaveLength(1)
    await sql`update message set body = 'wheel tomorrow' where id = ${id}`.execute(system())
    await sql`insert into event_log (org_id, name, payload, at) values (${t.acme.id}, 'message.changed', ${JSON.stringify({ ids: [id] })}::jsonb, now())`.execute(
      system(),
    )
    await t.until(async () => {
      while (await gatherNew(t.process.kernel));
      return (await bodies('sprocket')).length === 0
    })
  })
})

describe('result pages', () => {
  test('continue where the last one ended, across months, and count hits up to 100', async () => {
    const contact = await makeContact(t.process.kernel, t.acme.id, 'Many', '+14155550803')
    for (let n = 0; n < 130; n++)
      await wrote(contact, `turnip ${n}`, { at: new Date(Date.UTC(2026, 0, 1 + n)).toISOString() })
    await gatherMissing(t.process.kernel)
    const seen: string[] = []
    let cursor: string | undefined
    const totals: number[] = []
    for (let page = 0; page < 4; page++) {
      const answer = await runSearch('turnip', cursor ? { cursor } : {})
      seen.push(...answer.results.map((hit) => hit.message.body))
      totals.push(answer.total)
      cursor = answer.nextCursor
      if (!cursor) break
    }
    expect(seen).toEqual(Array.from({ length: 130 }, (_, n) => `turnip ${129 - n}`))
    expect(totals).toEqual([100, 100, 100])
    expect((await runSearch('turnip 12')).total).toBe(11)
  })
})

describe('search permissions', () => {
  test('exclude messages of another organization or of groups out of sight', async () => {
    const { kernel } = t.process
    const mine = await makeContact(kernel, t.acme.id, 'Mine', '+14155550804')
    const otherContact = await makeContact(kernel, t.acme.id, 'Other', '+14155550805')
    for (let n = 0; n < 120; n++) await wrote(otherContact, `secret plan ${n}`)
    await wrote(mine, 'secret picnic', { at: '2026-01-05T12:00:00Z' })
    await wrote(t.beta.bob, 'secret elsewhere', { orgId: t.beta.id })
    await gatherMissing(kernel)
    const sam = await makeUser(kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'agent' })
    await limitTo(kernel, sam, [await makeGroup(kernel, t.acme.id, 'Mine', [mine.id])])
    expect(await runSearch('secret', {}, sam)).toMatchObject({
      total: 1,
      results: [{ message: { body: 'secret picnic' } }],
    })
    for (const more of [{ contactId: otherContact.id }, { contactId: t.beta.bob.id }, { senderId: t.acme.ann.id }])
      expect(await runSearch('secret', more, sam)).toEqual({ status: 'OK', results: [], total: 0 })
    expect((await runSearch('secret', {}, t.beta.ann)).results.map((hit) => hit.message.body)).toEqual([
      'secret elsewhere',
    ])
    expect((await runSearch('secret')).total).toBe(100)
    expect(JSON.stringify(await runSearch('secret elsewhere'))).not.toContain('elsewhere')
  })
})

test('accepts hostile phrases without an error and requires two letters', async () => {
  for (const phrase of [
    "'; drop table message; --",
    ':*&|!()<->',
    '\\\\',
    '%%',
    '.'.repeat(100),
    'a&'.repeat(50),
    '<script>',
    "''",
  ])
    expect((await t.as(t.acme.ann).call(searchMessages, { query: { phrase } })).http).toBe(200)
  expect((await t.as(t.acme.ann).call(searchMessages, { query: { phrase: 'x' } })).http).toBe(400)
  expect((await t.as(t.acme.ann).call(searchMessages, { query: { phrase: 'no', cursor: 'abc' } })).http).toBe(400)
  expect((await runSearch('no')).results.length).toBeGreaterThan(0)
})
