import type { Notifications, SiblingNotifications } from '@crewline/contract/events'
import { readAllConversations, readConversation } from '@crewline/contract/inbox'
import type { Role } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unreadMessages } from '../messages/index.ts'
import type { Org, Person, Worker } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { addSession } from '../accounts/store/sessions.ts'
import { listen, type Ear } from '../../../test/kit/sockets.ts'

let t: House
let elsewhere: string
beforeAll(async () => {
  t = await house({ roles: 'web' })
  elsewhere = (await t.another('web')).address
})
afterAll(() => t.close())

/** Makes somebody a member of a second organization as well. */
async function joins(person: Person, org: Org, role: Role, scope: 'all' | 'groups' = 'all'): Promise<void> {
  const { kernel } = t.process
  await sql`insert into member (org_id, id, person_id, role, scope, created_at)
    values (${org.id}, ${kernel.world.id()}, ${person.id}, ${role}, ${scope}, now())`.execute(
    kernel.database.asSystem('tests make members'),
  )
}
/** The same person, signed in to their other organization. */
async function signedInTo(person: Person, org: Org): Promise<Person> {
  const { kernel } = t.process
  const token = makeToken(kernel.world)
  await addSession(kernel.database.asSystem('tests sign people in'), {
    id: kernel.world.id(),
    tokenHash: tokenHash(token),
    personId: person.id,
    organizationId: org.id,
    now: kernel.world.now(),
  })
  return { ...person, orgId: org.id, token }
}
const texts = (worker: Worker, org: Org, body: string) => t.carrier.texts(worker.phone, body, org.line.phone)
const heard = (ear: Ear) => ear.all('sibling-notifications') as SiblingNotifications[]
async function ask(ear: Ear): Promise<Notifications> {
  ear.socket.emit('getNotificationsv2', { user: 'anybody' })
  return ear.next<Notifications>('notifications')
}

test('a member signed in elsewhere hears how many contacts wait, in any process; nobody else hears it', async () => {
  const { acme, beta } = t
  await joins(acme.ann, beta, 'agent')
  await joins(acme.gus, beta, 'author')
  const [here, there] = [await t.heard(acme.ann), await listen(elsewhere, acme.ann.token)]
  // An author of the other organization, somebody who is no member of it, and its own people.
  const deaf = [await t.heard(acme.gus), await t.heard(acme.vic), await t.heard(beta.ann)]
  expect((await ask(here)).siblings).toEqual([{ organizationId: beta.id, count: 0 }])
  expect((await ask(deaf[0] as Ear)).siblings).toEqual([])

  await texts(beta.bob, beta, 'First')
  for (const ear of [here, there])
    expect(await ear.next<SiblingNotifications>('sibling-notifications')).toEqual({ organizationId: beta.id, count: 1 })
  await texts(beta.bob, beta, 'Second of the same')
  await texts(beta.cat, beta, 'Another')
  await here.next<SiblingNotifications>('sibling-notifications', (one) => one.count === 2)
  await there.next<SiblingNotifications>('sibling-notifications', (one) => one.count === 2)
  // What a teammate reads there is not read by the one who is told.
  await t.as(beta.ann).call(readAllConversations)
  const annThere = t.as(await signedInTo(acme.ann, beta))
  await annThere.call(readConversation, { query: { id: beta.bob.id }, body: {} })
  await here.next<SiblingNotifications>('sibling-notifications', (one) => one.count === 1)
  expect((await ask(here)).siblings).toEqual([{ organizationId: beta.id, count: 1 }])
  await annThere.call(readAllConversations)
  await here.next<SiblingNotifications>('sibling-notifications', (one) => one.count === 0)
  for (const ear of deaf) expect(heard(ear)).toEqual([])
  there.close()
})

test('a burst is told once a second at most, and its last value always', async () => {
  const { acme, beta } = t
  const here = await t.heard(acme.ann)
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: 30 }, (_, n) => texts([beta.bob, beta.cat, beta.dan][n % 3] as Worker, beta, `Nr ${n}`)),
  )
  await here.next<SiblingNotifications>('sibling-notifications', (one) => one.count === 3)
  const seconds = (performance.now() - startedAt) / 1000
  expect(heard(here).length).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  // The last of the burst are in before anybody else joins.
  await t.until(async () => {
    const sum = await sql<{
      n: number
    }>`select sum(${unreadMessages})::int as n from unread u join conversation v on v.contact_id = u.contact_id
      where u.person_id = ${beta.ann.id}`.execute(t.process.kernel.database.ofOrg(beta.id))
    return sum.rows[0]?.n === 30
  })
})

test('who is no member any more hears nothing, though the socket is still open', async () => {
  const { acme, beta } = t
  const [gone, stays] = [await t.heard(acme.vic), await t.heard(acme.ann)]
  await joins(acme.vic, beta, 'viewer')
  const came = await t.heard(acme.vic)
  await sql`update member set status = 'deactivated' where org_id = ${beta.id} and person_id = ${acme.vic.id}`.execute(
    t.process.kernel.database.asSystem('tests end memberships'),
  )
  await t.as(await signedInTo(acme.ann, beta)).call(readConversation, { query: { id: beta.bob.id }, body: {} })
  await stays.next<SiblingNotifications>('sibling-notifications', (one) => one.count === 2)
  for (const ear of [gone, came]) expect(heard(ear)).toEqual([])
})

test('who sees some groups only, there, hears the count of their own workers', async () => {
  const { acme, beta } = t
  const { kernel } = t.process
  const system = kernel.database.asSystem('tests make groups')
  await sql`update member set status = 'active', scope = 'groups' where org_id = ${beta.id} and person_id = ${acme.vic.id}`.execute(
    system,
  )
  const groupId = kernel.world.id()
  const own = kernel.database.ofOrg(beta.id)
  await sql`insert into contact_group (org_id, id, name, contact_count, created_at) values (${beta.id}, ${groupId}, 'Nights', 1, now())`.execute(
    own,
  )
  await sql`insert into group_member (org_id, group_id, contact_id) values (${beta.id}, ${groupId}, ${beta.dan.id})`.execute(
    own,
  )
  await sql`insert into member_group (org_id, member_id, group_id)
    select org_id, id, ${groupId} from member where org_id = ${beta.id} and person_id = ${acme.vic.id}`.execute(system)
  const [narrow, wide] = [await t.heard(acme.vic), await t.heard(acme.ann)]
  expect((await ask(narrow)).siblings).toEqual([{ organizationId: beta.id, count: 0 }])
  expect((await ask(wide)).siblings).toEqual([{ organizationId: beta.id, count: 2 }])
  await texts(beta.dan, beta, 'Theirs')
  await narrow.next<SiblingNotifications>('sibling-notifications', (one) => one.count === 1)
  await texts(beta.bob, beta, 'Not theirs')
  await wide.next<SiblingNotifications>('sibling-notifications', (one) => one.count === 3)
  expect(new Set(heard(narrow).map((one) => one.count))).toEqual(new Set([1]))
})
