import { createHoliday, deleteHoliday } from '@crewline/contract/holidays'
import { createKeyword, deleteKeyword, editKeyword, keywords } from '@crewline/contract/keywords'
import { AWAY_REPLY_GAP_MS, KEYWORD_ANSWERS_PER_HOUR, SAVED_REPLIES_MAX } from '@crewline/contract/limits'
import { createReply, deleteReply, editReply, savedReplies, useReply } from '@crewline/contract/replies'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeUser, makeContact, type TestUser, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeScope, type OrgSummary, type Scope } from '../../kernel/scope.ts'
import { settingsOf } from '../organizations/index.ts'
import { answersFor, listeningFor } from './index.ts'

let t: TestApp
/** A manager, who may manage replies; agents may not. */
let max: TestUser
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  max = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Max', lastname: 'Acme', role: 'manager' })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests change what is stored')

describe('saved replies', () => {
  test('keeps a reply of an agent private to that agent', async () => {
    const gus = t.as(t.acme.gus)
    const made = await gus.call(createReply, {
      body: { name: 'Late', shortcut: 'late', body: 'Thanks, {first_name}.' },
    })
    expect(made.body.reply).toMatchObject({ name: 'Late', shortcut: 'late', shared: false, mine: true, uses: 0 })
    const { id } = made.body.reply
    expect((await t.as(max).call(savedReplies)).body.replies).toEqual([])
    for (const refused of [
      await t.as(max).call(editReply, { query: { id }, body: { name: 'Mine now' } }),
      await t.as(max).call(deleteReply, { query: { id } }),
      await t.as(max).call(useReply, { query: { id } }),
      await t.as(t.beta.ann).call(useReply, { query: { id } }),
    ])
      expect(refused).toMatchObject({ http: 404, body: { code: 'not_found' } })
    const edited = await gus.call(editReply, { query: { id }, body: { body: 'OK.' } })
    expect(edited.body.reply).toMatchObject({ name: 'Late', shortcut: 'late', body: 'OK.' })
    expect((await gus.call(deleteReply, { query: { id } })).http).toBe(200)
    expect((await gus.call(savedReplies)).body.replies).toEqual([])
  })

  test('requires permission to share replies and to change or delete shared ones', async () => {
    const gus = t.as(t.acme.gus)
    const refused = await gus.call(createReply, { body: { name: 'Map', body: 'Dock 4.', shared: true } })
    expect(refused).toMatchObject({ http: 422, body: { code: 'not_permitted' } })
    const made = await t
      .as(max)
      .call(createReply, { body: { name: 'Map', shortcut: 'map', body: 'Dock 4.', shared: true } })
    const { id } = made.body.reply
    expect((await gus.call(savedReplies)).body.replies).toMatchObject([{ id, mine: false, shared: true }])
    for (const answer of [
      await gus.call(editReply, { query: { id }, body: { body: 'Dock 5.' } }),
      await gus.call(deleteReply, { query: { id } }),
      await t.as(t.acme.ann).call(editReply, { query: { id }, body: { shared: false } }),
    ])
      expect(answer.body.code).toBe('not_permitted')
    expect((await t.as(t.acme.ann).call(editReply, { query: { id }, body: { body: 'Dock 6.' } })).body.reply.body).toBe(
      'Dock 6.',
    )
    expect((await t.as(max).call(editReply, { query: { id }, body: { shared: false } })).body.reply.shared).toBe(false)
    expect((await gus.call(savedReplies)).body.replies).toEqual([])
    await t.as(max).call(deleteReply, { query: { id } })
  })

  test('allows a shortcut once per member and once for the team, ignoring case', async () => {
    const gus = t.as(t.acme.gus)
    const reply = (shortcut: string, shared = false) => ({ body: { name: 'One', shortcut, body: 'Hi', shared } })
    expect((await gus.call(createReply, reply('Dock'))).http).toBe(200)
    const twice = await gus.call(createReply, reply('dock'))
    expect(twice).toMatchObject({
      http: 409,
      body: { code: 'name_taken', fieldErrors: { shortcut: expect.any(String) as string } },
    })
    expect((await t.as(max).call(createReply, reply('dock', true))).http).toBe(200)
    expect((await t.as(t.acme.ann).call(createReply, reply('DOCK', true))).http).toBe(409)
    const gusReply = await gus.call(createReply, reply('pier'))
    expect(
      (await gus.call(editReply, { query: { id: gusReply.body.reply.id }, body: { shortcut: 'dock' } })).http,
    ).toBe(409)
    for (const _ of [1, 2]) expect((await gus.call(createReply, reply(''))).http).toBe(200)
  })

  test('sorts replies by use and limits how many are stored', async () => {
    const user = await makeUser(t.process.kernel, t.beta.id, { firstname: 'Kay', lastname: 'Beta', role: 'agent' })
    const kay = t.as(user)
    const first = await kay.call(createReply, { body: { name: 'A', body: 'a' } })
    const second = await kay.call(createReply, { body: { name: 'B', body: 'b' } })
    await kay.call(useReply, { query: { id: second.body.reply.id } })
    expect((await kay.call(savedReplies)).body.replies.map((savedReply) => [savedReply.name, savedReply.uses])).toEqual(
      [
        ['B', 1],
        ['A', 0],
      ],
    )
    await sql`insert into saved_reply (org_id, id, user_id, name, shortcut, body, shared, created_at, updated_at)
      select org_id, gen_random_uuid(), user_id, name, '', body, shared, created_at, updated_at from saved_reply, generate_series(3, ${SAVED_REPLIES_MAX})
      where id = ${first.body.reply.id}`.execute(system())
    expect((await kay.call(createReply, { body: { name: 'C', body: 'c' } })).body.code).toBe('too_many')
  })
})

