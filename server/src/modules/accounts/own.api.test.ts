import {
  editSettings,
  endOtherSessions,
  endSession,
  login,
  logout,
  me,
  prove,
  sessions,
  switchOrg,
  unsubscribeEmail,
} from '@crewline/contract/accounts'
import { sendVerificationCode, verifyPhoneCode } from '@crewline/contract/second-step'
import { acceptInvitation, readInvitation, verifyEmail } from '@crewline/contract/sign-up'
import { inviteMember } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, PASSWORD, type Person } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'

let t: House
beforeAll(async () => {
  t = await house({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look behind the door')
let visitors = 0
const headers = () => ({ 'x-forwarded-for': `10.5.${visitors >> 8}.${visitors++ & 255}` })
const newPerson = (firstname: string, orgId = t.acme.id) =>
  makePerson(t.process.kernel, orgId, { firstname, lastname: 'Own', role: 'agent' })
const proved = async (person: Person) => {
  await t.as(person).call(prove, { body: { password: PASSWORD } })
  return t.as(person)
}
const logIn = async (person: Person): Promise<Person> => {
  const { body } = await t
    .as(null)
    .call(login, { body: { email: person.email, password: PASSWORD }, headers: headers() })
  return { ...person, token: body.token as string }
}
async function alsoIn(person: Person, orgId: string, role = 'agent'): Promise<void> {
  await sql`insert into member (org_id, id, person_id, role, created_at)
    values (${orgId}, ${t.process.kernel.world.id()}, ${person.id}, ${role}, now())`.execute(system())
}
/** Resolves when a socket of this person closes; fails after a second. */
async function closes(person: Person): Promise<() => Promise<void>> {
  const { socket } = await t.heard(person)
  const closed = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()))
  return () =>
    Promise.race([
      closed,
      new Promise<void>((_, reject) =>
        setTimeout(() => reject(new Error('the socket lived longer than a second')), 1000),
      ),
    ])
}

test('small settings change at once, only those given, and are told whole', async () => {
  const person = await newPerson('Set')
  const change = {
    firstname: 'Setta',
    locale: 'es' as const,
    timezone: 'Europe/Madrid',
    colorScheme: 'dark' as const,
    muteNotifications: true,
    emailNotices: false,
  }
  const { body } = await t.as(person).call(editSettings, { body: { ...change, pinnedApps: ['forms', 'birthday'] } })
  expect(body.user).toMatchObject({ ...change, lastname: 'Own', pinnedApps: ['forms', 'birthday'] })
  expect((await t.as(person).call(me)).body.user).toEqual(body.user)
  const wrong = await t.as(person).call(editSettings, { body: { timezone: 'Mars/Olympus' } })
  expect(wrong).toMatchObject({ http: 400, body: { fieldErrors: { timezone: expect.any(String) } } })
})

test('a new e-mail needs a fresh proof and both addresses', async () => {
  const person = await newPerson('Ema')
  expect((await t.as(person).call(editSettings, { body: { email: 'new.ema@test.example' } })).body.code).toBe(
    'proof_needed',
  )
  const asked = await (await proved(person)).call(editSettings, { body: { email: 'New.Ema@test.example' } })
  expect(asked.body.user).toMatchObject({ email: person.email, pendingEmail: 'New.Ema@test.example' })
  const linkIn = async (email: string) => (await t.mailsTo(email))[0]?.links[0]?.split('/').at(-1) as string
  const confirm = (token: string) => t.as(null).call(verifyEmail, { params: { token }, headers: headers() })
  const atNew = await linkIn('new.ema@test.example')
  expect((await confirm(atNew)).body).toMatchObject({ verified: true, waitsFor: person.email })
  expect((await t.as(person).call(me)).body.user.email).toBe(person.email)
  expect((await confirm(await linkIn(person.email))).body).toMatchObject({ verified: true, waitsFor: null })
  expect((await t.as(person).call(me)).body.user).toMatchObject({ email: 'New.Ema@test.example', pendingEmail: null })
  expect((await confirm(atNew)).body.code).toBe('link_invalid')
})

test('an address that somebody has is asked for in vain, and only its owner is told', async () => {
  const [person, owner] = [await newPerson('Tak'), await newPerson('Had')]
  const asked = await (await proved(person)).call(editSettings, { body: { email: owner.email } })
  expect(asked).toMatchObject({ http: 200, body: { user: { pendingEmail: owner.email } } })
  expect((await t.mailsTo(owner.email))[0]?.subject).toBe('You already have an account')
  const atOld = (await t.mailsTo(person.email))[0]?.links[0]?.split('/').at(-1) as string
  const confirmed = await t.as(null).call(verifyEmail, { params: { token: atOld }, headers: headers() })
  expect(confirmed.body).toMatchObject({ waitsFor: owner.email })
  expect((await t.as(person).call(me)).body.user.email).toBe(person.email)
})

test('a phone is verified by a code of six digits, for this person and number only', async () => {
  const [person, other] = [await newPerson('Pho'), await newPerson('Oth')]
  const phone = '+13125550155'
  const sent = await t.as(person).call(sendVerificationCode, { body: { phone: '(312) 555-0155', source: 'settings' } })
  expect(sent.body).toMatchObject({ retryAfter: 60, maskedDestination: '+1••••••••55' })
  const soon = await t.as(person).call(sendVerificationCode, { body: { phone, source: 'settings' } })
  expect(soon.http).toBe(429)
  const code = await t.codeTo(phone)
  expect((await t.as(other).call(verifyPhoneCode, { body: { phone, code } })).body.code).toBe('code_dead')
  expect((await t.as(person).call(verifyPhoneCode, { body: { phone, code: '000000' } })).body).toMatchObject({
    code: 'code_wrong',
    fieldErrors: { code: 'That code is not right. 4 tries left.' },
  })
  const { body } = await t.as(person).call(verifyPhoneCode, { body: { phone, code } })
  expect((await t.as(person).call(verifyPhoneCode, { body: { phone, code } })).body.code).toBe('code_dead')
  const stolen = await t.as(other).call(editSettings, { body: { phone, phoneProof: body.proof } })
  expect(stolen.body.code).toBe('code_dead')
  const kept = await (await proved(person)).call(editSettings, { body: { phone, phoneProof: body.proof } })
  expect(kept.body.user).toMatchObject({ phone, phoneVerified: true })
  await (await proved(person)).call(editSettings, { body: { phone: '' } })
  const used = await t.as(person).call(editSettings, { body: { phone, phoneProof: body.proof } })
  expect(used.body.code).toBe('code_dead')
})

test.each([
  ['+19005550100', 'phone_invalid'],
  ['911', 'phone_invalid'],
  ['+447911123456', 'phone_unsupported'],
  ['nonsense', 'phone_invalid'],
])('no code goes to %s', async (phone, code) => {
  const person = await newPerson('Num')
  const asked = await t.as(person).call(sendVerificationCode, { body: { phone, source: 'settings' } })
  expect(asked).toMatchObject({ http: 422, body: { code, fieldErrors: { phone: expect.any(String) } } })
})

test('a new password ends every session and socket, and goes on here with another token', async () => {
  const person = await newPerson('Pas')
  const second = await logIn(person)
  const [here, there] = [await closes(person), await closes(second)]
  const changed = await (await proved(person)).call(editSettings, { body: { newPassword: 'another long sentence' } })
  await Promise.all([here(), there()])
  expect((await t.as(person).call(me)).http).toBe(403)
  expect((await t.as(second).call(me)).http).toBe(403)
  expect((await t.as({ ...person, token: changed.body.token as string }).call(me)).http).toBe(200)
  const weak = await t
    .as({ ...person, token: changed.body.token as string })
    .call(editSettings, { body: { newPassword: 'short' } })
  expect(weak.body.fieldErrors).toHaveProperty('newPassword')
})

test('one sees where one is signed in, ends one or all others, and nobody else’s', async () => {
  const person = await newPerson('Lis')
  const [second, third] = [await logIn(person), await logIn(person)]
  const { body } = await t.as(person).call(sessions)
  expect(body.data).toHaveLength(3)
  expect(body.data.filter((one) => one.current)).toHaveLength(1)
  expect(body.data.every((one) => one.organizationName === 'Acme')).toBe(true)
  expect(body.data.some((one) => one.address === '10.5.0.x')).toBe(true)
  const mine = (await t.as(third).call(sessions)).body.data.find((one) => one.current)?.id as string
  expect((await t.as(t.acme.gus).call(endSession, { query: { id: mine } })).http).toBe(404)
  const gone = await closes(third)
  expect((await t.as(person).call(endSession, { query: { id: mine } })).http).toBe(200)
  await gone()
  expect((await t.as(third).call(me)).http).toBe(403)
  expect((await t.as(person).call(endOtherSessions)).body.code).toBe('proof_needed')
  const all = await closes(second)
  expect((await (await proved(person)).call(endOtherSessions)).body).toMatchObject({ ended: 1 })
  await all()
  expect((await t.as(person).call(me)).http).toBe(200)
})

test('more than twenty sessions end the one used least', async () => {
  const person = await newPerson('Lot')
  for (let count = 0; count < 20; count++) await logIn(person)
  expect((await t.as(person).call(me)).http).toBe(403)
})

test('another organization opens with another token; the old one stays in its own for a minute and switches no more', async () => {
  const person = await newPerson('Swi')
  await alsoIn(person, t.beta.id, 'viewer')
  const { body } = await t.as(person).call(switchOrg, { body: { organizationId: t.beta.id } })
  expect(body).toMatchObject({ user: { id: person.id, role: 'viewer' }, organization: { id: t.beta.id, name: 'Beta' } })
  expect(body.token).not.toBe(person.token)
  expect((await t.as({ ...person, token: body.token }).call(me)).body.organization.id).toBe(t.beta.id)
  expect((await t.as(person).call(me)).body.organization.id).toBe(t.acme.id)
  const twice = await t.as(person).call(switchOrg, { body: { organizationId: t.beta.id } })
  expect(twice).toMatchObject({ http: 409, body: { code: 'switch_pending' } })
  await sql`update session set expires_at = now() - interval '1 second' where person_id = ${person.id} and replaced_at is not null`.execute(
    system(),
  )
  expect((await t.as(person).call(me)).http).toBe(403)
})

test('a switch whose answer never arrived logs nobody out, and can be made again', async () => {
  const person = await newPerson('Los')
  await alsoIn(person, t.beta.id)
  const to = () => t.as(person).call(switchOrg, { body: { organizationId: t.beta.id } })
  const lost = await to()
  const expires = async () =>
    (
      await sql<{ ms: number }>`
        select (extract(epoch from expires_at - now()) * 1000)::float as ms from session where person_id = ${person.id} and replaced_at is not null`.execute(
        system(),
      )
    ).rows[0]?.ms as number
  expect(await expires()).toBeGreaterThan(3_600_000)
  expect((await to()).body.code).toBe('switch_pending')
  await sql`update session set replaced_at = now() - interval '6 seconds' where person_id = ${person.id} and replaced_at is not null`.execute(
    system(),
  )
  const again = await to()
  expect(again.body.organization).toMatchObject({ id: t.beta.id })
  expect((await t.as({ ...person, token: lost.body.token }).call(me)).http).toBe(403)
  expect((await t.as({ ...person, token: again.body.token }).call(me)).http).toBe(200)
  // Now it arrived: the old token has a minute left, and switches no more.
  expect(await expires()).toBeLessThanOrEqual(60_000)
  await sql`update session set replaced_at = now() - interval '6 seconds' where person_id = ${person.id} and replaced_at is not null`.execute(
    system(),
  )
  expect((await to()).body.code).toBe('switch_pending')
})

test('a switch to where one is, or does not belong, is refused and changes nothing', async () => {
  const person = await newPerson('Ref')
  const to = (organizationId: string) => t.as(person).call(switchOrg, { body: { organizationId } })
  expect((await to(t.acme.id)).body.code).toBe('same_organization')
  expect((await to(t.beta.id)).body.code).toBe('not_found')
  await alsoIn(person, t.beta.id)
  await sql`update member set status = 'deactivated' where person_id = ${person.id} and org_id = ${t.beta.id}`.execute(
    system(),
  )
  expect((await to(t.beta.id)).body.code).toBe('not_found')
  expect((await t.as(person).call(me)).body.organization.id).toBe(t.acme.id)
})

test('fifty switches at once are one', async () => {
  const person = await newPerson('Fif')
  await alsoIn(person, t.beta.id)
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => t.as(person).call(switchOrg, { body: { organizationId: t.beta.id } })),
  )
  expect(answers.filter((one) => one.http === 200)).toHaveLength(1)
})

