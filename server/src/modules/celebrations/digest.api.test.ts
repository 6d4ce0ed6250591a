import { editSettings, unsubscribeEmail } from '@crewline/contract/accounts'
import {
  celebrationDigest,
  celebrationsSoon,
  setCelebrationDigest,
  skipCelebration,
} from '@crewline/contract/celebrations'
import { daysAfter } from '@crewline/contract/calendar'
import { setContactNaming } from '@crewline/contract/naming'
import { setApp } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { addPerson, at, makeCelebration, turnOnAt } from '../../../test/kit/celebrations.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { CrewlineProcess } from '../../main/process.ts'
import { sendDueDigests } from './index.ts'

let t: TestApp
let other: CrewlineProcess
beforeAll(async () => {
  // Without workers and senders: only this test looks for what is due.
  t = await testApp({ roles: 'web' })
  other = await t.another('web')
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)

/** The day of the organization on which the next test begins; each test has a week of its own. */
let day = daysAfter(new Date().toISOString().slice(0, 10), 1)
let readers = 0
beforeEach(async () => {
  day = daysAfter(day, 14)
  await sql`update celebration set on_since = null, look_at = null`.execute(db())
  await sql`update celebration_digest set look_at = null`.execute(db())
})

/** The moment of an hour of UTC. */
const hour = (of: string, time: string) => new Date(`${of}T${time}:00Z`)

async function makeReader(more: { role?: 'admin' | 'manager'; timezone?: string } = {}): Promise<TestUser> {
  const { role = 'admin', timezone = 'UTC' } = more
  const firstname = `Reader${(readers += 1)}`
  const user = await makeUser(t.process.kernel, t.acme.id, { firstname, lastname: 'Worker', role })
  await t.as(user).call(editSettings, { body: { timezone } })
  return user
}

/** Turns the email on, as if that had been the evening before. */
async function turnOn(user: TestUser): Promise<void> {
  expect((await t.as(user).call(setCelebrationDigest, { body: { isOn: true } })).http).toBe(200)
  await sql`update celebration_digest set look_at = ${hour(daysAfter(day, -1), '20:00')}, last_day = ${daysAfter(day, -1)}::date
    where user_id = ${user.id}`.execute(db())
}

async function makeOn(more: Parameters<typeof makeCelebration>[1] = {}): Promise<string> {
  const id = await makeCelebration(t, more)
  await turnOnAt(t, id, new Date())
  return id
}

async function sendAt(now: Date): Promise<void> {
  await Promise.all(
    [t.process, other].map(async ({ kernel }) => {
      while (await sendDueDigests(at(kernel, now)));
    }),
  )
}

/** The emails of a member. They were queued on the clock of the test, which is ahead of that of the delivery. */
async function mailsTo(email: string) {
  const system = t.process.kernel.database.asSystem('tests look at every organization')
  await sql`update mail set due_at = now() - interval '1 minute'`.execute(system)
  return t.mailsTo(email)
}

const bodyOf = async (user: TestUser) => (await mailsTo(user.email)).map(({ text }) => text)

test('emails each member once in the morning who is celebrated, by celebration, with years of work only', async () => {
  const user = await makeReader()
  const inTwo = daysAfter(day, 2)
  await addPerson(t, 'Ana', { birthday: `1988-${day.slice(5)}` })
  await addPerson(t, 'Ben', { hireDate: `${Number(inTwo.slice(0, 4)) - 4}-${inTwo.slice(5)}` })
  await addPerson(t, 'Later', { birthday: daysAfter(day, 5).slice(5) })
  const contactId = await addPerson(t, 'Quiet', { birthday: day.slice(5) })
  await t.as(t.acme.ann).call(setContactNaming, { query: { contactId }, body: { isNamed: false } })
  await makeOn()
  await makeOn({ name: 'Anniversaries', kind: 'anniversary' })
  await turnOn(user)
  await sendAt(hour(day, '06:59'))
  expect(await mailsTo(user.email)).toEqual([])
  await sendAt(hour(day, '07:01'))
  await sendAt(hour(day, '07:02'))
  await sendAt(hour(day, '08:30'))
  const [mail, ...more] = await mailsTo(user.email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('1 celebration today at Acme')
  expect(mail?.text).toMatch(/Birthdays:\s+• Ana Worker: today\s+Anniversaries:\s+• Ben Worker: .+, 4 years/)
  expect(mail?.text).not.toMatch(/1988|Later|Quiet/)
  // Turning it off and on does not send the same morning again.
  await t.as(user).call(setCelebrationDigest, { body: { isOn: false } })
  expect((await t.as(user).call(celebrationDigest, {})).body).toMatchObject({ isOn: false })
  await t.as(user).call(setCelebrationDigest, { body: { isOn: true } })
  await sql`update celebration_digest set look_at = ${hour(day, '09:00')} where user_id = ${user.id}`.execute(db())
  await sendAt(hour(day, '09:00'))
  expect(await mailsTo(user.email)).toHaveLength(1)
})

test('sends nothing on days without anyone, and nothing after the morning', async () => {
  const user = await makeReader()
  await addPerson(t, 'Noon', { birthday: daysAfter(day, 6).slice(5) })
  await makeOn()
  await turnOn(user)
  await sendAt(hour(day, '07:30'))
  // The scheduler stood still until the afternoon.
  await sendAt(hour(daysAfter(day, 6), '13:00'))
  expect(await mailsTo(user.email)).toEqual([])
})

test('follows the morning of the member, and names only contacts of their groups', async () => {
  const limited = await makeReader({ role: 'manager', timezone: 'America/Chicago' })
  const mine = await addPerson(t, 'Mine', { birthday: day.slice(5) })
  await addPerson(t, 'Hidden', { birthday: day.slice(5) })
  await limitTo(t.process.kernel, limited, [await makeGroup(t.process.kernel, t.acme.id, `Mine ${day}`, [mine])])
  await makeOn()
  await turnOn(limited)
  await sendAt(hour(day, '10:00'))
  expect(await bodyOf(limited)).toEqual([])
  await sendAt(hour(day, '14:30'))
  const [text, ...more] = await bodyOf(limited)
  expect(more).toEqual([])
  expect(text).toContain('Mine Worker: today')
  expect(text).not.toContain('Hidden')
})

test('respects skips, former workers, the link that unsubscribes, removed members and the app', async () => {
  const [user, gone] = [await makeReader(), await makeReader()]
  const skipped = await addPerson(t, 'Skipped', { birthday: day.slice(5) })
  const former = await addPerson(t, 'Former', { birthday: day.slice(5) })
  await addPerson(t, 'Silent', { birthday: day.slice(5), phone: null })
  await sql`update contact set work = 'terminated' where id = ${former}`.execute(db())
  const id = await makeOn()
  const year = Number(day.slice(0, 4))
  await t.as(user).call(skipCelebration, { body: { id, contactId: skipped, year, skip: true } })
  await turnOn(user)
  await turnOn(gone)
  await sql`update member set status = 'deactivated' where user_id = ${gone.id}`.execute(db())
  await sendAt(hour(day, '07:30'))
  const [mail] = await mailsTo(user.email)
  expect(mail?.text).toContain('Silent Worker: today')
  expect(mail?.text).not.toMatch(/Skipped|Former/)
  expect(await mailsTo(gone.email)).toEqual([])
  const token = mail?.links.find((link) => link.includes('/auth/unsubscribe'))?.split('token=')[1] as string
  await t.as(null).call(unsubscribeEmail, { body: { token } })
  await addPerson(t, 'Next', { birthday: daysAfter(day, 1).slice(5) })
  await sendAt(hour(daysAfter(day, 1), '07:30'))
  expect(await mailsTo(user.email)).toHaveLength(1)
})

test('sends nothing while celebrations are turned off', async () => {
  const user = await makeReader()
  await addPerson(t, 'Off', { birthday: day.slice(5) })
  await makeOn()
  await turnOn(user)
  const turn = (isOn: boolean) => t.as(t.acme.ann).call(setApp, { body: { app: 'birthday', isOn } })
  await turn(false)
  await sendAt(hour(day, '07:30'))
  expect(await mailsTo(user.email)).toEqual([])
  expect((await t.as(user).call(celebrationsSoon, {})).body.status).toBe('ERROR')
  await turn(true)
  await sendAt(hour(day, '07:31'))
  expect(await bodyOf(user)).toEqual([expect.stringContaining('Off Worker: today')])
})
