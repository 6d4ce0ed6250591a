import type { Page } from '@playwright/test'
import {
  accessible,
  addContacts,
  choose,
  dialogOf,
  expect,
  open,
  createTeam,
  rowOf,
  saved,
  tabTo,
  toastOf,
  undo,
} from './support/people.ts'
import { test } from './support/test.ts'

// The contact list: adding, editing, finding, saving views, bulk changes. Every story has its own organization.

const contactsPath = '/dashboard/contacts'

/** Locates the count that the list shows. */
const counted = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true })

test('a contact not found in search or commands is added by keyboard with the typed text filled in', async ({
  page,
  request,
}) => {
  await createTeam(page, request, 'Ada')
  await open(page, contactsPath, 'Contacts')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  const form = dialogOf(page, 'Add contact')
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('Mari Okafor')
  await expect(palette.getByRole('option', { name: 'Add “Mari Okafor” as a contact' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('First name')).toHaveValue('Mari')
  await expect(form.getByLabel('Last name')).toHaveValue('Okafor')
  await expect(form.getByLabel('First name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Mari Okafor' })).toBeVisible()
  // A closing dialog returns the focus a moment later; it must not take the focus from a dialog that opens.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')

  // Existing contacts come first, so Enter never adds a duplicate.
  await page.keyboard.type('Mari Okafor')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await expect(palette.getByRole('combobox')).toHaveValue('Mari Okafor')
  await expect(palette.getByRole('option').last()).toHaveText('Add “Mari Okafor” as a contact')
  await expect(palette.getByRole('option', { name: /^Mari Okafor/ })).toHaveAttribute('aria-selected', 'true')
  await palette.getByRole('combobox').fill('(555) 010-4471')
  await expect(palette.getByRole('option', { name: 'Add “(555) 010-4471” as a contact' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Mobile')).toHaveValue('(555) 010-4471')
  await expect(form.getByLabel('First name')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/dashboard\/contacts$/)
})

test('text typed before the search has loaded arrives in its field', async ({ page, request }) => {
  await createTeam(page, request, 'Ada')
  let release = () => {}
  const comes = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/Palette-*.js', async (route) => {
    await comes
    await route.continue()
  })
  await open(page, contactsPath, 'Contacts')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await page.getByRole('searchbox').or(page.getByRole('textbox')).first().focus()
  await page.keyboard.press('Control+k')
  // C and ? are shortcuts of the page; here they are typed text.
  await page.keyboard.type('coral?')
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  release()
  await expect(palette.getByRole('combobox')).toHaveValue('coral')
  await page.keyboard.type(' reef')
  await expect(palette.getByRole('combobox')).toHaveValue('coral reef')
  // The shortcut that opens the search does nothing while it is open.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('s')
  await expect(palette.getByRole('combobox')).toHaveValue('coral reefs')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('contacts are added and edited in place with undo, and two household members share a number', async ({
  page,
  request,
}) => {
  test.slow()
  await createTeam(page, request, 'Ada')
  await open(page, contactsPath, 'Contacts')
  await expect(page.getByText('No contacts yet')).toBeVisible()
  await accessible(page, 'first use')

  // By keyboard: a new contact, then a cell of the list.
  await tabTo(page, page.getByRole('button', { name: 'Add contact' }).first())
  await page.keyboard.press('Enter')
  const form = dialogOf(page, 'Add contact')
  await tabTo(page, form.getByLabel('First name'))
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('First name')).toHaveAccessibleDescription('Enter a first name.')
  await tabTo(page, form.getByLabel('First name'))
  await page.keyboard.type('Ana')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ruiz')
  await page.keyboard.press('Tab')
  await page.keyboard.type('(312) 555-0101')
  await page.keyboard.press('Enter')
  const ana = dialogOf(page, 'Ana Ruiz')
  await expect(ana.getByText('No consent on file')).toBeVisible()
  await accessible(page, 'a contact')
  await tabTo(page, ana.getByRole('button', { name: 'Add Job title' }))
  await page.keyboard.press('Enter')
  await expect(ana.getByRole('textbox', { name: 'Job title' })).toBeFocused()
  await page.keyboard.type('Welder')
  await page.keyboard.press('Enter')
  await expect(ana.getByRole('button', { name: 'Job title: Welder' })).toBeFocused()
  await expect(toastOf(page, 'Job title updated.')).toBeVisible()
  await page.keyboard.press('z')
  await expect(ana.getByRole('button', { name: 'Add Job title' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(ana).toBeHidden()
  await expect(rowOf(page, 'Ana Ruiz').getByRole('button', { name: 'Ana Ruiz' })).toBeFocused()
  const locationCell = rowOf(page, 'Ana Ruiz').locator('[data-cell="location"]')
  await page.keyboard.press('ArrowRight')
  while (!(await locationCell.evaluate((cell) => cell === document.activeElement)))
    await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: 'Location' })).toBeFocused()
  await page.keyboard.type('Plant 2')
  await page.keyboard.press('Enter')
  await expect(locationCell).toBeFocused()
  await expect(locationCell).toHaveText('Plant 2')
  await undo(page, 'Location updated.')
  await expect(locationCell).toHaveText('–')

  // By mouse: a cell again; a rejected value shows the reason.
  await rowOf(page, 'Ana Ruiz').locator('[data-cell="mobile"]').dblclick()
  const mobile = page.getByRole('textbox', { name: 'Mobile' })
  await mobile.fill('555-01')
  await mobile.press('Enter')
  await expect(mobile).toHaveAccessibleDescription(/This number has 5 digits/)
  await accessible(page, 'a refused cell')
  await mobile.press('Escape')
  await expect(rowOf(page, 'Ana Ruiz')).toContainText('(312) 555-0101')

  // The number belongs to another contact: open that contact, or confirm that both share it.
  await page.getByRole('button', { name: 'Add contact' }).click()
  await form.getByLabel('First name').fill('Ben')
  await form.getByLabel('Mobile').fill('312.555.0101')
  await form.getByRole('button', { name: 'Add contact', exact: true }).click()
  await expect(form.getByLabel('Mobile')).toHaveAccessibleDescription(/Ana Ruiz/)
  await expect(form.getByRole('link', { name: 'Open Ana' })).toBeVisible()
  await accessible(page, 'a number in use')
  await form.getByRole('button', { name: 'Same phone, different people' }).click()
  const ben = dialogOf(page, 'Ben')
  await expect(
    ben.getByText('Another contact shares this number. Replies show up in their conversation.'),
  ).toBeVisible()
  await expect(ben.getByText('No consent on file')).toBeVisible()
  await accessible(page, 'a shared number')
})

test('the list is filtered by chips that are kept in the URL, and saved as a view', async ({ page, request }) => {
  test.slow()
  const team = await createTeam(page, request, 'Flo')
  await addContacts(team, [
    { firstname: 'Ana', lastname: 'Ruiz', location: 'Plant 2', language: 'es' },
    { firstname: 'Ben', lastname: 'Cho', location: 'Plant 2' },
    { firstname: 'Cleo', lastname: 'Mora', location: 'Plant 3', language: 'es' },
    { firstname: 'Dan', lastname: 'Webb', location: 'Office' },
  ])
  await open(page, contactsPath, 'Contacts')
  await expect(counted(page, '4 contacts')).toBeVisible()

  // The filter is applied before the suggestions for these values arrive.
  const applied = Promise.withResolvers<void>()
  await page.route('**/contact/values?*', async (route) => {
    await applied.promise
    await route.continue()
  })
  // By keyboard: the button, the field by its first letters, two values.
  await tabTo(page, page.getByRole('button', { name: 'Filter', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Find a field' })).toBeFocused()
  await page.keyboard.type('loca')
  await expect(page.getByRole('option', { name: 'Location' })).toHaveAttribute('aria-selected', 'true')
  await accessible(page, 'choosing a field')
  await page.keyboard.press('Enter')
  const values = page.getByRole('combobox', { name: 'Values for Location' })
  await expect(values).toBeFocused()
  for (const plant of ['Plant 2', 'Plant 3']) {
    await page.keyboard.type(plant)
    await page.keyboard.press('Enter')
  }
  await tabTo(page, page.getByRole('button', { name: 'Apply' }))
  await page.keyboard.press('Enter')
  applied.resolve()
  const where = page.getByRole('button', { name: 'Location is any of Plant 2, Plant 3', exact: true })
  await expect(where).toBeVisible()
  await expect(counted(page, '3 contacts')).toBeVisible()

  // By mouse, a second filter; the URL keeps both.
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Find a field' }).fill('lang')
  await page.getByRole('option', { name: 'Language' }).click()
  await page.getByRole('combobox', { name: 'Values for Language' }).fill('Span')
  await page.getByRole('option', { name: 'Spanish' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(counted(page, '2 contacts')).toBeVisible()
  await accessible(page, 'chips')
  await page.reload()
  await expect(where).toBeVisible()
  await expect(counted(page, '2 contacts')).toBeVisible()
  await expect(rowOf(page, 'Dan Webb')).toHaveCount(0)

  // Saved as a view, changed, and restored.
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = dialogOf(page, 'Save this view')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Enter a name.')
  await dialog.getByLabel('Name').fill('Plants, Spanish')
  await dialog.getByLabel('Share with the team').check()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  const views = page.getByRole('group', { name: 'Contact views' })
  const view = views.getByRole('button', { name: /Plants, Spanish/ }).first()
  await expect(view).toHaveAttribute('aria-pressed', 'true')
  await where.focus()
  await page.keyboard.press('Delete')
  await expect(where).toHaveCount(0)
  await expect(view).toContainText('edited')
  await views.getByRole('button', { name: 'Reset' }).click()
  await expect(where).toBeVisible()
  await expect(view).not.toContainText('edited')
  await views.getByRole('button', { name: 'All', exact: true }).click()
  await expect(counted(page, '4 contacts')).toBeVisible()
  await page.goBack()
  await expect(counted(page, '2 contacts')).toBeVisible()
  await expect(view).toHaveAttribute('aria-pressed', 'true')

  // A link with an unknown rule shows a notice; the view is deleted and restored.
  await choose(page, views.getByRole('button', { name: 'More options for Plants, Spanish' }), 'Delete view')
  await expect(counted(page, '4 contacts')).toBeVisible()
  await undo(page, 'View deleted.')
  await expect(view).toBeVisible()
  const oldFilter = JSON.stringify({
    op: 'and',
    children: [{ field: 'location', cmp: 'is', value: 'Office' }, { field: 5 }],
  })
  await page.goto(`${contactsPath}?filters=${encodeURIComponent(oldFilter)}`)
  await expect(page.getByText("Some filters in this link couldn't be used")).toBeVisible()
})

test('all matches except two are changed in the background, with correct counts', async ({ page, request }) => {
  test.slow()
  const team = await createTeam(page, request, 'Max')
  const { group } = await team.call<{ group: { id: string } }>('POST', '/group', { name: 'All hands' })
  const contacts = Array.from({ length: 540 }, (_, at) => ({
    firstname: `W${String(at).padStart(3, '0')}`,
    location: at < 535 ? 'Plant 2' : 'Office',
  }))
  await team.call('POST', `/group/add?id=${group.id}`, { contacts })
  const filter = JSON.stringify({ op: 'and', children: [{ field: 'location', cmp: 'is', value: 'Plant 2' }] })
  await open(page, `${contactsPath}?filters=${encodeURIComponent(filter)}`, 'Contacts')
  await expect(counted(page, '535 contacts')).toBeVisible()

  // If more rows load at the same moment, the checkbox no longer covers the whole page.
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  const bar = page.getByRole('toolbar', { name: 'Selected contacts' })
  await bar.getByRole('button', { name: 'Select all 535 that match' }).click()
  await expect(bar.getByText('535 selected')).toBeVisible()
  for (const name of ['W001', 'W003']) await page.getByRole('checkbox', { name: `Select ${name}` }).uncheck()
  await expect(bar.getByText('533 selected')).toBeVisible()
  await accessible(page, 'chosen people')

  const file = await saved(page, () => choose(page, bar.getByRole('button', { name: 'Export' }), 'CSV'))
  expect(file.name).toMatch(/\.csv$/)
  const lines = file.bytes.toString().trim().split('\n')
  expect(lines).toHaveLength(534)
  expect(file.bytes.toString()).not.toContain('W003')

  await bar.getByRole('button', { name: 'Edit field' }).click()
  const edit = dialogOf(page, 'Edit a field for 533 contacts')
  await edit.getByLabel('Field', { exact: true }).selectOption('Department')
  await edit.getByRole('combobox', { name: 'Department' }).fill('Packing')
  await accessible(page, 'one field of many')
  await edit.getByRole('button', { name: 'Update 533 contacts' }).click()
  await expect(bar).toHaveCount(0)
  await expect(toastOf(page, /533 (contacts )?changed/)).toBeVisible()
  const packing = JSON.stringify({ op: 'and', children: [{ field: 'department', cmp: 'is', value: 'Packing' }] })
  await open(page, `${contactsPath}?filters=${encodeURIComponent(packing)}`, 'Contacts')
  await expect(counted(page, '533 contacts')).toBeVisible()

  // A few rows selected by keyboard are changed and restored with Undo.
  const first = page.getByRole('row').filter({ hasText: 'W000' }).getByRole('button', { name: 'W000' })
  await first.focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar.getByText('2 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Archive 2' }).click()
  await undo(page, '2 archived.')
  await expect(counted(page, '533 contacts')).toBeVisible()
})

test('a column header sorts the list, the link, a view and the file', async ({ page, request }) => {
  test.slow()
  const team = await createTeam(page, request, 'Ora')
  await addContacts(team, [
    { firstname: 'Ana', location: 'Plant 10' },
    { firstname: 'Ben', location: '' },
    { firstname: 'Cleo', location: 'Plant 2' },
  ])
  await open(page, contactsPath, 'Contacts')
  const names = page.getByRole('table').getByRole('row').locator('[data-open-row]')
  await expect(names).toHaveText([/Ana/, /Ben/, /Cleo/])
  const columnHeader = page.getByRole('columnheader', { name: 'Location' })
  await tabTo(page, columnHeader.getByRole('button'))
  await page.keyboard.press('Enter')
  await expect(columnHeader).toHaveAttribute('aria-sort', 'ascending')
  // Contacts without a value come last in either order.
  await expect(names).toHaveText([/Cleo/, /Ana/, /Ben/])
  await page.keyboard.press('Enter')
  await expect(columnHeader).toHaveAttribute('aria-sort', 'descending')
  await expect(names).toHaveText([/Ana/, /Cleo/, /Ben/])
  await expect(page).toHaveURL(/sort=location&order=desc/)
  await accessible(page, 'an ordered list')
  await page.reload()
  await expect(names).toHaveText([/Ana/, /Cleo/, /Ben/])
  const file = await saved(page, () =>
    choose(page, page.getByRole('main').getByRole('button', { name: 'Export' }), 'CSV'),
  )
  expect(file.bytes.toString()).toMatch(/Ana[^]*Cleo[^]*Ben/)

  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = dialogOf(page, 'Save this view')
  await dialog.getByLabel('Name').fill('By plant')
  // The saved view is open before the list of views contains it: "All" leaves it at that moment too.
  const isLeft = Promise.withResolvers<void>()
  await page.route('**/api/contact/views', async (route) => {
    if (route.request().method() === 'GET') await isLeft.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog).toBeHidden()
  const views = page.getByRole('group', { name: 'Contact views' })
  await views.getByRole('button', { name: 'All', exact: true }).click()
  await expect(names).toHaveText([/Ana/, /Ben/, /Cleo/])
  isLeft.resolve()
  await views
    .getByRole('button', { name: /By plant/ })
    .first()
    .click()
  await expect(names).toHaveText([/Ana/, /Cleo/, /Ben/])

  // On a phone the list has no column headers: a menu has the order.
  await page.setViewportSize({ width: 390, height: 844 })
  const rows = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem')
  await expect(rows.first()).toContainText('Ana')
  await page.getByRole('button', { name: 'Sort', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Ascending' }).click()
  await expect(rows.first()).toContainText('Cleo')
  await page.getByRole('button', { name: 'Sort', exact: true }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Location' })).toHaveAttribute('aria-checked', 'true')
  await accessible(page, 'the menu of orders')
  await page.getByRole('menuitemradio', { name: 'Added' }).click()
  await expect(rows.first()).toContainText('Ana')
})
