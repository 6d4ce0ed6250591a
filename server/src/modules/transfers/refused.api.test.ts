import { archiveContact } from '@crewline/contract/contacts'
import { placeHold } from '@crewline/contract/legal-holds'
import { TRANSFERS_PER_DAY } from '@crewline/contract/transfer-limits'
import { eraseContact } from '@crewline/contract/privacy'
import { previewTransfer, transferTargets } from '@crewline/contract/transfers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import {
  joinToo,
  known,
  liveWith,
  makeFamily,
  optOut,
  read,
  someone,
  system,
  transfer,
  twinOf,
  type TestFamily,
} from '../../../test/kit/transfers.ts'

let t: TestApp
let family: TestFamily
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  family = await makeFamily(t)
})
afterAll(() => t.close())
/** Someone, and a contact of the sibling with the same number. */
const pair = async () => {
  const eva = await someone(t, family.kid)
  return [eva, await twinOf(t, family.sis, eva)] as const
}
beforeEach(() => sql`delete from rate_limit`.execute(system(t)))

const withFeature = async (orgId: string, sync: boolean) =>
  sql`update organization set features = features || ${JSON.stringify({ sync })}::jsonb where id = ${orgId}`.execute(
    system(t),
  )

describe('a transfer is refused', () => {
  test('to an organization outside the family, to itself, and to one that does not exist', async () => {
    const { kid, max } = family
    const eva = await someone(t, kid)
    for (const toId of [t.acme.id, kid.id, t.process.kernel.world.id()])
      expect((await transfer(t, max, { contactId: eva.id, toId })).http).toBe(404)
    expect((await read(t, kid.ann, eva.id)).archived).toBe(false)
  })

  test('of a contact of another organization, also one of the family', async () => {
    const { sis, max, mom } = family
    const [outside, hers] = [t.acme.bob, await someone(t, sis)]
    for (const { id } of [outside, hers])
      expect((await transfer(t, max, { contactId: id, toId: mom.id })).http).toBe(404)
  })

  test('to agents, viewers, and members who see only some groups', async () => {
    const { kid, sis } = family
    const eva = await someone(t, kid)
    for (const user of [kid.gus, kid.vic])
      expect((await transfer(t, user, { contactId: eva.id, toId: sis.id })).body.code).toBe('not_permitted')
    const lee = await makeUser(t.process.kernel, kid.id, { firstname: 'Lee', lastname: 'Part', role: 'manager' })
    await limitTo(t.process.kernel, lee, [await makeGroup(t.process.kernel, kid.id, 'Dock', [eva.id])])
    expect((await transfer(t, lee, { contactId: eva.id, toId: sis.id })).body.code).toBe('not_permitted')
    expect((await t.as(lee).call(transferTargets, {})).body.code).toBe('not_permitted')
  })

  test('while sync is off on either side, or the destination is past due', async () => {
    const { kid, sis, max } = family
    const eva = await someone(t, kid)
    const code = async () => (await transfer(t, max, { contactId: eva.id, toId: sis.id })).body.code
    await withFeature(kid.id, false)
    expect(await code()).toBe('sync_off')
    await withFeature(kid.id, true)
    await withFeature(sis.id, false)
    expect(await code()).toBe('cannot_receive')
    await withFeature(sis.id, true)
    await sql`update organization set status = 'past_due' where id = ${sis.id}`.execute(system(t))
    expect(await code()).toBe('cannot_receive')
    await sql`update organization set status = 'active' where id = ${sis.id}`.execute(system(t))
    expect(await code()).toBeUndefined()
  })

  test('while siblings do not know each other, because their parent has sync off', async () => {
    const { mom, kid, sis, max } = family
    const eva = await someone(t, kid)
    await withFeature(mom.id, false)
    expect((await transfer(t, max, { contactId: eva.id, toId: sis.id })).http).toBe(404)
    await withFeature(mom.id, true)
  })

  test('of someone on legal hold, whom another system keeps, who is archived or was erased', async () => {
    const { kid, sis, max } = family
    const [held, kept, archived, erased] = [
      await someone(t, kid),
      await someone(t, kid),
      await someone(t, kid),
      await someone(t, kid),
    ]
    const body = { name: 'Case 1', reason: 'Court', covers: 'contacts' as const, contactIds: [held.id] }
    expect((await t.as(kid.ann).call(placeHold, { body })).http).toBe(200)
    await sql`update contact set locked = '{"firstname": "Gusto"}' where id = ${kept.id}`.execute(
      t.process.kernel.database.ofOrg(kid.id),
    )
    await t.as(kid.ann).call(archiveContact, { query: { id: archived.id } })
    await t.as(kid.ann).call(eraseContact, { body: { contactId: erased.id, reason: 'Asked', confirm: true } })
    const answers = []
    for (const { id } of [held, kept, archived, erased]) {
      const { body: answer } = await transfer(t, max, { contactId: id, toId: sis.id })
      const preview = await t.as(max).call(previewTransfer, { query: { contactId: id, toId: sis.id } })
      expect(preview.body.code).toBe(answer.code)
      answers.push(answer)
    }
    expect(answers.map(({ code }) => code)).toEqual(['on_legal_hold', 'managed_elsewhere', 'invalid', 'not_found'])
    expect(answers[1]).toMatchObject({ message: expect.stringContaining('Gusto') as string })
    expect(await liveWith(t, sis, held.phone)).toEqual([])
  })

  test('of a number that a contact there has, with the name of that contact, until the two are joined', async () => {
    const { kid, sis, max } = family
    const [eva, twin] = await pair()
    await optOut(t, kid.ann, eva.id)
    const query = { contactId: eva.id, toId: sis.id }
    expect((await t.as(max).call(previewTransfer, { query })).body).toMatchObject({ existing: 'Evelyn Worker' })
    const refused = await transfer(t, max, query)
    expect(refused).toMatchObject({ http: 409, body: { code: 'phone_taken' } })
    expect(JSON.stringify(refused.body)).toContain('Evelyn Worker')
    expect((await read(t, kid.ann, eva.id)).archived).toBe(false)
    expect((await transfer(t, max, { ...query, joinExisting: true })).http).toBe(200)
    expect(await liveWith(t, sis, eva.phone)).toMatchObject([{ id: twin.id, source: 'manual' }])
    expect(await read(t, sis.ann, twin.id)).toMatchObject({ firstname: 'Evelyn', reach: 'opted_out' })
    expect((await known(t, sis.ann, twin.id)).arrivals).toMatchObject([{ how: 'joined', from: kid.name }])
  })

  test('above the limit of a day', async () => {
    const { kid, sis, max } = await makeFamily(t)
    const eva = await someone(t, kid)
    await transfer(t, max, { contactId: eva.id, toId: sis.id })
    await sql`update rate_limit set points = ${TRANSFERS_PER_DAY} where key like 'transfers%'`.execute(system(t))
    const next = await someone(t, kid)
    expect((await transfer(t, max, { contactId: next.id, toId: sis.id })).http).toBe(429)
  })
})

