import type { Page } from '@playwright/test'
import { createAccount, newUser } from './support/accounts.ts'
import { catalogTexts, pseudo, speakPseudo, untranslated } from './support/pseudo.ts'
import { enter, expect, haveSession, test } from './support/test.ts'

// The app in the pseudo language: a text in plain English bypassed the catalogs, and is English in every language.

// Each story opens many pages and waits for all of each.
test.setTimeout(180_000)
test.beforeEach(({ page }) => speakPseudo(page))

/** Waits until everything in sight has loaded, and expects no plain English. */
async function expectTranslated(
  page: Page,
  where: string,
  isLeftOut: (line: string) => boolean = () => false,
): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('.mantine-Skeleton-root').filter({ visible: true }), where).toHaveCount(0)
  await expect.poll(async () => (await untranslated(page)).filter((line) => !isLeftOut(line)), where).toEqual([])
}

/** Opens pages one after another; each has a heading. */
async function expectPagesTranslated(page: Page, pages: readonly [path: string, heading: string][]): Promise<void> {
  for (const [path, heading] of pages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: pseudo(heading) }).first(), path).toBeVisible()
    await expectTranslated(page, path)
  }
}

test('finds plain text in every place where a user reads it, and leaves out data', async ({ page }) => {
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { name: pseudo('Log in') })).toBeVisible()
  await expectTranslated(page, 'log in')
  await page.evaluate(() => {
    const planted = document.createElement('div')
    planted.innerHTML = `<p>Plain text</p><button aria-label="Plain label">⟦Ȧ⟧</button><i title="Plain title">⟦Ȧ⟧</i>
      <input placeholder="Plain placeholder"><p>⟦Ȧ Ben ƀ⟧ glued</p>
      <p translate="no">A message</p><bdi title="Ben">Ben</bdi><kbd>Ctrl</kbd><p>⟦Ħī Ben⟧ 4:05</p><p hidden>Hidden</p>`
    document.querySelector('main')?.append(planted)
  })
  expect((await untranslated(page)).map((line) => line.replace(/^.*?(\S+:) /, '$1 '))).toEqual([
    'p: Plain text',
    'p: glued',
    'aria-label: Plain label',
    'title: Plain title',
    'placeholder: Plain placeholder',
  ])
})

test('the pages for logging in are translated', async ({ page }) => {
  await expectPagesTranslated(page, [
    ['/auth/register', 'Create an account'],
    ['/auth/forgot-password', 'Reset your password'],
    ['/auth/email-link', 'Log in with a link'],
    ['/auth/help', 'Login help'],
    ['/auth/nothing-here', 'Page not found'],
  ])
})

test('the inbox is translated, with its menus', async ({ page }) => {
  await haveSession(page, 'owner@demo.test')
  await page.goto('/dashboard/inbox?status=open')
  const row = page.locator('[data-conversation]').first()
  const contactId = await row.getAttribute('data-conversation')
  await row.click()
  await expect(page.locator('#screen-title, h2').filter({ visible: true }).first()).toBeVisible()
  await expectTranslated(page, 'thread')
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectTranslated(page, 'search')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: pseudo('Notifications').slice(0, -1) }).click()
  await expectTranslated(page, 'notifications')
  await page.keyboard.press('Escape')
  await page.goto(`/dashboard/contacts/${contactId}`)
  const tabs = page.getByRole('dialog').getByRole('tab')
  await expect(tabs.first()).toBeVisible()
  for (const tab of await tabs.all()) {
    await tab.click()
    await expectTranslated(page, `contact, ${await tab.textContent()}`)
  }
})

test('the screens of contacts, groups and the team are translated', async ({ page }) => {
  await haveSession(page, 'owner@demo.test')
  await expectPagesTranslated(page, [
    ['/dashboard', 'Dashboard'],
    ['/dashboard/contacts', 'Contacts'],
    ['/dashboard/contacts?add=1', 'Contacts'],
    ['/dashboard/contacts/fields', 'Custom fields'],
    ['/dashboard/contacts/opt-outs', 'Opt-outs'],
    ['/dashboard/contacts/duplicates', 'Duplicates'],
    ['/dashboard/contacts/family', 'Parent organization'],
    ['/dashboard/groups', 'Groups'],
    ['/dashboard/groups?new=1', 'Groups'],
    ['/dashboard/team', 'Team'],
    ['/dashboard/apps', 'Apps'],
    ['/dashboard/apps/forms', 'Forms'],
    ['/dashboard/apps/forms/new', 'New form'],
    ['/dashboard/apps/newsletter', 'Content Studio'],
    ['/dashboard/apps/birthday', 'Celebrations'],
    ['/dashboard/apps/contactoptin', 'Contact Opt-in'],
  ])
})

test('every page of the settings is translated', async ({ page }) => {
  await haveSession(page, 'owner@demo.test')
  await page.goto('/dashboard/settings')
  // Why carriers rejected a company is a text of the server, which speaks English here.
  const ofServer = catalogTexts()
  const links = page.getByRole('main').locator('a[href*="settings?tab="]')
  await expect(links.first()).toBeVisible()
  for (const path of await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expectTranslated(page, path, (line) => ofServer.has(line.replace(/^.*?: /, '')))
  }
})

test('the first screens of an organization and its import are translated', async ({ page, request }) => {
  await enter(page, await createAccount(request, newUser('Uma'), 'Uma and Sons'))
  await expectPagesTranslated(page, [
    ['/dashboard', 'Dashboard'],
    ['/dashboard/contacts', 'Contacts'],
    ['/dashboard/groups', 'Groups'],
    ['/dashboard/contacts/import', 'Import contacts'],
  ])
  const rows = ['F name;L name;Cell #;Shirt', 'Zoe;Muller;(312) 555-0111;M', 'Ana;Ruiz;(312) 555-0112;S']
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('heading', { level: 2, name: pseudo('Match columns') })).toBeVisible()
  await expectTranslated(page, 'columns')
  await page.getByRole('button', { name: pseudo('Check rows') }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await expectTranslated(page, 'rows')
})
