import { renderOptInPage, submitOptIn } from '@crewline/contract/join'
import { saveOptInPage, type OptInPage } from '@crewline/contract/opt-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeLimit } from '../../kernel/http/limits.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

let nth = 0
/** A number that no contact has. */
const newPhone = () => `+1415556${String((nth += 1)).padStart(4, '0')}`
const newAddress = () => `10.9.${(nth += 1)}.1`

async function publish(verifyPhone = false, org: Org = t.acme): Promise<OptInPage> {
  const body = {
    name: 'Gate',
    url: `gate-${(nth += 1)}`,
    keyword: '',
    title: { en: 'Get shift news by text' },
    intro: {},
    thanks: {},
    color: '#0b5fb0',
    languages: ['en' as const],
    fields: [{ source: 'firstname' as const, required: true }],
    frequency: { count: 4, per: 'week' as const },
    termsUrl: 'https://acme.example/terms',
    privacyUrl: 'https://acme.example/privacy',
    doubleOptIn: true,
    verifyPhone,
    duplicate: 'update' as const,
    actions: [],
    status: 'active' as const,
  }
  return (await t.as(org.ann).call(saveOptInPage, { query: {}, body })).body.page
}

/** Uses a limit up to a count, as so many forms would. */
async function use(name: string, key: string, { points, count }: { points: number; count: number }): Promise<void> {
  const limit = makeLimit(t.process.kernel, name, points, 3600)
  await Promise.all(Array.from({ length: count }, () => limit.count(key)))
}

/** Sends the form of a page as a browser does, with more fields. */
async function send(page: OptInPage, address: string, phone: string, more: Record<string, string> = {}) {
  const path = new URL(page.link).pathname
  const headers = { 'x-forwarded-for': address }
  const form = await (await fetch(`${t.process.address}${path}`, { headers })).text()
  const version = /name="version" value="([^"]+)"/.exec(form)?.[1] ?? ''
  const answer = await fetch(`${t.process.address}${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ version, phone, firstname: 'Mia', consent: 'yes', ...more }),
  })
  return { http: answer.status, html: await answer.text(), policy: answer.headers.get('content-security-policy') }
}

const challengeIn = (html: string) => /name="work" value="([^"]+)"/.exec(html)?.[1] ?? ''

describe('the limits of an opt-in page', () => {
  test.each([
    ['of an address', 'opt-in-address', 240],
    ['of an organization', 'opt-in-organization', 3000],
  ])('%s: ask for work near the limit, and refuse at it', async (_title, name, points) => {
    const org = await makeOrg(t.process.kernel, `Plant ${points}`, points)
    const page = await publish(false, org)
    const address = newAddress()
    const key = name === 'opt-in-address' ? address : org.id
    await use(name, key, { points, count: points / 2 - 1 })
    expect((await send(page, address, newPhone())).html).toContain('Check your phone')
    const phone = newPhone()
    const asked = await send(page, address, phone)
    expect(asked.html).toContain('One moment')
    expect(asked.html).toContain(`name="phone" value="${phone}"`)
    expect(asked.policy).toMatch(/script-src 'sha256-[^']+';/)
    const tooEarly = await send(page, address, phone, { work: challengeIn(asked.html), answer: '' })
    expect(tooEarly.html).toContain('Not yet.')
    expect(challengeIn(tooEarly.html)).toBe(challengeIn(asked.html))
    const wrong = await send(page, address, phone, { work: challengeIn(asked.html), answer: 'x' })
    expect(wrong.html).toContain('One moment')
    // A program that calls the API can't be asked.
    const shown = await t.as(null).call(renderOptInPage, { query: { url: page.url, lang: 'en' } })
    const consent = { accepted: true as const, version: shown.body.page.consent.version }
    const called = await t.as(null).call(submitOptIn, {
      headers: { 'x-forwarded-for': address },
      body: { url: page.url, phone, values: { firstname: 'Mia' }, consent, lang: 'en' },
    })
    expect(called).toMatchObject({ http: 429, body: { code: 'slow_down' } })
    await use(name, key, { points, count: points / 2 })
    expect((await send(page, address, newPhone())).html).toContain('Too many tries. Wait a few minutes.')
  })

  test('of a number refuse the sixth form in an hour, without asking for work', async () => {
    const page = await publish()
    const phone = newPhone()
    for (let count = 0; count < 5; count += 1)
      expect((await send(page, newAddress(), phone)).html).toContain('Check your phone')
    const refused = await send(page, newAddress(), phone)
    expect(refused.html).toContain('Too many tries. Wait a few minutes.')
    expect(refused.html).not.toContain('name="work"')
  })

  test('of codes ask for work before the codes of an address run out', async () => {
    const page = await publish(true)
    const address = newAddress()
    await use('opt-in-code-address', address, { points: 40, count: 19 })
    expect((await send(page, address, newPhone())).html).toContain('Enter your code')
    expect((await send(page, address, newPhone())).html).toContain('One moment')
  })

  test('of one link do not stop people who only read it', async () => {
    const page = await publish()
    const path = new URL(page.link).pathname
    const open = async (address: string) =>
      (await fetch(`${t.process.address}${path}`, { headers: { 'x-forwarded-for': address } })).status
    const one = newAddress()
    const seen = await Promise.all(Array.from({ length: 250 }, () => open(one)))
    expect(seen.filter((http) => http === 200)).toHaveLength(240)
    expect(seen.filter((http) => http === 429)).toHaveLength(10)
    expect(await open(newAddress())).toBe(200)
  })
})