describe('being a member of the destination', () => {
  test('counts only with the role, the log-in and the second step that it asks for', async () => {
    const { kid, sis } = family
    const direct = async (user: typeof kid.ann) =>
      (await t.as(user).call(transferTargets, {})).body.targets.find(({ id }) => id === sis.id)?.isDirect
    expect(await direct(kid.ann)).toBe(false)
    await joinToo(t, kid.ann, sis.id, 'agent')
    expect(await direct(kid.ann)).toBe(false)
    await sql`update member set role = 'manager' where org_id = ${sis.id} and user_id = ${kid.ann.id}`.execute(
      system(t),
    )
    expect(await direct(kid.ann)).toBe(true)
    const security = (by: string | null) =>
      sql`
        update organization set settings = jsonb_set(settings, '{security}', ${JSON.stringify({ secondStepBy: by })}::jsonb)
        where id = ${sis.id}`.execute(system(t))
    await security('2020-01-01')
    expect(await direct(kid.ann)).toBe(false)
    await security(null)
    expect(await direct(kid.ann)).toBe(true)
    await sql`update member set status = 'deactivated' where org_id = ${sis.id} and user_id = ${kid.ann.id}`.execute(
      system(t),
    )
    expect(await direct(kid.ann)).toBe(false)
  })
})

test('two transfers of one person at once make one contact there, and a repeated request returns the same transfer', async () => {
  const { kid, sis, max } = family
  const eva = await someone(t, kid)
  const body = { contactId: eva.id, toId: sis.id }
  const answers = await Promise.all([1, 2, 3, 4].map(() => transfer(t, max, body)))
  expect(answers.map(({ http }) => http)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map(({ body: { transfer: made } }) => made.id)).size).toBe(1)
  expect(await liveWith(t, sis, eva.phone)).toHaveLength(1)
  const arrivals = await sql`select from contact_arrival where id = ${answers[0]!.body.transfer.id}`.execute(system(t))
  expect(arrivals.rows).toHaveLength(1)
})

test('two people who change places at once, both go', async () => {
  const { kid, sis, max } = family
  const inSis = await makeUser(t.process.kernel, sis.id, { firstname: 'Min', lastname: 'Both', role: 'manager' })
  await joinToo(t, inSis, kid.id, 'manager')
  const pairs = []
  for (let n = 0; n < 4; n += 1) pairs.push([await someone(t, kid), await someone(t, sis)] as const)
  const answers = await Promise.all(
    pairs.flatMap(([mine, hers]) => [
      transfer(t, max, { contactId: mine.id, toId: sis.id }),
      transfer(t, inSis, { contactId: hers.id, toId: kid.id }),
    ]),
  )
  expect(answers.map(({ http }) => http)).toEqual(answers.map(() => 200))
})

test('a failure in the destination leaves nothing behind in either organization', async () => {
  const { kid, sis, max } = family
  const [eva, twin] = await pair()
  expect((await transfer(t, max, { contactId: eva.id, toId: sis.id })).http).toBe(409)
  expect((await known(t, kid.ann, eva.id)).transfers).toEqual([])
  expect((await known(t, sis.ann, twin.id)).arrivals).toEqual([])
})
