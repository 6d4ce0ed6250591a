import { consentHistory } from '@crewline/contract/consent'
import { undoTransfer } from '@crewline/contract/transfers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import {
  makeFamily,
  read,
  receiveText,
  someone,
  system,
  transfer,
  type TestFamily,
} from '../../../test/kit/transfers.ts'
import { followOptOuts } from './index.ts'

let t: TestApp
let family: TestFamily
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  family = await makeFamily(t)
})
afterAll(() => t.close())
beforeEach(() => sql`delete from rate_limit`.execute(system(t)))

const follow = async () => {
  while (await followOptOuts(t.process.kernel));
}
async function moved(toId = family.sis.id) {
  const eva = await someone(t, family.kid)
  const { body } = await transfer(t, family.max, { contactId: eva.id, toId })
  const { rows } = await sql<{ id: string }>`
    select became_id as id from contact_transfer where id = ${body.transfer.id}`.execute(system(t))
  return { eva, transferId: body.transfer.id, arrivedId: rows[0]?.id ?? '' }
}
const optedOutIn = async (orgId: string, phone: string) =>
  (
    await sql<{
      opted_out: boolean
    }>`select opted_out from consent where org_id = ${orgId} and phone = ${phone}`.execute(system(t))
  ).rows[0]?.opted_out ?? false

test('a STOP to the former number reaches the organization that the person went to, once', async () => {
  const { kid, sis } = family
  const { eva, arrivedId } = await moved()
  expect(await optedOutIn(sis.id, eva.phone)).toBe(false)
  await receiveText(t, kid, eva, 'STOP')
  await t.until(async () => {
    await follow()
    return optedOutIn(sis.id, eva.phone)
  })
  expect((await read(t, sis.ann, arrivedId)).reach).toBe('opted_out')
  const { events } = (await t.as(sis.ann).call(consentHistory, { query: { contactId: arrivedId } })).body
  const outs = events.filter(({ action }) => action === 'opt_out')
  expect(outs).toMatchObject([{ method: 'transfer', wording: expect.stringContaining(kid.name) as unknown }])
  await follow()
  expect((await t.as(sis.ann).call(consentHistory, { query: { contactId: arrivedId } })).body.events).toEqual(events)
})

test('a START to the former number changes nothing where the person went', async () => {
  const { kid, sis } = family
  const { eva } = await moved()
  await receiveText(t, kid, eva, 'STOP')
  await t.until(async () => {
    await follow()
    return optedOutIn(sis.id, eva.phone)
  })
  await receiveText(t, kid, eva, 'START')
  await t.until(async () => !(await optedOutIn(kid.id, eva.phone)))
  await follow()
  expect(await optedOutIn(sis.id, eva.phone)).toBe(true)
})

test('an opt-out after a transfer was taken back stays where it was made', async () => {
  const { kid, sis } = family
  const { eva, transferId } = await moved()
  expect((await t.as(family.max).call(undoTransfer, { params: { id: transferId } })).http).toBe(200)
  await receiveText(t, kid, eva, 'STOP')
  await t.until(() => optedOutIn(kid.id, eva.phone))
  await follow()
  expect(await optedOutIn(sis.id, eva.phone)).toBe(false)
})

test('an offer emails those who may accept it, once an hour, and names no person', async () => {
  const { kid, mom } = family
  const [eva, gil] = [await someone(t, kid, 'Evangelina'), await someone(t, kid, 'Gilberto')]
  for (const { id } of [eva, gil]) await transfer(t, kid.ann, { contactId: id, toId: mom.id })
  const mails = await t.until(async () => {
    const found = (await t.mailsTo(mom.ann.email)).filter(({ subject }) => subject.includes('wants to transfer'))
    return found.length > 0 && found
  })
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(kid.name)
  expect(mails[0]?.text).not.toContain('Evangelina')
  expect(await t.mailsTo(mom.gus.email)).toEqual([])
})