async function invite(email: string, role: 'agent' | 'viewer' = 'agent'): Promise<string> {
  await t.as(t.acme.ann).call(inviteMember, { body: { email, role } })
  return (await t.mailsTo(email))[0]?.links[0]?.split('/').at(-1) as string
}

test('somebody new accepts an invitation with name and password; the inviter hears of it, each admin in their language', async () => {
  const token = await invite('ivy@test.example')
  const seen = await t.as(null).call(readInvitation, { body: { token }, headers: headers() })
  expect(seen.body).toMatchObject({
    organizationName: 'Acme',
    inviterName: 'Ann Acme',
    role: 'agent',
    hasAccount: false,
  })
  const accept = (body: object) => t.as(null).call(acceptInvitation, { body: { token, ...body }, headers: headers() })
  expect((await accept({})).body.fieldErrors).toHaveProperty('password')
  expect((await accept({ firstname: 'Ivy', password: 'ivy' })).body.code).toBe('password_weak')
  const noe = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Noé', lastname: 'Own', role: 'admin' })
  await sql`update person set locale = 'es' where id = ${noe.id}`.execute(system())
  const [ear, spanish, deaf] = await Promise.all([t.acme.ann, noe, t.acme.gus].map((one) => t.heard(one)))
  const all = await Promise.all(
    Array.from({ length: 20 }, () => accept({ firstname: 'Ivy', lastname: 'New', password: 'a plain long sentence' })),
  )
  const joined = all.filter((one) => one.http === 200)
  expect(joined).toHaveLength(1)
  expect(joined[0]?.body).toMatchObject({ user: { firstname: 'Ivy', role: 'agent' }, organization: { name: 'Acme' } })
  expect(JSON.stringify(await ear?.next<string>('inapp-notification'))).toContain('Ivy New joined Acme.')
  expect(JSON.stringify(await spanish?.next<string>('inapp-notification'))).toContain('Ivy New se unió a Acme.')
  expect(deaf?.all('inapp-notification')).toEqual([])
  expect((await t.as(null).call(readInvitation, { body: { token }, headers: headers() })).body.code).toBe(
    'link_invalid',
  )
  const [notice] = await t.mailsTo(t.acme.ann.email)
  expect(notice?.subject).toBe('Ivy New joined Acme')
  const unsubscribe = notice?.links[1]?.split('token=')[1] as string
  await t.as(null).call(unsubscribeEmail, { body: { token: `${unsubscribe}x` } })
  expect(await noticesOff(t.acme.ann)).toBe(false)
  await t.as(null).call(unsubscribeEmail, { body: { token: unsubscribe } })
  expect(await noticesOff(t.acme.ann)).toBe(true)
  // Turned off by the link in a mail, they are turned on again in the settings.
  expect((await t.as(t.acme.ann).call(me)).body.user.emailNotices).toBe(false)
  await t.as(t.acme.ann).call(editSettings, { body: { emailNotices: true } })
  expect(await noticesOff(t.acme.ann)).toBe(false)
})

