import { createContact } from '@crewline/contract/contacts'
import { sendMessage } from '@crewline/contract/messages'
import { editOrganization, organizationSettings } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

test('uses the default settings for an organization without its own', async () => {
  await sql`update organization set settings = '{}' where id = ${t.beta.id}`.execute(
    t.process.kernel.database.ofOrg(t.beta.id),
  )
  const { http, body } = await t.as(t.beta.vic).call(organizationSettings)
  expect(http).toBe(200)
  expect(body.settings).toEqual({
    quietHours: { mode: 'hold', start: '21:00', end: '08:00' },
    offClockGuard: 'off',
    businessHours: {},
    awayReply: '',
    holidayReply: '',
    autoAssign: 'first_reply',
    translation: { language: 'en', inbound: true, outbound: true, glossary: [] },
    broadcasts: { approvalAbove: null, signOff: '' },
    dailyLimit: null,
    security: { secondStepBy: null, sessionHours: 720, emailDomains: [] },
    helpContact: '',
    firstContactNotice: true,
  })
})

test('lets an owner change a part of the settings, keeps the rest, and audits it', async () => {
  const before = await t.as(t.acme.ann).call(organizationSettings)
  const changed = await t.as(t.acme.ann).call(editOrganization, {
    body: {
      name: 'Acme Foods',
      timezone: 'America/Denver',
      settings: { businessHours: { mon: { from: '08:00', to: '17:00' } } },
      version: before.body.version,
    },
  })
  expect(changed).toMatchObject({
    http: 200,
    body: {
      organization: { name: 'Acme Foods', timezone: 'America/Denver' },
      version: before.body.version + 1,
      settings: { ...before.body.settings, businessHours: { mon: { from: '08:00', to: '17:00' } } },
    },
  })
  const repeated = await t
    .as(t.acme.ann)
    .call(editOrganization, { body: { settings: { helpContact: 'HR desk' }, version: changed.body.version } })
  expect(repeated.body.settings).toMatchObject({
    helpContact: 'HR desk',
    businessHours: { mon: { from: '08:00', to: '17:00' } },
  })
  expect((await audited()).slice(-2)).toEqual([
    {
      before: { name: 'Acme', timezone: 'America/Chicago', 'settings.businessHours': {} },
      after: {
        name: 'Acme Foods',
        timezone: 'America/Denver',
        'settings.businessHours': { mon: { from: '08:00', to: '17:00' } },
      },
    },
    { before: { 'settings.helpContact': '' }, after: { 'settings.helpContact': 'HR desk' } },
  ])
})

async function audited(): Promise<unknown[]> {
  const result = await sql<{ detail: unknown }>`
    select detail from audit_entry where org_id = ${t.acme.id} and action = 'organization.changed' order by at, id`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  return result.rows.map((row) => row.detail)
}

test('stores what an organization says about itself, and shows it to every role', async () => {
  const initial = (await t.as(t.acme.ann).call(organizationSettings)).body
  expect(initial.profile).toEqual({
    address: { street: '', city: '', region: '', postalCode: '' },
    industry: null,
    headcount: null,
    senderName: '',
    language: 'en',
    languages: [],
  })
  const changed = await t.as(t.acme.ann).call(editOrganization, {
    body: {
      address: { street: ' 12 Mill\nRoad ', city: 'Peoria' },
      industry: 'logistics',
      headcount: '51-200',
      senderName: 'Acme HR',
      language: 'es',
      languages: ['es', 'en', 'es'],
    },
  })
  expect(changed.http).toBe(200)
  const profile = {
    address: { street: '12 Mill Road', city: 'Peoria', region: '', postalCode: '' },
    industry: 'logistics',
    headcount: '51-200',
    senderName: 'Acme HR',
    language: 'es',
    languages: ['es', 'en'],
  }
  expect(changed.body.profile).toEqual(profile)
  expect((await t.as(t.acme.vic).call(organizationSettings)).body.profile).toEqual(profile)
  expect((await t.as(t.beta.ann).call(organizationSettings)).body.profile).toEqual(initial.profile)
  // A part of the address stays unless it is given.
  const moved = await t.as(t.acme.ann).call(editOrganization, { body: { address: { region: 'IL' } } })
  expect(moved.body.profile.address).toEqual({ street: '12 Mill Road', city: 'Peoria', region: 'IL', postalCode: '' })
})

test('uses the sender name in texts and the language for contacts without one', async () => {
  await t.as(t.acme.ann).call(editOrganization, { body: { senderName: 'Acme HR', language: 'es' } })
  const draft = { firstname: 'Eva', lastname: 'Ruiz', phone: '(415) 555-0177' }
  const added = await t.as(t.acme.ann).call(createContact, { body: draft })
  expect(added.body.contact).toMatchObject({ firstname: 'Eva', language: 'es' })
  const spoken = await t.as(t.acme.ann).call(createContact, { body: { ...draft, phone: '', language: 'vi' } })
  expect(spoken.body.contact.language).toBe('vi')
  const sent = await t.as(t.acme.ann).call(sendMessage, {
    body: { contactId: t.acme.bob.id, body: 'Hello from {organization}' },
  })
  expect(sent.body.message.body).toBe('Hello from Acme HR')
  await t.carrier.texts('+14155550188', 'HELP', t.acme.line.phone)
  const help = await t.until(async () =>
    (await t.carrier.onPhone('+14155550188')).find(({ body }) => body.includes('Acme HR')),
  )
  expect(help.body).toContain('STOP')
  const stranger = await sql<{ language: string }>`select language from contact where phone = '+14155550188'`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  expect(stranger.rows).toEqual([{ language: 'es' }])
})

