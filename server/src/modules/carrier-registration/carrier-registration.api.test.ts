import {
  carrierRegistration,
  checkCarrierRegistration,
  saveCarrierRegistration,
  submitCarrierRegistration,
} from '@crewline/contract/carrier-registration'
import { organizationSettings } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registeredCompany as company, registeredUse as use } from '../../../test/kit/registration.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { followUpDue } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const owner = () => t.as(t.acme.ann)
const read = async () => (await owner().call(carrierRegistration)).body
type View = Awaited<ReturnType<typeof read>>

const save = async (changes: object) => {
  const { version } = await read()
  return owner().call(saveCarrierRegistration, { body: { version, ...changes } })
}
const submit = async (kind: 'brand' | 'campaign' | 'toll_free', more: object = {}) => {
  const { version } = await read()
  return owner().call(submitCarrierRegistration, { body: { kind, carrier: 'simulated', version, ...more } })
}
const check = () => owner().call(checkCarrierRegistration, { body: {} })
const stateOf = ({ registrations }: Pick<View, 'registrations'>, kind: string) =>
  registrations.find((registration) => registration.kind === kind)?.state
const db = () => t.process.kernel.database.asSystem('tests look at registrations')

test('suggests what the product knows, and lists every known cause of rejection', async () => {
  const { company: known, use: texts, version, checks, registrations, numbers } = await read()
  expect(version).toBe(0)
  expect(known.legalName).toBe('Acme')
  expect(texts.helpText).toContain('Acme')
  expect(checks.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['ein', 'company.entityType', 'company.website', 'use.samples.0', 'use.consentText']),
  )
  expect(registrations.map(({ kind, state }) => [kind, state])).toEqual([
    ['brand', 'not_started'],
    ['campaign', 'not_started'],
  ])
  expect(numbers).toMatchObject([{ phone: t.acme.line.phone, brand: 'not_started', state: 'not_started' }])
})

test('keeps drafts, never returns the tax number, and refuses to overwrite what a teammate saved', async () => {
  const saved = await save({ company: { ...company, email: 'ann@gmail.com' }, ein: '12-3450000', use })
  expect(saved.body).toMatchObject({ version: 1, ein: { isSet: true, last4: '0000' } })
  expect(JSON.stringify(saved.body)).not.toMatch(/12-?345/)
  expect(saved.body.checks).toEqual([{ field: 'company.email', text: expect.stringContaining('domain') as string }])
  const stored = await sql<{ ein: string }>`select ein from carrier_registration_form`.execute(db())
  expect(stored.rows[0]?.ein).toMatch(/^v1\./)
  const late = await owner().call(saveCarrierRegistration, { body: { version: 0, company } })
  expect(late.body).toMatchObject({ status: 'ERROR', code: 'outdated' })
  expect((await save({ company })).body).toMatchObject({ version: 2, ein: { isSet: true }, checks: [] })
})

test('refuses a submission with open checks, beside each field, and a use before its company', async () => {
  await save({ company: { ...company, privacyUrl: 'https://elsewhere.example/privacy' } })
  const refused = await submit('brand')
  expect(refused.body).toMatchObject({
    code: 'invalid',
    fieldErrors: { 'company.privacyUrl': expect.stringContaining('website') as string },
  })
  await save({ company })
  expect((await submit('campaign')).body).toMatchObject({
    code: 'invalid',
    fieldErrors: { kind: expect.stringContaining('approved') as string },
  })
  expect((await submit('toll_free')).http).toBe(404)
  expect((await submit('brand', { carrier: 'telnyx' })).http).toBe(404)
})

test('a rejected company names its field, is corrected, approved, and sets the daily limit', async () => {
  expect(stateOf((await submit('brand')).body, 'brand')).toBe('in_review')
  const rejected = (await check()).body.registrations.find(({ kind }) => kind === 'brand')
  expect(rejected).toMatchObject({
    state: 'rejected',
    problems: [
      {
        field: 'ein',
        text: expect.stringContaining('IRS') as string,
        carrierText: expect.stringContaining('EIN') as string,
      },
    ],
  })
  await save({ ein: '12-3456789' })
  expect((await read()).registrations[0]).toMatchObject({ isOutdated: true })
  await submit('brand')
  expect(stateOf((await check()).body, 'brand')).toBe('approved')
  expect((await owner().call(organizationSettings)).body.settings.dailyLimit).toBe(10_000)
  const actions = await sql<{ action: string }>`
    select action from audit_entry where org_id = ${t.acme.id} and action like 'carrier-registration.%'
      and action <> 'carrier-registration.saved' order by id`.execute(db())
  expect(actions.rows.map(({ action }) => action.split('.')[1])).toEqual([
    ...['submitted', 'in_review', 'rejected'],
    ...['submitted', 'in_review', 'approved'],
  ])
})

test('sends only the answers that a member submitted, not a draft saved during an outage', async () => {
  await t.carrier.behaves({ mode: 'outage' })
  expect(stateOf((await submit('campaign')).body, 'campaign')).toBe('submitting')
  await save({ use: { ...use, description: '' } })
  await t.carrier.behaves({ mode: 'ok' })
  const campaign = (await check()).body.registrations.find(({ kind }) => kind === 'campaign')
  expect(campaign).toMatchObject({
    state: 'rejected',
    problems: [{ text: expect.stringContaining('answers changed') as string, carrierText: '' }],
  })
  await save({ use })
})

test('registers the use with its numbers, and goes on after an outage by itself', async () => {
  await t.carrier.behaves({ mode: 'outage' })
  expect(stateOf((await submit('campaign')).body, 'campaign')).toBe('submitting')
  await t.carrier.behaves({ mode: 'ok' })
  await sql`update carrier_registration set checked_at = null where kind = 'campaign'`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  await followUpDue(t.process.kernel)
  expect(stateOf(await read(), 'campaign')).toBe('in_review')
  const { registrations, numbers } = (await check()).body
  expect(stateOf({ registrations }, 'campaign')).toBe('approved')
  expect(numbers).toMatchObject([{ brand: 'approved', campaign: 'approved', state: 'approved' }])
})

test('refuses to submit an approved use again, because its numbers could not send meanwhile', async () => {
  await save({ use: { ...use, useCase: 'customer_care' } })
  expect((await submit('campaign')).body).toMatchObject({
    code: 'invalid',
    fieldErrors: { kind: expect.stringContaining('approved') as string },
  })
  expect(stateOf(await read(), 'campaign')).toBe('approved')
  await save({ use })
})

test('other organizations and roles see nothing of it', async () => {
  const theirs = (await t.as(t.beta.ann).call(carrierRegistration)).body
  expect(theirs).toMatchObject({ version: 0, ein: { isSet: false } })
  expect(JSON.stringify(theirs)).not.toContain('Acme Foods')
  expect((await t.as(t.acme.gus).call(carrierRegistration)).body).toMatchObject({ code: 'not_permitted' })
})
