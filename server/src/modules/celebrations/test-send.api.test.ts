import { editSettings, prove } from '@crewline/contract/accounts'
import { testCelebration } from '@crewline/contract/celebrations'
import { sendVerificationCode, verifyPhoneCode } from '@crewline/contract/second-step'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../../../test/kit/cast.ts'
import { makeCelebration, recordsOf } from '../../../test/kit/celebrations.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

const PHONE = '+14155554491'
let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const me = () => t.as(t.acme.ann)
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const texts = [{ en: 'First text, {first_name|friend}.' }, { en: '{years} years!', es: '¡{years} años!' }]

async function verifyMobile(): Promise<void> {
  await me().call(sendVerificationCode, { body: { phone: PHONE, source: 'settings' } })
  const { proof } = (await me().call(verifyPhoneCode, { body: { phone: PHONE, code: await t.codeTo(PHONE) } })).body
  await me().call(prove, { body: { password: PASSWORD } })
  expect((await me().call(editSettings, { body: { phone: PHONE, phoneProof: proof } })).http).toBe(200)
}

/** Returns the texts that reached the phone of the member, without codes. */
async function arrived(): Promise<string[]> {
  await t.drain()
  const sent = (await t.carrier.sent()).filter(({ to, body }) => to === PHONE && !/\d{6}/.test(body))
  return sent.map(({ body }) => body).toSorted()
}

test('a test is refused without a verified mobile, and afterwards goes only to it, once in each language', async () => {
  const id = await makeCelebration(t, { kind: 'anniversary', years: [10], texts })
  expect((await me().call(testCelebration, { body: { id, text: 1 } })).body.code).toBe('phone_missing')
  await verifyMobile()
  expect((await me().call(testCelebration, { body: { id, text: 1 } })).body).toMatchObject({ sent: 2 })
  expect(await arrived()).toEqual([expect.stringContaining('10 years!'), expect.stringContaining('¡10 años!')])
  const all = (await t.carrier.sent()).filter(({ body }) => body.includes('10 years!'))
  expect(all.map(({ to }) => to)).toEqual([PHONE])

  // It is not the text of the year of anyone, and it is recorded.
  expect(await recordsOf(t, id)).toEqual([])
  const audits = await sql<{ detail: unknown }>`
    select detail from audit_entry where target = ${id} and action = 'celebration.tested'`.execute(db())
  expect(audits.rows).toEqual([{ detail: { text: 1, languages: 2 } }])

  // There is no third text, and none for members of other organizations.
  expect((await me().call(testCelebration, { body: { id, text: 2 } })).http).toBe(404)
  expect((await t.as(t.beta.ann).call(testCelebration, { body: { id, text: 0 } })).http).toBe(404)

  await sql`insert into consent (org_id, phone, opted_out, changed_at) values (${t.acme.id}, ${PHONE}, true, now())
    on conflict (org_id, phone) do update set opted_out = true`.execute(db())
  expect((await me().call(testCelebration, { body: { id, text: 0 } })).body.code).toBe('recipient_opted_out')
})

test('tests of a member are limited, together with those of broadcasts', async () => {
  const id = await makeCelebration(t)
  let refused = 0
  for (let nth = 0; nth < 21; nth += 1)
    if ((await me().call(testCelebration, { body: { id } })).http === 429) refused += 1
  expect(refused).toBeGreaterThan(0)
})
