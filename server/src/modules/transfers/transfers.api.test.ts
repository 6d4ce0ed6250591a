import { consentHistory } from '@crewline/contract/consent'
import { createContact } from '@crewline/contract/contacts'
import { createCustomField } from '@crewline/contract/fields'
import { placeHold } from '@crewline/contract/legal-holds'
import { sendMessage } from '@crewline/contract/messages'
import { contactActivity } from '@crewline/contract/privacy'
import {
  arrivedTexts,
  contactTransfers,
  previewTransfer,
  transferContact,
  transferTargets,
} from '@crewline/contract/transfers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeGroup } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import {
  attest,
  audited,
  known,
  liveWith,
  makeFamily,
  optOut,
  read,
  receiveText,
  someone,
  system,
  transfer,
  twinOf,
  type TestFamily,
} from '../../../test/kit/transfers.ts'

import { deleteOldTexts } from './old-texts.ts'

let t: TestApp
let family: TestFamily
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  family = await makeFamily(t)
})
afterAll(() => t.close())
beforeEach(() => sql`delete from rate_limit`.execute(system(t)))

describe('a transfer by a member of both organizations', () => {
  test('moves the person at once: a contact there, an archived one here, and each says where the other is', async () => {
    const { kid, sis, max } = family
    const eva = await someone(t, kid)
    const body = { contactId: eva.id, toId: sis.id, withMessages: true }
    const answer = await t.as(max).call(transferContact, { body })
    expect(answer).toMatchObject({
      http: 200,
      body: { transfer: { state: 'done', to: { id: sis.id, name: sis.name }, by: 'Max Both' } },
    })
    const [there, ...others] = await liveWith(t, sis, eva.phone)
    expect([there?.source, others]).toEqual(['transfer', []])
    expect(await read(t, sis.ann, there!.id)).toMatchObject({ firstname: 'Eva', lastname: 'Worker', archived: false })
    expect(await read(t, kid.ann, eva.id)).toMatchObject({ archived: true, phone: eva.phone })
    const shown = await t.as(kid.vic).call(contactTransfers, { query: { contactId: eva.id } })
    expect(shown.body).toMatchObject({ transfers: [answer.body.transfer], arrivals: [] })
    expect((await known(t, sis.ann, there!.id)).arrivals).toMatchObject([
      { from: kid.name, how: 'added', by: 'Max Both', texts: 0 },
    ])
  })

  test('is in both audit logs and in the history of both contacts', async () => {
    const { kid, sis, max } = family
    const eva = await someone(t, kid)
    await transfer(t, max, { contactId: eva.id, toId: sis.id })
    const [there] = await liveWith(t, sis, eva.phone)
    const mine = (entries: { target: string | null }[], id: string) => entries.filter(({ target }) => target === id)
    expect(mine(await audited(t, kid, 'contact.transferred-out'), eva.id)).toMatchObject([{ organization: sis.name }])
    expect(mine(await audited(t, sis, 'contact.transferred-in'), there!.id)).toMatchObject([{ organization: kid.name }])
    const kinds = async (user: typeof max, id: string) =>
      (await t.as(user).call(contactActivity, { query: { id } })).body.events.map(({ kind, detail, by }) => [
        kind,
        detail,
        by,
      ])
    expect(await kinds(kid.ann, eva.id)).toContainEqual(['transferred_out', sis.name, 'Max Both'])
    expect(await kinds(sis.ann, there!.id)).toContainEqual(['transferred_in', kid.name, 'Max Both'])
  })

  test('takes fields along that the destination has, and leaves out what does not fit', async () => {
    const { kid, sis, max } = family
    const add = (user: typeof max, name: string) => t.as(user).call(createCustomField, { body: { name, type: 'text' } })
    const [badge, own] = [
      (await add(kid.ann, 'Badge')).body.customField,
      (await add(kid.ann, 'Locker')).body.customField,
    ]
    await add(sis.ann, 'Badge')
    const { body } = await t.as(kid.ann).call(createContact, {
      body: {
        firstname: 'Fay',
        lastname: 'Ng',
        phone: '+14155562001',
        email: 'fay@test.example',
        employeeId: 'E-1',
        language: 'vi',
        jobTitle: 'Welder',
        customFields: { [badge.key]: 'B7', [own.key]: 'L3' },
      },
    })
    await t.as(sis.ann).call(createContact, { body: { firstname: 'Gil', employeeId: 'E-1' } })
    const query = { contactId: body.contact.id, toId: sis.id }
    const shown = (await t.as(max).call(previewTransfer, { query })).body
    expect(shown).toMatchObject({ isDirect: true, existing: null, stays: ['Employee ID', 'Locker'] })
    expect(shown.goes).toEqual(expect.arrayContaining(['First name', 'Email', 'Job title', 'Badge']))
    expect((await transfer(t, max, query)).http).toBe(200)
    const [there] = await liveWith(t, sis, '+14155562001')
    expect(await read(t, sis.ann, there!.id)).toMatchObject({
      firstname: 'Fay',
      email: 'fay@test.example',
      employeeId: '',
      language: 'vi',
      jobTitle: 'Welder',
      customFields: { [badge.key]: 'B7' },
    })
  })

  test('takes the texts along as a copy to read, without notes and waiting texts, which are canceled', async () => {
    const { kid, sis, max } = family
    const eva = await someone(t, kid)
    await receiveText(t, kid, eva, 'Where do I park?')
    const send = (body: string, scheduledAt?: string) =>
      t
        .as(kid.ann)
        .call(sendMessage, { body: { contactId: eva.id, body, undoSeconds: 0, ...(scheduledAt && { scheduledAt }) } })
    expect((await send('Lot B.')).http).toBe(200)
    expect((await send('See you Monday', new Date(Date.now() + 86_400_000).toISOString())).http).toBe(200)
    // The sender does not run here: the text counts as handed over.
    await sql`update message set state = 'delivered' where contact_id = ${eva.id} and body = 'Lot B.'`.execute(
      t.process.kernel.database.ofOrg(kid.id),
    )
    const before = await t.as(max).call(previewTransfer, { query: { contactId: eva.id, toId: sis.id } })
    expect(before.body).toMatchObject({ texts: 2, waiting: 1 })
    await transfer(t, max, { contactId: eva.id, toId: sis.id })
    expect((await textsOf(eva.id)).find(({ body }) => body === 'See you Monday')).toMatchObject({ state: 'cancelled' })
    const [there] = await liveWith(t, sis, eva.phone)
    const [arrival] = (await known(t, sis.ann, there!.id)).arrivals
    const { from, texts } = (await t.as(sis.ann).call(arrivedTexts, { params: { id: arrival!.id }, query: {} })).body
    expect(from).toBe(kid.name)
    expect(texts.toReversed().map(({ direction, body, sender }) => [direction, body, sender])).toEqual([
      ['in', 'Where do I park?', ''],
      ['out', 'Lot B.', `Ann ${kid.name}`],
    ])
    expect(await textsOf(there!.id)).toEqual([])
  })

  test('leaves the texts where they are when they are not asked for, and groups always', async () => {
    const { kid, sis, max } = family
    const eva = await someone(t, kid)
    await makeGroup(t.process.kernel, kid.id, 'Night shift', [eva.id])
    await receiveText(t, kid, eva, 'Hello')
    await transfer(t, max, { contactId: eva.id, toId: sis.id, withMessages: false })
    const [there] = await liveWith(t, sis, eva.phone)
    expect(await read(t, sis.ann, there!.id)).toMatchObject({ groups: [] })
    expect((await known(t, sis.ann, there!.id)).arrivals).toMatchObject([{ texts: 0 }])
    expect(await textsOf(eva.id)).toHaveLength(1)
  })

  test('goes to the parent, a child or a sibling, and says where no one else has to accept', async () => {
    const { mom, kid, sis, max } = family
    const targets = async (user: typeof max) => (await t.as(user).call(transferTargets, {})).body.targets
    expect(await targets(max)).toEqual([
      { id: mom.id, name: mom.name, relation: 'parent', isDirect: false, canReceive: true },
      { id: sis.id, name: sis.name, relation: 'sibling', isDirect: true, canReceive: true },
    ])
    expect((await targets(mom.ann)).map(({ id, relation }) => [id, relation])).toEqual([
      [kid.id, 'child'],
      [sis.id, 'child'],
    ])
  })
})

