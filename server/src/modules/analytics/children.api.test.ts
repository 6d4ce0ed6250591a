import { analyticsChildren } from '@crewline/contract/figures'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeContact, makeGroup, makeOrg, makeUser, type Org, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let n = 3
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at every organization')

/** An organization whose contacts each sent one text. */
async function child(parent: Org, people: number): Promise<Org> {
  const org = await makeOrg(t.process.kernel, `Kid ${n}`, n++)
  await sql`update organization set parent_id = ${parent.id} where id = ${org.id}`.execute(system())
  for (let at = 0; at < people; at++) {
    const phone = `+1312556${String(n * 100 + at).padStart(4, '0')}`
    const contact = await makeContact(t.process.kernel, org.id, `W${at}`, phone)
    const { world } = t.process.kernel
    await sql`
      insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, line_id, phone_from, phone_to, state, at)
      values (${org.id}, ${world.id()}, ${contact.id}, 'in', 'text', 'x', 'GSM-7', 1, ${org.line.id}, 'a', 'b', 'received', ${world.now()})`.execute(
      t.process.kernel.database.ofOrg(org.id),
    )
  }
  return org
}

const read = async (user: TestUser) => (await t.as(user).call(analyticsChildren, { query: {} })).body

test('shows a parent the figures of each child, and hides those about fewer than five people', async () => {
  const mom = await makeOrg(t.process.kernel, `Mom ${n}`, n++)
  const [many, few] = [await child(mom, 6), await child(mom, 3)]
  const { rows, totals } = await read(mom.ann)
  expect(rows.map(({ id }) => id)).toEqual([many.id, few.id])
  expect(rows).toMatchObject([
    { name: many.name, received: 6, contactsWhoReplied: 6, sent: 0, optOuts: 0 },
    { name: few.name, received: null, contactsWhoReplied: null, sent: 0 },
  ])
  expect(totals).toMatchObject({ received: 6, contactsWhoReplied: 6, sent: 0 })
})

test('shows nothing to a child, a stranger or a member who sees only some groups', async () => {
  const mom = await makeOrg(t.process.kernel, `Mom ${n}`, n++)
  const kid = await child(mom, 6)
  expect((await read(kid.ann)).rows).toEqual([])
  expect((await read(t.acme.ann)).rows).toEqual([])
  const max = await makeUser(t.process.kernel, mom.id, { firstname: 'Max', lastname: 'Mom', role: 'manager' })
  await limitTo(t.process.kernel, max, [await makeGroup(t.process.kernel, mom.id, 'Nights', [mom.bob.id])])
  expect((await read(max)).rows).toEqual([])
})
