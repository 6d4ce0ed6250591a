import { addContacts, createTeam, dialogOf, expect, open } from './support/people.ts'
import { test } from './support/test.ts'

test('a dialog that a menu opened gives the focus back to the button of the menu, also when the menu itself was too slow', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  // The menu gives the focus back after 10 ms. On a busy machine the dialog is there first.
  await page.addInitScript(() => {
    const start = globalThis.setTimeout
    const startLate = (act: () => void, ms = 0) => start(act, ms === 10 ? 500 : ms)
    globalThis.setTimeout = startLate as never
  })
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
    await page.getByRole('menuitem', { name: 'Record consent…' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.locator(':focus'), time).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog, time).toBeHidden()
    await expect(more, time).toBeFocused()
  }
})
