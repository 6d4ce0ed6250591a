import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { APIRequestContext, Page } from '@playwright/test'
import { freePhone } from './support/accounts.ts'
import { addLine } from './support/broadcasts.ts'
import { accessible, createTeam, expect, type TestTeam } from './support/people.ts'
import { expectNoSidewaysScroll, test } from './support/test.ts'

// Every kind of public page as workers meet it: without a script, at 400 % zoom, from right to left, on a weak network.

const PICTURE = fileURLToPath(new URL('./pictures/gallery-buttons-light.png', import.meta.url))
/** The width of a screen of 1280 pixels at 400 % zoom (WCAG 2.2, 1.4.10). */
const ZOOMED = { width: 320, height: 256 }
const SCRIPT_MAX = 12_000
const PAGE_MAX = 100_000

interface Kind {
  name: string
  path: string
  /** Read from meters away, it cuts what does not fit. */
  isScreen?: boolean
}

/** Publishes one page of each kind in English and Arabic. */
async function publishPages(page: Page, request: APIRequestContext, team: TestTeam): Promise<Kind[]> {
  const slug = `gate-${freePhone().slice(-7)}`
  await team.call('POST', '/contactoptin', {
    name: 'Gate',
    url: slug,
    keyword: '',
    title: { en: 'Get shift news by text', ar: 'احصل على أخبار الورديات' },
    intro: { en: 'Schedules and closures.', ar: 'الجداول وأيام الإغلاق.' },
    thanks: {},
    color: '#0b5fb0',
    languages: ['en', 'ar'],
    fields: [{ source: 'firstname', required: true }],
    frequency: { count: 4, per: 'week' },
    termsUrl: 'https://plant.example/terms',
    privacyUrl: 'https://plant.example/privacy',
    doubleOptIn: true,
    verifyPhone: false,
    duplicate: 'update',
    actions: [],
    status: 'active',
  })
  const { form } = await team.call<{ form: { id: string } }>('POST', '/forms', {
    name: 'Meal',
    title: { en: 'Your meal', ar: 'وجبتك' },
    languages: ['en', 'ar'],
    questions: [
      {
        id: 'q1',
        type: 'choice',
        label: { en: 'Which meal?', ar: 'أي وجبة؟' },
        options: [
          { id: 'veg', label: { en: 'Vegetables', ar: 'خضار' } },
          { id: 'fish', label: { en: 'Fish', ar: 'سمك' } },
        ],
        required: true,
      },
      { id: 'q2', type: 'long_text', label: { en: 'Anything else?', ar: 'شيء آخر؟' } },
    ],
  })
  const published = await team.call<{ form: { link: string } }>('POST', `/forms/${form.id}/publish`, { version: 1 })
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')
  const uploaded = await request.post('/api/news/picture', {
    headers: { authorization: `Bearer ${token?.value}`, 'content-type': 'application/octet-stream' },
    data: await readFile(PICTURE),
  })
  const { picture } = (await uploaded.json()) as { picture: { id: string } }
  const { issue } = await team.call<{ issue: { id: string } }>('POST', '/news', {
    content: {
      title: 'بوابة جديدة',
      language: 'ar',
      languages: [],
      translations: {},
      reactions: true,
      blocks: [
        { id: 'b00001', type: 'paragraph', text: [{ text: 'تفتح البوابة الشمالية في الساعة 6.', bold: true }] },
        { id: 'b00002', type: 'picture', fileId: picture.id, alt: 'أزرار', isDecoration: false },
        { id: 'b00003', type: 'list', style: 'bullets', items: [[{ text: 'أحضر شارتك' }], [{ text: 'شكرا' }]] },
        { id: 'b00004', type: 'button', label: 'افتح الخريطة', href: 'https://plant.example/map' },
      ],
    },
  })
  const news = await team.call<{ issue: { link: string } }>('POST', `/news/${issue.id}/publish`, {
    version: 1,
    expiresAt: null,
  })
  const newsPath = new URL(news.issue.link).pathname
  return [
    { name: 'opt-in', path: `/public/join/${slug}` },
    { name: 'form', path: new URL(published.form.link).pathname },
    { name: 'news', path: newsPath },
    { name: 'screen', path: `${newsPath}/screen`, isScreen: true },
  ]
}

