import type { Page } from '@playwright/test'
import { addContacts, createTeam, dialogOf, expect, open } from './support/people.ts'
import { pressItem, test } from './support/test.ts'

/** Makes timers of up to 10 ms late, as on a busy machine. */
const delayShortTimers = (page: Page, lateBy: number) =>
  page.addInitScript((delay) => {
    const start = globalThis.setTimeout
    const startLate = (act: () => void, ms = 0) => start(act, ms <= 10 ? delay : ms)
    globalThis.setTimeout = startLate as never
  }, lateBy)

test('a dialog that a menu opened gives the focus back to the button of the menu, also when the menu itself was too slow', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  // The menu gives the focus back after 10 ms. On a busy machine the dialog is there first.
  await delayShortTimers(page, 500)
  const team = await createTeam(page, request, 'Olga')
  await addContacts(team, [{ firstname: 'Ada', lastname: 'Voss', phone: '(312) 555-0141' }])
  await open(page, '/dashboard/contacts', 'Contacts')
  await page.getByRole('checkbox', { name: 'Select Ada Voss' }).check()
  const more = page
    .getByRole('toolbar', { name: 'Selected contacts' })
    .getByRole('button', { name: 'More', exact: true })
  const dialog = dialogOf(page, 'Record consent of 1 contact')
  // The first time the dialog has to be loaded.
  for (const time of ['first', 'second', 'third']) {
    await more.focus()
    await page.keyboard.press('Enter')
    await pressItem(page.getByRole('menuitem', { name: 'Record consent…' }))
    await expect(dialog.locator(':focus'), time).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog, time).toBeHidden()
    await expect(more, time).toBeFocused()
  }
})

test('what opens takes neither an Escape meant for it to the page, nor the focus from a field inside of it', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  await delayShortTimers(page, 3_000)
  const team = await createTeam(page, request, 'Olga')
  await addContacts(team, [{ firstname: 'Ada', lastname: 'Voss', phone: '(312) 555-0141' }])
  await open(page, '/dashboard/contacts', 'Contacts')
  await page.getByRole('checkbox', { name: 'Select Ada Voss' }).check()
  const bar = page.getByRole('toolbar', { name: 'Selected contacts' })
  const more = bar.getByRole('button', { name: 'More', exact: true })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await expect(bar).toContainText('1 selected')

  // A dialog, before it has the focus.
  const add = bar.getByRole('button', { name: 'Add to groups' })
  await add.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add 1 contact to groups' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect(add).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(bar).toContainText('1 selected')

  await page.getByRole('main').getByRole('button', { name: 'Add contact' }).click()
  const field = page.getByRole('dialog', { name: 'Add contact' }).getByLabel('Last name', { exact: true })
  await field.focus()
  // The drawer takes the focus meanwhile.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 7_000)))
  await expect(field).toBeFocused()
})

test('Enter takes the option that typing marked, also when the list learns late which one is chosen', async ({
  page,
  request,
}) => {
  await delayShortTimers(page, 1_000)
  await createTeam(page, request, 'Olga')
  await open(page, '/dashboard/groups', 'Groups')
  await page.getByRole('button', { name: 'New group' }).click()
  const form = dialogOf(page, 'New group')
  await form.getByText('Smart', { exact: true }).click()
  await form.getByRole('button', { name: 'Add condition', exact: true }).click()
  const field = form.getByRole('combobox', { name: 'Field' })
  const option = page.getByRole('option', { name: 'Department', exact: true })
  await field.focus()
  await field.fill('Depart')
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 3_000)))
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await field.press('Enter')
  await expect(form.getByRole('combobox', { name: 'Values for Department' })).toBeVisible()
})
