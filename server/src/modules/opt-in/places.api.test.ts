import { saveOptInPage, type OptInContent, type OptInPage } from '@crewline/contract/opt-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

let nth = 0
async function save(changes: Partial<OptInContent> = {}) {
  const body = {
    name: 'Gate',
    url: `place-${(nth += 1)}`,
    keyword: '',
    title: { en: 'Get shift news by text', es: 'Recibe noticias de tu turno' },
    intro: {},
    thanks: {},
    color: '#0b5fb0',
    languages: ['es' as const, 'en' as const],
    fields: [{ source: 'firstname' as const, required: true }],
    frequency: { count: 4, per: 'week' as const },
    termsUrl: 'https://acme.example/terms',
    privacyUrl: 'https://acme.example/privacy',
    doubleOptIn: true,
    verifyPhone: false,
    duplicate: 'update' as const,
    actions: [],
    status: 'active' as const,
    ...changes,
  }
  return t.as(t.acme.ann).call(saveOptInPage, { query: {}, body })
}

/** Opens or sends a page in a mode. */
async function open({ url }: Pick<OptInPage, 'url'>, query: string, form?: Record<string, string>) {
  const answer = await fetch(`${t.process.address}/public/join/${url}?lang=en${query}`, {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  const policy = answer.headers.get('content-security-policy') ?? ''
  return {
    html: await answer.text(),
    frames: /frame-ancestors ([^;]+)/.exec(policy)?.[1],
    refresh: answer.headers.get('refresh'),
  }
}

async function sendForm(page: OptInPage, query: string, phone: string) {
  const { html } = await open(page, query)
  const valueOf = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? ''
  const form = { version: valueOf('version'), source: valueOf('source'), phone, firstname: 'Mia', consent: 'yes' }
  return open(page, query, form)
}

describe('a page inside a website', () => {
  test('can be shown by the named websites only, on every page of the form', async () => {
    const websites = ['https://www.acme.example', 'https://jobs.acme.example:8443']
    const { page } = (await save({ websites })).body
    expect(page.websites).toEqual(websites)
    expect(await open(page, '')).toMatchObject({ frames: "'none'" })
    const shown = await open(page, '&embed=1')
    expect(shown.frames).toBe(websites.join(' '))
    expect(shown.html).toContain(`action="/public/join/${page.url}?lang=en&#38;embed=1"`)
    const wrong = await sendForm(page, '&embed=1', '12')
    expect(wrong.frames).toBe(websites.join(' '))
    const sent = await sendForm(page, '&embed=1', '+14155570901')
    expect(sent.html).toContain('Check your phone')
    expect(sent.frames).toBe(websites.join(' '))
  })

  test('can be shown by no website when none is named', async () => {
    const { page } = (await save()).body
    expect(await open(page, '&embed=1')).toMatchObject({ frames: "'none'" })
  })

  test.each([
    'http://www.acme.example',
    'https://www.acme.example/jobs',
    'https://*.acme.example',
    "https://a.example; script-src 'unsafe-inline'",
    'https://user@acme.example',
    '*',
  ])('refuses %s as a website', async (website) => {
    expect(await save({ websites: [website] })).toMatchObject({
      http: 400,
      body: { fieldErrors: { websites: 'Enter addresses such as https://www.example.com, without a path.' } },
    })
  })
})

describe('a page on a shared tablet', () => {
  test('suggests nothing, says where it was filled in, and returns to an empty form', async () => {
    const { page } = (await save()).body
    const empty = await open(page, '&kiosk=1')
    expect(empty.html).toContain('name="source" value="kiosk"')
    expect(empty.html).not.toMatch(/autocomplete="(tel|given-name)"/)
    expect(empty.refresh).toBeNull()
    const wrong = await sendForm(page, '&kiosk=1', '12')
    expect(wrong.html).toContain('Enter a mobile number with its area code.')
    expect(wrong.refresh).toBe(`120; url=/public/join/${page.url}?lang=es&kiosk=1`)
    const done = await sendForm(page, '&kiosk=1', '+14155570902')
    expect(done.html).toContain('Check your phone')
    expect(done.refresh).toBe(`20; url=/public/join/${page.url}?lang=es&kiosk=1`)
    // On a phone of their own no page goes away by itself.
    expect((await sendForm(page, '', '+14155570903')).refresh).toBeNull()
  })
})