async function noticesOff(person: Person): Promise<boolean> {
  const rows = await sql<{
    off: boolean
  }>`select notices_off_at is not null as off from person where id = ${person.id}`.execute(system())
  return rows.rows[0]?.off ?? false
}

test('somebody with an account joins signed in as themselves, never by the link alone', async () => {
  const person = await newPerson('Bea', t.beta.id)
  const token = await invite(person.email)
  const accept = (as: Person | null) => t.as(as).call(acceptInvitation, { body: { token }, headers: headers() })
  expect((await t.as(null).call(readInvitation, { body: { token }, headers: headers() })).body.hasAccount).toBe(true)
  expect((await accept(null)).body.code).toBe('account_exists')
  expect((await accept(t.acme.gus)).body.code).toBe('invitation_for_other')
  const joined = await accept(person)
  expect(joined.body).toMatchObject({ user: { id: person.id, role: 'agent' }, organization: { id: t.acme.id } })
  expect(joined.body.organizations.map((one) => one.name).sort()).toEqual(['Acme', 'Beta'])
})

test('a socket closes within a second whichever way its session ends', async () => {
  const ways: [string, (person: Person) => Promise<unknown>][] = [
    ['log-out', (person) => t.as(person).call(logout)],
    [
      'ended from another device',
      async (person) => {
        const mine = (await t.as(person).call(sessions)).body.data.find((one) => one.current)?.id as string
        return t.as(await logIn(person)).call(endSession, { query: { id: mine } })
      },
    ],
    ['all others ended', async (person) => (await proved(await logIn(person))).call(endOtherSessions)],
    [
      'a new password',
      async (person) =>
        (await proved(await logIn(person))).call(editSettings, { body: { newPassword: 'another long sentence' } }),
    ],
  ]
  for (const [, act] of ways) {
    const person = await newPerson('Way')
    const gone = await closes(person)
    await act(person)
    await gone()
    expect((await t.as(person).call(me)).http).toBe(403)
  }
})

test('every change of an account is on the record', async () => {
  const rows = await sql<{ action: string }>`select distinct action from audit_entry order by 1`.execute(system())
  expect(rows.rows.map((row) => row.action)).toEqual(
    expect.arrayContaining([
      'account.changed',
      'invitation.accepted',
      'session.closed',
      'session.ended',
      'session.entered',
      'session.left',
      'session.opened',
      'session.proved',
      'sessions.ended',
    ]),
  )
})
