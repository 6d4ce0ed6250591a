import type { Page } from '@playwright/test'
import { freePhone } from './support/accounts.ts'
import { addLine } from './support/broadcasts.ts'
import { accessible, createTeam, expect, type TestTeam } from './support/people.ts'
import { test } from './support/test.ts'

// Pages that many people use one after the other, and pages inside another website.

const TABLET = { viewport: { width: 1024, height: 768 } }
const WEBSITE = 'https://plant.example'

async function publishOptIn(team: TestTeam, changes: object = {}): Promise<string> {
  await addLine(team)
  const slug = `gate-${freePhone().slice(-7)}`
  await team.call('POST', '/contactoptin', {
    name: 'Gate',
    url: slug,
    keyword: '',
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
    ...changes,
  })
  return `/public/join/${slug}`
}

/** Stops the clock of a page: from now on a slow machine takes no time from a person. */
const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000)

/** Lets time pass until a page starts over. What it counts with begins when it is loaded, and its clock stands still. */
async function startOver(page: Page, afterMs: number): Promise<void> {
  await page.waitForLoadState()
  await Promise.all([page.waitForEvent('load'), page.clock.fastForward(afterMs)])
}

test('a shared tablet at the gate forgets a person who walks away, and starts over after one who is done', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const team = await createTeam(page, request, 'Ida')
  const path = await publishOptIn(team)
  const checked = await browser.newContext({ ...TABLET, bypassCSP: true })
  const looked = await checked.newPage()
  await looked.goto(`${baseURL}${path}?kiosk=1`)
  await accessible(looked, 'the opt-in page on a tablet')
  await checked.close()

  const tablet = await browser.newContext(TABLET)
  const shown = await tablet.newPage()
  await shown.clock.install()
  await shown.goto(`${baseURL}${path}?kiosk=1`)
  const name = shown.getByRole('textbox', { name: /First name/ })
  const number = shown.getByRole('textbox', { name: 'Mobile number' })
  await expect(name).toHaveAttribute('autocomplete', 'off')
  await stopClock(shown)
  await name.fill('Ana')
  await number.fill('+1 415 555 0')
  await shown.clock.fastForward(115_000)
  await expect(shown.getByText('Starting over soon. Touch the screen to continue.')).toBeVisible()
  // A touch gives the person their time again.
  await name.press('End')
  await expect(shown.getByText('Starting over soon. Touch the screen to continue.')).toBeHidden()
  await expect(name).toHaveValue('Ana')
  await startOver(shown, 125_000)
  await expect(name).toHaveValue('')
  await expect(number).toHaveValue('')

  // By keyboard to the end; then the next person finds an empty form.
  await number.fill(freePhone())
  await name.fill('Ben')
  await shown.getByRole('checkbox').press('Space')
  await shown.getByRole('button', { name: 'Join' }).press('Enter')
  await expect(shown.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
  await startOver(shown, 25_000)
  await expect(name).toHaveValue('')
  await shown.goBack()
  await expect(shown.getByText('Ben')).toHaveCount(0)
  await tablet.close()
})

test('a form on a shared tablet forgets a person who walks away', async ({ page, request, browser, baseURL }) => {
  test.setTimeout(120_000)
  const team = await createTeam(page, request, 'Ida')
  const { form } = await team.call<{ form: { id: string } }>('POST', '/forms', {
    name: 'Gate check',
    title: { en: 'Gate check' },
    questions: [{ id: 'q1', type: 'long_text', label: { en: 'What happened?' }, required: true }],
  })
  await team.call('POST', `/forms/${form.id}/publish`, { version: 1 })
  const on = await team.call<{ form: { kiosk: { link: string } } }>('POST', `/forms/${form.id}/kiosk`, {
    idleSeconds: 60,
  })
  const { pathname } = new URL(on.form.kiosk.link)
  const tablet = await browser.newContext(TABLET)
  const shown = await tablet.newPage()
  await shown.clock.install()
  await shown.goto(`${baseURL}${pathname}`)
  const answer = shown.getByRole('textbox', { name: 'What happened?' })
  await expect(answer).toBeVisible()
  await stopClock(shown)
  await answer.fill('A secret')
  await shown.clock.fastForward(55_000)
  await expect(shown.getByText('Starting over soon. Touch the screen to continue.')).toBeVisible()
  await answer.press('End')
  await expect(shown.getByText('Starting over soon. Touch the screen to continue.')).toBeHidden()
  await startOver(shown, 65_000)
  await expect(answer).toHaveValue('')

  await answer.fill('A broken lock')
  await shown.getByRole('button', { name: 'Send' }).press('Enter')
  await expect(shown.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await startOver(shown, 10_000)
  await expect(answer).toHaveValue('')
  await tablet.close()
})

test('an opt-in page works inside the website that was named, and in no other', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const team = await createTeam(page, request, 'Ida')
  const path = await publishOptIn(team, { websites: [WEBSITE] })
  // The product under test is on this machine, which a website of the internet may not open by itself.
  const permissions = ['local-network-access']
  const visitor = await browser.newContext({ viewport: { width: 1280, height: 900 }, permissions })
  const site = await visitor.newPage()
  const frame = `<!doctype html><title>Careers</title><h1>Careers</h1><iframe src="${baseURL}${path}?embed=1" title="Get texts" style="width:100%;height:46rem;border:0"></iframe>`
  for (const origin of [WEBSITE, 'https://other.example'])
    await site.route(`${origin}/**`, (route) => route.fulfill({ contentType: 'text/html', body: frame }))
  const inside = site.frameLocator('iframe')
  await site.goto(`${WEBSITE}/careers`)
  await expect(inside.getByRole('heading', { name: 'Get shift news by text' })).toBeVisible()
  await inside.getByRole('textbox', { name: 'Mobile number' }).fill(freePhone())
  await inside.getByRole('textbox', { name: /First name/ }).fill('Ana')
  await inside.getByRole('checkbox').press('Space')
  await inside.getByRole('button', { name: 'Join' }).press('Enter')
  await expect(inside.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
  await expect.poll(() => visitor.cookies()).toEqual([])

  const refused = site.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await site.goto('https://other.example/careers')
  await refused
  await expect(inside.getByRole('heading', { name: 'Get shift news by text' })).toHaveCount(0)
  await visitor.close()
})
