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
    businessHours: {},
    awayReply: '',
    holidayReply: '',
    autoAssign: 'first_reply',
    translation: { language: 'en', inbound: true, outbound: true, glossary: [] },
    broadcasts: { approvalAbove: null, signOff: '' },
    dailyLimit: null,
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
  const audited = await sql<{ n: number }>`
    select count(*)::int as n from audit_entry where org_id = ${t.acme.id} and action = 'organization.changed'`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  expect(audited.rows[0]?.n).toBe(2)
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
  expect(await editSettings({ settings: { surprise: true } })).toMatchObject({ http: 400 })
  expect(await editSettings({ timezone: '+05:30' })).toMatchObject({ http: 400 })
  expect(await editSettings({ name: 'Mine now' }, t.acme.gus)).toMatchObject({
    http: 422,
    body: { code: 'not_permitted' },
  })
  expect((await t.as(t.beta.ann).call(organizationSettings)).body.settings.helpContact).toBe('')
})
