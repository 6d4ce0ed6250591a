import { createHash } from 'node:crypto'
import { saveOptInPage, type OptInContent, type OptInPage } from '@crewline/contract/opt-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { IDLE_SCRIPT } from '../../kernel/pages/idle.ts'

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
    policy,
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
    const home = `/public/join/${page.url}?lang=es&#38;kiosk=1`
    const goesHome = (html: string) => /<noscript>\s*<meta\s+http-equiv="refresh"\s+content="([^"]+)"/.exec(html)?.[1]
    const empty = await open(page, '&kiosk=1')
    expect(empty.html).toContain('name="source" value="kiosk"')
    expect(empty.html).not.toMatch(/autocomplete="(tel|given-name)"/)
    // What is typed and left before the first try goes away as well.
    expect(empty.html).toContain('data-kiosk="120"')
    expect(empty.html).not.toContain('data-kept')
    expect(empty.html).toContain(`data-home="${home}"`)
    expect(empty.html).toContain(IDLE_SCRIPT)
    const hash = createHash('sha256').update(IDLE_SCRIPT).digest('base64')
    expect(empty.policy).toContain(`script-src 'sha256-${hash}'`)
    // Only a browser without a script goes away at a fixed time, and it gives a slow person time.
    expect(empty.refresh).toBeNull()
    expect(goesHome(empty.html)).toBe(`600; url=${home}`)
    const wrong = await sendForm(page, '&kiosk=1', '12')
    expect(wrong.html).toContain('Enter a mobile number with its area code.')
    expect(wrong.html).toMatch(/data-kiosk="120"[^>]+data-kept="yes"/)
    expect(wrong.refresh).toBeNull()
    const done = await sendForm(page, '&kiosk=1', '+14155570902')
    expect(done.html).toContain('Check your phone')
    expect(done.html).toMatch(/data-kiosk="20"[^>]+data-kept="yes"/)
    expect(goesHome(done.html)).toBe(`20; url=${home}`)
    // On a phone of their own no page goes away by itself.
    const own = await sendForm(page, '', '+14155570903')
    expect(own.html).not.toMatch(/data-kiosk|http-equiv/)
  })

  test('gives the code time to arrive', async () => {
    const { page } = (await save({ verifyPhone: true })).body
    const asked = await sendForm(page, '&kiosk=1', '+14155570904')
    expect(asked.html).toContain('Enter your code')
    expect(asked.html).toMatch(/data-kiosk="300"[^>]+data-kept="yes"/)
    expect(asked.html).toContain('content="600; url=')
  })
})