test('every public page works in Arabic at 400 % zoom, is accessible, and weighs little', async ({
  page,
  request,
  browser,
  baseURL,
}, testInfo) => {
  test.slow()
  const team = await createTeam(page, request, 'Omar')
  await addLine(team)
  // The accessibility check writes styles, which the policy of the pages forbids.
  const context = await browser.newContext({ bypassCSP: true, viewport: ZOOMED, locale: 'ar-EG' })
  const shown = await context.newPage()
  for (const { name, path, isScreen = false } of await publishPages(page, request, team)) {
    const sent: { type: string; bytes: Promise<number> }[] = []
    const count = (response: Awaited<ReturnType<Page['waitForResponse']>>) =>
      sent.push({
        type: response.request().resourceType(),
        bytes: response
          .request()
          .sizes()
          .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
      })
    shown.on('response', count)
    await test.step(name, async () => {
      await shown.goto(`${baseURL}${path}`, { waitUntil: 'networkidle' })
      await expect(shown.locator('html')).toHaveAttribute('lang', 'ar')
      await expect(shown.locator('html')).toHaveAttribute('dir', 'rtl')
      await accessible(shown, `${name} at 400 % zoom`)
      await expectNoSidewaysScroll(shown)
      if (!isScreen) {
        const small = await smallTargets(shown)
        expect(small, `targets of ${name} below 44 px`).toEqual([])
      }
      const weights = await Promise.all(sent.map(async ({ type, bytes }) => ({ type, bytes: await bytes })))
      const sum = (type?: string) =>
        weights.filter((part) => !type || part.type === type).reduce((total, { bytes }) => total + bytes, 0)
      expect(sum('document')).toBeGreaterThan(0)
      expect(sum('script'), `script of ${name}`).toBeLessThanOrEqual(SCRIPT_MAX)
      expect(sum(), `weight of ${name}`).toBeLessThan(PAGE_MAX)
      const tree = await shown.locator('body').ariaSnapshot()
      expect(tree).toMatch(/heading .* \[level=1\]/)
      // Kept with the results of the run, for people who check a page with a screen reader.
      await writeFile(testInfo.outputPath(`${name}.aria.yaml`), `${tree}\n`)
      await shown.screenshot({ path: testInfo.outputPath(`${name}.png`) })
    })
    shown.off('response', count)
  }
  await context.close()
})

test('every public page is used without a script', async ({ page, request, browser, baseURL }) => {
  test.slow()
  const team = await createTeam(page, request, 'Olga')
  await addLine(team)
  const pages = await publishPages(page, request, team)
  const pathOf = (name: string) => `${baseURL}${pages.find((kind) => kind.name === name)?.path}`
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: ZOOMED, locale: 'ar-EG' })
  const phone = await context.newPage()
  await phone.goto(pathOf('opt-in'))
  await phone.locator('#phone').fill(freePhone())
  await phone.locator('#firstname').fill('ليلى')
  await phone.getByRole('checkbox').check()
  await phone.getByRole('button').click()
  await expect(phone.getByRole('heading', { name: 'تحقق من هاتفك' })).toBeVisible()
  await phone.goto(pathOf('form'))
  await phone.getByRole('radio', { name: 'سمك' }).check()
  await phone.getByRole('button').click()
  await expect(phone.getByRole('heading', { level: 1 })).not.toHaveText('وجبتك')
  await phone.goto(pathOf('news'))
  await expect(phone.getByRole('img')).toHaveJSProperty('complete', true)
  await phone.getByRole('button').first().click()
  await expect(phone.getByRole('status')).toBeVisible()
  await expect(phone.getByRole('button').first()).toHaveAttribute('aria-pressed', 'true')
  // The screen goes on by itself: its refresh is a header.
  const screen = await request.get(pathOf('screen'))
  expect(screen.headers()['refresh']).toMatch(/^30; url=\/public\/news\//)
  await context.close()
})

/** Lists what people tap that is lower than 44 pixels; links within a sentence are exempt (WCAG 2.2, 2.5.8). */
async function smallTargets(page: Page): Promise<string[]> {
  return page
    .locator('a:visible, button:visible, input:visible, textarea:visible, select:visible')
    .evaluateAll((targets) =>
      targets.flatMap((target) => {
        const area = target.closest('label') ?? target
        const { height } = area.getBoundingClientRect()
        const isInText = target.tagName === 'A' && target.closest('.blocks p, .blocks li') && !target.closest('.action')
        return isInText || height >= 44 ? [] : [`${target.tagName} ${target.textContent} ${Math.round(height)}`]
      }),
    )
}

test('a form sent near the limit of its address goes through after a moment', async ({ page, request, browser }) => {
  test.slow()
  const team = await createTeam(page, request, 'Wes')
  await addLine(team)
  const [optIn] = await publishPages(page, request, team)
  const path = optIn?.path ?? ''
  // As a number: a part of an address has no leading zero.
  const address = { 'x-forwarded-for': `10.77.${Number(freePhone().slice(-4, -2))}.1` }
  const url = path.split('/').at(-1)
  const shown = await request.get(`/api/contactoptin/render?url=${url}&lang=en`, { headers: address })
  const { version } = ((await shown.json()) as { page: { consent: { version: string } } }).page.consent
  const join = () =>
    request.post('/api/contactoptin/submit', {
      headers: address,
      data: { url, phone: freePhone(), values: { firstname: 'Mia' }, consent: { accepted: true, version }, lang: 'en' },
    })
  // The free half of the limit.
  let http = 200
  for (let sent = 0; http === 200 && sent < 300; sent += 1) http = (await join()).status()
  expect(http).toBe(429)
  const context = await browser.newContext({ extraHTTPHeaders: address, locale: 'en-US' })
  const phone = await context.newPage()
  await phone.goto(path)
  await phone.getByRole('textbox', { name: 'Mobile number' }).fill(freePhone())
  await phone.getByRole('textbox', { name: 'First name' }).fill('Noor')
  await phone.getByRole('checkbox').check()
  await phone.getByRole('button', { name: 'Join' }).click()
  await expect(phone.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
  await context.close()
})
