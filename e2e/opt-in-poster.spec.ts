import { freePhone } from './support/accounts.ts'
import { addLine, textFrom } from './support/broadcasts.ts'
import { createTeam, expect, rowOf } from './support/people.ts'
import { registerPhone, textsOn } from './support/phones.ts'
import { test } from './support/test.ts'

// People at the gate join by the code of a poster, or by a text with the keyword on it.

test('people join by the code of a poster and by a keyword, and the page shows both', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Pia')
  const line = await addLine(team)
  const digits = freePhone().slice(-7)
  const keyword = `GATE${digits}`
  await team.call('POST', '/contactoptin', {
    name: 'Gate',
    url: `gate-${digits}`,
    keyword,
    title: { en: 'Get shift news by text' },
    intro: {},
    thanks: {},
    color: '#0b5fb0',
    languages: ['en'],
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
  const [scanner, texter] = [freePhone(), freePhone()]
  for (const phone of [scanner, texter]) await registerPhone(request, phone, phone)

  // The poster names the keyword and the number, and its code opens the page.
  await page.goto('/dashboard/apps/contactoptin')
  await rowOf(page, 'Gate').click()
  await page.getByRole('tab', { name: 'Share' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the page' })).toBeVisible()
  const { data } = await team.call<{ data: { posterLink: string; link: string }[] }>('GET', '/contactoptin')
  const { posterLink = '', link = '' } = data[0] ?? {}
  const worker = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
  })
  const shown = await worker.newPage()
  await shown.goto(`${baseURL}${new URL(link).pathname}/poster`)
  await expect(shown.getByText(keyword)).toBeVisible()
  await shown.goto(`${baseURL}${new URL(posterLink).pathname}`)
  await expect(shown.getByRole('heading', { name: 'Get shift news by text' })).toBeVisible()
  await shown.getByRole('textbox', { name: 'Mobile number' }).fill(scanner)
  await shown.getByRole('textbox', { name: 'First name' }).fill('Scott')
  await shown.getByRole('checkbox').check()
  await shown.getByRole('button', { name: 'Join' }).click()
  await expect(shown.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
  await worker.close()

  await expect.poll(async () => (await textsOn(request, scanner)).length).toBeGreaterThan(0)
  await textFrom(request, scanner, line, 'YES')
  await textFrom(request, texter, line, keyword)
  await expect.poll(async () => (await textsOn(request, scanner)).length).toBeGreaterThan(1)
  await expect.poll(async () => (await textsOn(request, texter)).join('\n')).toContain('STOP')

  await page.getByRole('tab', { name: 'Who joined' }).click()
  await expect(rowOf(page, 'Scott')).toContainText('Joined')
  await expect(page.getByRole('row').filter({ hasText: 'Joined' })).toHaveCount(2)
  // The wording that each agreed to: that of the page, and the text with the keyword.
  await expect(rowOf(page, 'Scott')).toContainText('I agree to get work texts')
})