describe('keyword settings', () => {
  test('lets managers change keywords and agents read them', async () => {
    const ann = t.as(t.acme.ann)
    const made = await ann.call(createKeyword, { body: { word: 'Parking', reply: 'Lot B.' } })
    const { id } = made.body.keyword
    expect(made.body.keyword).toMatchObject({ word: 'Parking', match: 'only', active: true, uses: 0 })
    expect((await t.as(t.acme.gus).call(keywords)).body.keywords).toHaveLength(1)
    expect((await t.as(t.acme.gus).call(createKeyword, { body: { word: 'X1', reply: 'x' } })).body.code).toBe(
      'not_permitted',
    )
    expect((await ann.call(createKeyword, { body: { word: 'PÁRKING!', reply: 'x' } })).body.code).toBe('name_taken')
    const edited = await ann.call(editKeyword, { query: { id }, body: { match: 'contains', active: false } })
    expect(edited.body.keyword).toMatchObject({ word: 'Parking', match: 'contains', active: false, reply: 'Lot B.' })
    expect((await t.as(t.beta.ann).call(editKeyword, { query: { id }, body: { active: true } })).http).toBe(404)
    expect((await t.as(t.beta.ann).call(deleteKeyword, { query: { id } })).http).toBe(404)
    expect((await ann.call(deleteKeyword, { query: { id } })).http).toBe(200)
    expect((await ann.call(keywords)).body.keywords).toEqual([])
  })

  test('rejects consent words in any language, also when renaming, and words without letters', async () => {
    const ann = t.as(t.acme.ann)
    for (const word of [
      'stop',
      'STOP!',
      'unsubscribe',
      'alto',
      'arrêt',
      '退订',
      'start',
      'help',
      'ayuda',
      'info',
      'stop texting me',
    ]) {
      const refused = await ann.call(createKeyword, { body: { word, reply: 'x' } })
      expect({ word, code: refused.body.code }).toEqual({ word, code: 'word_reserved' })
    }
    const created = await ann.call(createKeyword, { body: { word: 'yes', reply: 'Great.' } })
    expect(created.http).toBe(200)
    const { id } = created.body.keyword
    expect((await ann.call(editKeyword, { query: { id }, body: { word: 'cancel' } })).body.code).toBe('word_reserved')
    expect((await ann.call(createKeyword, { body: { word: '!!!', reply: 'x' } })).body.fieldErrors).toHaveProperty(
      'word',
    )
    await ann.call(deleteKeyword, { query: { id } })
  })
})