test('what came along is deleted with other messages after their period, but not on legal hold', async () => {
  const { kid, sis, max } = await makeFamily(t)
  const [eva, held] = [await someone(t, kid), await someone(t, kid)]
  const arrived = []
  for (const person of [eva, held]) {
    await receiveText(t, kid, person, 'Hello')
    await transfer(t, max, { contactId: person.id, toId: sis.id })
    const [there] = await liveWith(t, sis, person.phone)
    arrived.push(there!.id)
  }
  const inSis = t.process.kernel.database.ofOrg(sis.id)
  await sql`
    with gone as (delete from contact_arrival_text returning *)
    insert into contact_arrival_text select org_id, arrival_id, nth + 1000, at - interval '13 months', direction, sender, state, body,
      translation, files from gone`.execute(inSis)
  await sql`
    insert into retention_setting (org_id, class, months, applies_at, changed_by, changed_at)
    values (${sis.id}, 'messages', 12, now() - interval '1 day', ${sis.ann.id}, now())`.execute(inSis)
  const body = { name: 'Case', reason: 'Court', covers: 'contacts' as const, contactIds: [arrived[1]!] }
  expect((await t.as(sis.ann).call(placeHold, { body })).http).toBe(200)
  expect(await deleteOldTexts(t.process.kernel)).toBe(1)
  const left = []
  for (const id of arrived) left.push((await known(t, sis.ann, id)).arrivals[0]?.texts)
  expect(left).toEqual([0, 1])
})

