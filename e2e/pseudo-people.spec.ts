import type { Locator, Page } from '@playwright/test'
import { callAs, createAccount, newUser } from './support/accounts.ts'
import { startPseudoServer, type PseudoServer } from './support/pseudo-server.ts'
import { keepUndoToasts, toastOf } from './support/people.ts'
import { pseudo, speakPseudo, untranslated } from './support/pseudo.ts'
import { enter, expect, test as withBrowsers } from './support/test.ts'

// What members do to many contacts at once, with server and web app in the pseudo language: each dialog, toast and result.
// Contacts have Greek names, so that plain Latin letters are texts that bypassed the catalogs.

const test = withBrowsers.extend<object, { server: PseudoServer }>({
  server: [
    // Playwright requires the pattern even when nothing is taken from it.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, run) => {
      const server = await startPseudoServer('')
      await run(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ server }, run) => run(server.address),
})
test.setTimeout(180_000)

/** Matches a text that begins with these words, whatever number or name follows. */
const starting = (words: string): RegExp => new RegExp(`^⟦*${pseudo(words).slice(1, -1)}`)
const button = (scope: Page | Locator, words: string): Locator =>
  scope.getByRole('button', { name: starting(words) }).first()

async function expectTranslated(page: Page, where: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect.poll(() => untranslated(page), where).toEqual([])
}

test('an import and its undo are translated to the end', async ({ page, request }) => {
  await speakPseudo(page)
  const owner = { ...newUser('olga'), firstname: 'Όλγα', lastname: 'Μύλλερ' }
  await enter(page, await createAccount(request, owner, 'Ωμέγα'))
  await page.goto('/dashboard/contacts/import')
  const rows = ['Όνομα;Επώνυμο;Κινητό', 'Ζωή;Ρούσσου;(312) 555-0111', 'Άννα;Ρη;555-01', 'Νίκη;Ρη;(312) 555-0113']
  const file = { name: 'ανθρωποι.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('heading', { level: 2, name: pseudo('Match columns') })).toBeVisible()
  for (const [at, target] of ['First name', 'Last name', 'Mobile'].entries()) {
    const column = page
      .getByRole('row')
      .nth(at + 1)
      .getByRole('combobox')
      .first()
    await column.fill(pseudo(target).slice(1, -1))
    await page.getByRole('option', { name: pseudo(target) }).click()
  }
  await button(page, 'Check rows').click()
  await expect(page.getByRole('grid')).toBeVisible()
  await page.getByRole('gridcell', { name: '555-01', exact: true }).focus()
  await expectTranslated(page, 'a row that needs fixing')
  await button(page, 'Continue with').click()
  await button(page, 'Import').click()
  await expectTranslated(page, 'a missing consent')
  await page.getByRole('checkbox', { name: starting('These people agreed') }).check()
  await button(page, 'Import').click()
  await expect(page.getByRole('heading', { level: 2, name: pseudo('Import complete') })).toBeVisible()
  await expectTranslated(page, 'a complete import')
  await button(page, 'Undo import').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectTranslated(page, 'the question before an undo')
  await button(page.getByRole('dialog'), 'Undo import').click()
  await expect(page.getByRole('heading', { level: 2, name: pseudo('Import undone') })).toBeVisible()
  await expectTranslated(page, 'an undone import')
  await page.goto('/dashboard/contacts/import')
  await expectTranslated(page, 'the list of imports')
})

test('actions on many contacts are translated, with their dialogs and toasts', async ({ page, request }) => {
  await speakPseudo(page)
  await keepUndoToasts(page)
  const owner = { ...newUser('olga'), firstname: 'Όλγα', lastname: 'Μύλλερ' }
  const token = await createAccount(request, owner, 'Ωμέγα')
  const { group } = await callAs<{ group: { id: string } }>(request, token, ['POST', '/group'], { name: 'Όλοι' })
  const contacts = Array.from({ length: 5 }, (_, at) => ({ firstname: `Ζωή ${at}`, phone: `+1312555020${at}` }))
  await callAs(request, token, ['POST', `/group/add?id=${group.id}`], { contacts })
  await enter(page, token)
  const bar = page.getByRole('toolbar', { name: pseudo('Selected contacts') })
  async function select(): Promise<void> {
    await page.goto('/dashboard/contacts')
    await expect(page.getByRole('row')).toHaveCount(contacts.length + 1)
    await page.waitForLoadState('networkidle')
    await page.getByRole('checkbox', { name: pseudo('Select all on this page') }).click()
    await expect(bar).toBeVisible()
  }

  await select()
  await expectTranslated(page, 'selected contacts')
  await button(bar, 'Edit field').click()
  const edit = page.getByRole('dialog')
  await edit.getByLabel(pseudo('Field'), { exact: true }).selectOption({ label: pseudo('Department') })
  await edit.getByRole('combobox', { name: pseudo('Department') }).fill('Κουζίνα')
  await expectTranslated(page, 'one field of many contacts')
  await button(edit, 'Update').click()
  await expect(bar).toHaveCount(0)
  await expect(toastOf(page, /⟦5 /)).toBeVisible()
  await expectTranslated(page, 'the toast of changed contacts')

  await select()
  await button(bar, 'Archive').click()
  await expect(toastOf(page, /⟦5 /)).toBeVisible()
  await expectTranslated(page, 'the toast of archived contacts')
  await button(toastOf(page, /⟦5 /), 'Undo').click()
  await expect(page.getByRole('checkbox', { name: pseudo('Select all on this page') })).toBeVisible()
  await expectTranslated(page, 'restored contacts')

  await select()
  await button(bar, 'Add to groups').click()
  await expectTranslated(page, 'groups for many contacts')
  await page.keyboard.press('Escape')
  const fromMenu = async (item: string): Promise<void> => {
    await select()
    await button(bar, 'More').click()
    await page.getByRole('menuitem', { name: pseudo(item) }).click()
  }
  await select()
  await button(bar, 'More').click()
  await expectTranslated(page, 'the menu')
  await fromMenu('On leave')
  await expect(toastOf(page, /⟦5 /)).toBeVisible()
  await expectTranslated(page, 'the toast of a work status')
  for (const item of ['Record consent…', 'Opt out…']) {
    await fromMenu(item)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectTranslated(page, item)
  }
})
