import type { Page } from '@playwright/test'
import { callAs } from './support/accounts.ts'
import { catalogTexts, speakPseudo, untranslated } from './support/pseudo.ts'
import { expect, haveSession, test } from './support/test.ts'

// Pages of the apps, of broadcasts and of records in the pseudo language, opened as a reader would reach them.

test.setTimeout(180_000)
test.beforeEach(async ({ page }) => {
  await speakPseudo(page)
  await haveSession(page, 'owner@demo.test')
})

/** Where names of groups and numbers are within a text of the product. */
const NAMES = /^(?:dl > div > dd|section > div > h2#dates-title): /

/** The server of these stories speaks English: its texts are known by the catalog, which a text that bypassed it is not in. */
const ofServer = catalogTexts()
const isUntranslated = (line: string): boolean => !NAMES.test(line) && !ofServer.has(line.replace(/^.*?: /, ''))

/** Waits until everything in sight has loaded and no text changes any more, and expects no plain English. */
async function expectTranslated(page: Page, where: string): Promise<void> {
  await expect(page.locator('.mantine-Skeleton-root').filter({ visible: true }), where).toHaveCount(0)
  let before = ''
  const problems = async (): Promise<string[]> => {
    const text = await page.locator('body').innerText()
    const isSettled = text === before
    before = text
    return isSettled ? (await untranslated(page)).filter(isUntranslated) : ['the page still changes']
  }
  await expect.poll(problems, where).toEqual([])
}

/** Reads the ids of a list of the API, in its order. */
async function idsOf(page: Page, list: string): Promise<string[]> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const answer = await callAs<Record<string, unknown>>(page.request, token, ['GET', list])
  const entries = Object.values(answer).find((value) => Array.isArray(value)) as { id: string }[] | undefined
  expect(entries?.length ?? 0, list).toBeGreaterThan(0)
  return (entries ?? []).map(({ id }) => id)
}

/** Opens every tab of the page. */
async function expectTabsTranslated(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('heading').first(), where).toBeVisible()
  await expectTranslated(page, where)
  const tabs = page.getByRole('main').getByRole('tab')
  for (const tab of await tabs.all()) {
    if (!(await tab.isEnabled())) continue
    await tab.click()
    await expectTranslated(page, `${where}, ${await tab.textContent()}`)
  }
}

test('broadcasts are translated: the list, one of each state, and the composer', async ({ page }) => {
  await page.goto('/dashboard/broadcasts')
  await expectTabsTranslated(page, 'broadcasts')
  for (const id of await idsOf(page, '/broadcast/paginated')) {
    await page.goto(`/dashboard/broadcasts/${id}`)
    await expectTabsTranslated(page, `broadcast ${id}`)
  }
  await page.goto('/dashboard/broadcasts/new')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expectTranslated(page, 'composer')
})

for (const [name, start, list, tab] of [
  ['forms', '/dashboard/apps/forms', '/forms', ''],
  ['issues of news', '/dashboard/apps/newsletter', '/news', '/edit'],
  ['celebrations', '/dashboard/apps/birthday', '/celebration', ''],
  ['pages to opt in', '/dashboard/apps/contactoptin', '/contactoptin', ''],
  ['groups', '/dashboard/groups', '/group', ''],
] as const)
  test(`${name} are translated: the list, and entries with their tabs`, async ({ page }) => {
    await page.goto(start)
    await expectTabsTranslated(page, name)
    for (const id of (await idsOf(page, list)).slice(0, 2)) {
      await page.goto(`${start}/${id}${tab}`)
      await expectTabsTranslated(page, `${start}/${id}`)
    }
  })

test('figures, former teammates and repairs are translated', async ({ page }) => {
  for (const path of [
    '/dashboard/analytics/contacts',
    '/dashboard/team/former',
    '/dashboard/contacts/repair',
    '/dashboard/settings/integrations/finch',
  ]) {
    await page.goto(path)
    await expectTabsTranslated(page, path)
  }
})