describe('consent', () => {
  const history = async (user: TestFamily['max'], contactId: string) =>
    (await t.as(user).call(consentHistory, { query: { contactId } })).body

  test('comes along with its wording and the history from before', async () => {
    const { kid, sis, max } = family
    const eva = await someone(t, kid)
    await attest(t, kid.ann, eva.id)
    await transfer(t, max, { contactId: eva.id, toId: sis.id })
    const [there] = await liveWith(t, sis, eva.phone)
    const after = await history(sis.ann, there!.id)
    expect(after).toMatchObject({ optedOut: false, isSound: true, events: [{ action: 'attest', method: 'transfer' }] })
    expect(after.events[0]?.wording).toContain('Signed form 12')
    expect(after.events[0]?.wording).toContain(kid.name)
    const original = (await history(kid.ann, eva.id)).events[0]
    expect((await known(t, sis.ann, there!.id)).arrivals[0]?.consent).toMatchObject([
      { action: 'attest', method: 'paper', wording: 'Signed form 12', at: original?.at, hash: original?.hash },
    ])
  })

  test('of someone who opted out stays an opt-out', async () => {
    const { kid, sis, max } = family
    const eva = await someone(t, kid)
    await attest(t, kid.ann, eva.id)
    await optOut(t, kid.ann, eva.id)
    expect((await transfer(t, max, { contactId: eva.id, toId: sis.id })).http).toBe(200)
    const [there] = await liveWith(t, sis, eva.phone)
    expect(await read(t, sis.ann, there!.id)).toMatchObject({ reach: 'opted_out' })
    expect(await history(sis.ann, there!.id)).toMatchObject({ optedOut: true, isSound: true })
  })

  test('does not end an opt-out of the destination, also when the person is joined', async () => {
    const { kid, sis, max } = family
    const eva = await someone(t, kid)
    const gone = await twinOf(t, sis, eva)
    await optOut(t, sis.ann, gone.id)
    await attest(t, kid.ann, eva.id)
    const body = { contactId: eva.id, toId: sis.id, joinExisting: true }
    expect((await transfer(t, max, body)).http).toBe(200)
    expect(await read(t, sis.ann, gone.id)).toMatchObject({ reach: 'opted_out' })
  })
})

const textsOf = async (contactId: string) =>
  (
    await sql<{ body: string; state: string }>`
      select body, state from message where contact_id = ${contactId} and direction <> 'internal' order by id`.execute(
      system(t),
    )
  ).rows