test('sends the change to open pages of every role, and to no other organization', async () => {
  const [hers, others] = await Promise.all([t.connectClient(t.acme.vic), t.connectClient(t.beta.ann)])
  await t.as(t.acme.ann).call(editOrganization, { body: { name: 'Apex Foods' } })
  await t.as(t.beta.ann).call(editOrganization, { body: { name: 'Better' } })
  await hers.next('organization-updated', { organization: { id: t.acme.id, name: 'Apex Foods' } })
  await others.next('organization-updated', { organization: { name: 'Better' } })
  expect(others.all('organization-updated')).toEqual([
    { organization: expect.objectContaining({ id: t.beta.id, name: 'Better' }) as unknown },
  ])
  hers.close()
  others.close()
})

test('records nothing and keeps the version when nothing changes', async () => {
  const { organization, version } = (await t.as(t.acme.ann).call(organizationSettings)).body
  const before = await audited()
  const repeated = await t.as(t.acme.ann).call(editOrganization, { body: { name: organization.name, version } })
  expect(repeated).toMatchObject({ http: 200, body: { version } })
  expect(await audited()).toEqual(before)
})

test('rejects all but one of several concurrent changes to the same version', async () => {
  const { version } = (await t.as(t.acme.ann).call(organizationSettings)).body
  const answers = await Promise.all(
    ['Ask Ann', 'Ask Gus', 'Ask Vic'].map((helpContact) =>
      t.as(t.acme.ann).call(editOrganization, { body: { settings: { helpContact }, version } }),
    ),
  )
  expect(answers.filter((answer) => answer.http === 200)).toHaveLength(1)
  expect(answers.find((answer) => answer.http === 409)?.body.code).toBe('outdated')
})

test('rejects invalid settings and members without the permission', async () => {
  const editSettings = (body: object, user = t.acme.ann) => t.as(user).call(editOrganization, { body })
  expect(
    await editSettings({ settings: { quietHours: { mode: 'hold', start: '25:00', end: '08:00' } } }),
  ).toMatchObject({
    http: 400,
  })
  expect(
    await editSettings({ settings: { quietHours: { mode: 'hold', start: '08:00', end: '08:00' } } }),
  ).toMatchObject({
    http: 400,
    body: { fieldErrors: { 'settings.quietHours.end': expect.any(String) } },
  })
  const days = { sun: { start: '12:00', end: '12:00' } }
  expect(
    await editSettings({ settings: { quietHours: { mode: 'hold', start: '21:00', end: '08:00', days } } }),
  ).toMatchObject({ http: 400, body: { fieldErrors: { 'settings.quietHours.days.sun.end': expect.any(String) } } })
  const quietSunday = {
    mode: 'hold' as const,
    start: '21:00',
    end: '08:00',
    days: { sun: { start: '00:00', end: '00:00' } },
  }
  expect(await editSettings({ settings: { quietHours: quietSunday } })).toMatchObject({ http: 200 })
  const quietWeek = Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, quietSunday.days.sun]),
  )
  expect(await editSettings({ settings: { quietHours: { ...quietSunday, days: quietWeek } } })).toMatchObject({
    http: 400,
    body: { fieldErrors: { 'settings.quietHours.end': expect.any(String) } },
  })
  expect(await editSettings({ settings: { surprise: true } })).toMatchObject({ http: 400 })
  expect(await editSettings({ timezone: '+05:30' })).toMatchObject({ http: 400 })
  const wrong: [object, string][] = [
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ senderName: 'x'.repeat(41) }, 'senderName'],
    [{ address: { street: 'x'.repeat(101) } }, 'address.street'],
    [{ industry: 'piracy' }, 'industry'],
    [{ language: 'xx' }, 'language'],
    [{ languages: ['en', 'xx'] }, 'languages.1'],
  ]
  for (const [body, field] of wrong)
    expect(await editSettings(body)).toMatchObject({
      http: 400,
      body: { fieldErrors: { [field]: expect.any(String) as unknown } },
    })
  expect(await editSettings({ address: { planet: 'Mars' } })).toMatchObject({ http: 400 })
  expect(await editSettings({ name: 'Mine now' }, t.acme.gus)).toMatchObject({
    http: 422,
    body: { code: 'not_permitted' },
  })
  expect((await t.as(t.beta.ann).call(organizationSettings)).body.settings.helpContact).toBe('')
})