describe('automatic answers', () => {
  let nth = 0
  let moment: Date
  const makeSender = () => makeContact(t.process.kernel, t.acme.id, 'Wes', `+1415555071${nth++}`)
  beforeEach(async () => {
    moment = new Date('2026-11-23T18:00:00Z')
    await settle({})
    await sql`delete from keyword where org_id = ${t.acme.id}`.execute(t.process.kernel.database.ofOrg(t.acme.id))
  })

  const settle = (settings: object) =>
    sql`update organization set settings = ${JSON.stringify(settings)}::jsonb where id = ${t.acme.id}`.execute(system())

  /** A scope of the organization at a chosen time. */
  function scope(): Scope {
    const org: OrgSummary = { id: t.acme.id, country: 'US', timezone: 'America/Chicago', status: 'active' }
    const kernel = { ...t.process.kernel, world: { ...t.process.kernel.world, now: () => moment } }
    return makeScope(kernel, org, { kind: 'system', reason: 'tests receive texts' }, 'test')
  }

  const answers = (...texts: [TestContact, string][]) =>
    scope().tx(async (tx) =>
      answersFor(
        tx,
        texts.map(([contact, body]) => ({ contactId: contact.id, phone: contact.phone, body, at: moment })),
        { keywords: await listeningFor(tx.db, tx.orgId), settings: await settingsOf(tx.db, tx.orgId) },
      ),
    )

  test('answers a keyword with the name of the contact and counts it', async () => {
    const contact = await makeSender()
    await t
      .as(t.acme.ann)
      .call(createKeyword, { body: { word: 'pay', match: 'contains', reply: 'Friday, {first_name}. {location}' } })
    expect(await answers([contact, 'When is pay?'], [contact, 'Hello'])).toEqual([
      { contactId: contact.id, body: 'Friday, Wes.', why: 'keyword' },
    ])
    expect((await t.as(t.acme.ann).call(keywords)).body.keywords[0]?.uses).toBe(1)
  })

  test('sends one away reply in 12 hours outside business hours, prefers a keyword, and sends none within hours', async () => {
    const contact = await makeSender()
    await settle({ awayReply: 'Back at 8.', businessHours: { mon: { from: '08:00', to: '17:00' } } })
    await t.as(t.acme.ann).call(createKeyword, { body: { word: 'map', reply: 'Dock 4.' } })
    expect(await answers([contact, 'Anybody there?'])).toEqual([])
    moment = new Date('2026-11-24T01:00:00Z')
    expect(await answers([contact, 'map'])).toMatchObject([{ why: 'keyword' }])
    expect(await answers([contact, 'Anybody there?'], [contact, 'Hello?'])).toEqual([
      { contactId: contact.id, body: 'Back at 8.', why: 'away' },
    ])
    moment = new Date(moment.getTime() + AWAY_REPLY_GAP_MS - 1)
    expect(await answers([contact, 'Hello?'])).toEqual([])
    moment = new Date(moment.getTime() + 1)
    expect(await answers([contact, 'Hello?'])).toMatchObject([{ why: 'away' }])
  })

  test('is closed all day on a holiday and uses the holiday reply if there is one', async () => {
    const businessHours = { mon: { from: '08:00', to: '17:00' } }
    const acme = t.as(t.acme.ann)
    const day = { name: 'Plant Day', from: '2026-11-23', to: '2026-11-23' }
    const { id } = (await acme.call(createHoliday, { body: day })).body.holidays[0]!
    const away = { awayReply: 'Back at 8.', businessHours }
    const awayRepliesWith = async (settings: object) => {
      await settle(settings)
      const contact = await makeSender()
      return (await answers([contact, 'Anybody there?'])).map(({ body }) => body)
    }
    expect(await awayRepliesWith(away)).toEqual(['Back at 8.'])
    const holidaySettings = { holidayReply: 'Closed, {first_name}: {holiday}. {holiday|A day off}' }
    expect(await awayRepliesWith({ ...away, ...holidaySettings })).toEqual(['Closed, Wes: Plant Day. Plant Day'])
    expect(await awayRepliesWith({ businessHours, ...holidaySettings })).toHaveLength(1)
    // Midnight in Chicago: the holiday and its reply end.
    moment = new Date('2026-11-24T05:59:59Z')
    expect(await awayRepliesWith({ businessHours, ...holidaySettings })).toHaveLength(1)
    moment = new Date('2026-11-24T06:00:00Z')
    expect(await awayRepliesWith({ businessHours, ...holidaySettings })).toEqual([])
    expect(await awayRepliesWith({ ...away, ...holidaySettings })).toEqual(['Back at 8.'])
    await acme.call(deleteHoliday, { query: { id } })
    moment = new Date('2026-11-23T18:00:00Z')
    expect(await awayRepliesWith({ ...away, ...holidaySettings })).toEqual([])
    // A holiday of another organization has no effect.
    await t.as(t.beta.ann).call(createHoliday, { body: day })
    expect(await awayRepliesWith({ ...away, ...holidaySettings })).toEqual([])
  })

  test('does not answer contacts who opted out or whose message may be an opt-out', async () => {
    const contact = await makeSender()
    await settle({ awayReply: 'Back at 8.' })
    for (const body of ['STOP', 'stop texting me', 'wrong number', 'help'])
      expect(await answers([contact, body])).toEqual([])
    await sql`insert into consent (org_id, phone, opted_out, changed_at) values (${t.acme.id}, ${contact.phone}, true, now())`.execute(
      system(),
    )
    expect(await answers([contact, 'Hello?'])).toEqual([])
  })

  test('stops answering an auto-responder after a while and resumes an hour later', async () => {
    const contact = await makeSender()
    await t.as(t.acme.ann).call(createKeyword, { body: { word: 'ping', match: 'contains', reply: 'ping' } })
    for (let n = 0; n < KEYWORD_ANSWERS_PER_HOUR; n++) expect(await answers([contact, 'ping'])).toHaveLength(1)
    expect(await answers([contact, 'ping'])).toEqual([])
    moment = new Date(moment.getTime() + 3_600_000)
    expect(await answers([contact, 'ping'])).toHaveLength(1)
  })

  test('does not answer a paused keyword', async () => {
    const contact = await makeSender()
    const made = await t.as(t.acme.ann).call(createKeyword, { body: { word: 'map', reply: 'Dock 4.' } })
    await t.as(t.acme.ann).call(editKeyword, { query: { id: made.body.keyword.id }, body: { active: false } })
    expect(await answers([contact, 'map'])).toEqual([])
  })
})
