import { me } from '@crewline/contract/accounts'
import { editBilling, readBilling, startCheckout, type PlanKey } from '@crewline/contract/billing'
import { celebrations } from '@crewline/contract/celebrations'
import { forms } from '@crewline/contract/forms'
import { createNewsIssue, NewsContent, newsIssues, publishNewsIssue } from '@crewline/contract/news'
import { setApp } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeOrg, type TestUser } from '../../../test/kit/cast.ts'
import { addPerson, celebrateAt, makeCelebration, recordsOf, turnOnAt } from '../../../test/kit/celebrations.ts'
import { CARD, stripeOf, type TestStripe } from '../../../test/kit/stripe.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { HOLDS_SOMETHING } from './apps-in-use.ts'
import { reviewAccounts } from './jobs.ts'
import { optionalApps, PLANS } from './plan-rules.ts'
import { accountOf } from './store/accounts.ts'
import { syncOrganization } from './sync.ts'

let t: TestApp
let stripe: TestStripe
beforeAll(async () => {
  t = await testApp({ roles: 'web,worker', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
  stripe = stripeOf(t.process.address)
  await stripe.behaves({ webhooks: 'held' })
  const { body } = await t.as(t.acme.ann).call(startCheckout, { body: { plan: 'team' } })
  await stripe.enterCard(body.url, CARD.pays)
  await syncOrganization(t.process.kernel, t.acme.id)
})
afterAll(() => t.close())
beforeEach(() => choose('team'))

const db = () => t.process.kernel.database.ofOrg(t.acme.id)

async function prove({ id }: TestUser): Promise<void> {
  await sql`update session set proved_at = now() where user_id = ${id}`.execute(
    t.process.kernel.database.asSystem('the owner of a test proves who they are'),
  )
}

async function choose(plan: PlanKey): Promise<void> {
  await prove(t.acme.ann)
  const answer = await t.as(t.acme.ann).call(editBilling, { body: { plan } })
  expect(answer.body.billing.plan?.key).toBe(plan)
}

const mine = async (user = t.acme.gus) => {
  const { organization, features } = (await t.as(user).call(me, {})).body
  return { left: organization.appsNotInPlan, newsletter: features.newsletter, birthday: features.birthday }
}
const WITHOUT = { left: ['newsletter', 'birthday'], newsletter: false, birthday: false }
const WITH = { left: undefined, newsletter: true, birthday: true }

describe('the table of plans', () => {
  test('has forms and the record of consent in every plan, and no plan without an app of a cheaper one', () => {
    for (const { apps } of PLANS) expect(apps).toEqual(expect.arrayContaining(['forms', 'contactoptin']))
    const inOrder = PLANS.toSorted((a, b) => a.monthlyCents - b.monthlyCents)
    for (const [at, { apps }] of inOrder.entries())
      expect(inOrder[at + 1]?.apps ?? apps).toEqual(expect.arrayContaining(apps))
    expect(inOrder.at(-1)?.apps).toHaveLength(4)
  })

  test('leaves out only apps of which billing knows whether they are used', () => {
    expect(Object.keys(HOLDS_SOMETHING).toSorted()).toEqual(optionalApps().toSorted())
  })
})

describe('an app that the plan leaves out', () => {
  test('is refused with a sentence of its own, for everyone, and is back with a larger plan', async () => {
    expect(await mine()).toEqual(WITH)
    await choose('starter')
    expect(await mine()).toEqual(WITHOUT)
    for (const user of [t.acme.ann, t.acme.gus])
      for (const answer of [await t.as(user).call(newsIssues, {}), await t.as(user).call(celebrations, {})])
        expect([answer.http, answer.body]).toMatchObject([
          422,
          { code: 'app_not_in_plan', message: expect.stringContaining("isn't in your plan") },
        ])
    expect((await t.as(t.acme.ann).call(forms, {})).http).toBe(200)
    expect((await t.as(t.beta.ann).call(newsIssues, {})).http).toBe(200)
    await choose('team')
    expect(await mine()).toEqual(WITH)
    expect((await t.as(t.acme.gus).call(newsIssues, {})).http).toBe(200)
  })

  test('is neither turned on nor off, and comes back as it was', async () => {
    const turn = (app: 'newsletter' | 'birthday', isOn: boolean) =>
      t.as(t.acme.ann).call(setApp, { body: { app, isOn } })
    await turn('birthday', false)
    await choose('starter')
    for (const isOn of [true, false]) {
      expect((await turn('birthday', isOn)).body.code).toBe('app_not_in_plan')
      expect((await turn('newsletter', isOn)).body.code).toBe('app_not_in_plan')
    }
    expect((await t.as(t.acme.gus).call(setApp, { body: { app: 'birthday', isOn: true } })).body.code).toBe(
      'not_permitted',
    )
    await choose('growth')
    expect(await mine()).toEqual({ left: undefined, newsletter: true, birthday: false })
    expect((await turn('birthday', true)).body.features.birthday).toBe(true)
  })

  test('celebrates no one and closes its public pages, and goes on with what was planned when it is back', async () => {
    const noon = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000)
    const id = await makeCelebration(t, { time: '09:00' })
    await addPerson(t, 'Noa', { birthday: noon.toISOString().slice(5, 10), timezone: 'UTC' })
    const ann = t.as(t.acme.ann)
    const content = NewsContent.parse({
      title: 'News',
      blocks: [{ id: 'b00001', type: 'paragraph', text: [{ text: 'Hello' }] }],
    })
    const { issue } = (await ann.call(createNewsIssue, { body: { content } })).body
    const published = await ann.call(publishNewsIssue, {
      params: { id: issue.id },
      body: { version: issue.version, expiresAt: null },
    })
    const visit = async () => {
      const { pathname } = new URL(published.body.issue.link ?? '')
      return (await fetch(`${t.process.address}${pathname}`, { headers: { 'sec-fetch-mode': 'navigate' } })).status
    }
    expect(await visit()).toBe(200)
    expect((await ann.call(readBilling)).body.billing.appsInUse).toEqual(['newsletter', 'birthday'])

    await choose('starter')
    // On before it is due, and due while the plan leaves it out: the worker of this process looks, too.
    await turnOnAt(t, id, new Date(noon.getTime() - 12 * 3_600_000))
    expect(await visit()).toBe(410)
    await celebrateAt(t, noon)
    expect(await recordsOf(t, id)).toEqual([])
    expect((await ann.call(readBilling)).body.billing.appsInUse).toEqual([])

    await choose('team')
    expect(await visit()).toBe(200)
    await celebrateAt(t, noon)
    expect(await recordsOf(t, id)).toMatchObject([{ name: 'Noa' }])
  })

  test('shows in every open page at once, and each change has one entry in the audit log', async () => {
    const count = async () => {
      const { rows } = await sql<{ action: string; target: string; n: number }>`
        select action, target, count(*)::int as n from audit_entry where action in ('app.left-plan', 'app.joined-plan')
        group by action, target`.execute(db())
      return new Map(rows.map(({ action, target, n }) => [`${action} ${target}`, n]))
    }
    const before = await count()
    const socket = await t.connectClient(t.acme.gus)
    await choose('starter')
    await socket.next('organization-updated', { organization: { appsNotInPlan: ['newsletter', 'birthday'] } })
    await syncOrganization(t.process.kernel, t.acme.id)
    await choose('team')
    await socket.next('organization-updated', { organization: { id: t.acme.id } })
    const after = await count()
    for (const change of ['app.left-plan', 'app.joined-plan'])
      for (const app of ['newsletter', 'birthday'])
        expect([change, app, (after.get(`${change} ${app}`) ?? 0) - (before.get(`${change} ${app}`) ?? 0)]).toEqual([
          change,
          app,
          1,
        ])
    expect(after.get('app.left-plan forms')).toBeUndefined()
  })
})

describe('every app is included', () => {
  test('without a plan, and where payments are not set up any more', async () => {
    expect((await t.as(t.beta.ann).call(readBilling)).body.billing).toMatchObject({ status: 'none', plan: null })
    expect(await mine(t.beta.ann)).toEqual(WITH)
    await choose('starter')
    const { kernel } = t.process
    await reviewAccounts(kernel)
    expect(await mine()).toEqual(WITHOUT)
    await reviewAccounts({ ...kernel, config: { ...kernel.config, stripe: undefined } })
    expect(await mine()).toEqual(WITH)
    await syncOrganization(kernel, t.acme.id)
    expect(await mine()).toEqual(WITHOUT)
  })

  test('after a plan has ended', async () => {
    const org = await makeOrg(t.process.kernel, 'Ended', 77)
    const { body } = await t.as(org.ann).call(startCheckout, { body: { plan: 'starter' } })
    await stripe.enterCard(body.url, CARD.pays)
    await syncOrganization(t.process.kernel, org.id)
    expect(await mine(org.ann)).toEqual(WITHOUT)
    await prove(org.ann)
    await t.as(org.ann).call(editBilling, { body: { isCanceled: true } })
    expect(await mine(org.ann)).toEqual(WITHOUT)
    await stripe.endPeriod((await accountOf(t.process.kernel.database.ofOrg(org.id), org.id))?.customerId ?? '')
    await syncOrganization(t.process.kernel, org.id)
    expect((await t.as(org.ann).call(readBilling)).body.billing.plan).toBeNull()
    expect(await mine(org.ann)).toEqual(WITH)
  })
})
