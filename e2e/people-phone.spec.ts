import { accessible, addContacts, choose, dialogOf, expect, keep, open, createTeam, undo } from './support/people.ts'
import { test } from './support/test.ts'

// Contacts, groups and fields on a phone. Every story has its own organization.

test.use({ viewport: { width: 390, height: 844 } })

test('contacts are found, edited, selected and merged on a phone', async ({ page, request }) => {
  test.slow()
  const team = await createTeam(page, request, 'Pia')
  const [ana = ''] = await addContacts(team, [
    { firstname: 'Ana', lastname: 'Ruiz', phone: '(312) 555-0171', location: 'Plant 2' },
    { firstname: 'Ben', lastname: 'Cho', location: 'Plant 2' },
    { firstname: 'Cleo', lastname: 'Mora', location: 'Office' },
  ])
  await team.call('POST', '/group', { name: 'Night', contacts: [ana] })
  await open(page, '/dashboard/contacts', 'Contacts')
  const rows = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.filter({ hasText: 'Ana Ruiz' })).toContainText('(312) 555-0171')
  await accessible(page, 'the list')

  // The filters open in a sheet that shows the number of matches.
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = dialogOf(page, 'Filters')
  await filters.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Find a field' }).fill('Location')
  await page.getByRole('option', { name: 'Location' }).click()
  const values = page.getByRole('combobox', { name: 'Values for Location' })
  await values.fill('Plant 2')
  await values.press('Enter')
  await accessible(page, 'one rule')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(filters.getByRole('button', { name: 'Location is any of Plant 2', exact: true })).toBeVisible()
  await filters.getByRole('button', { name: 'Show 2 contacts' }).click()
  await expect(page.getByRole('button', { name: '1 filter' })).toBeVisible()
  await expect(rows).toHaveCount(2)

  // Selected by tapping, then added to a group.
  await choose(page, page.getByRole('main').getByRole('button', { name: 'More', exact: true }), 'Select')
  await rows.filter({ hasText: 'Ana Ruiz' }).click()
  await rows.filter({ hasText: 'Ben Cho' }).click()
  const bar = page.getByRole('toolbar', { name: 'Selected contacts' })
  await expect(bar.getByText('2 selected')).toBeVisible()
  await accessible(page, 'chosen people')
  await bar.getByRole('button', { name: 'Add to groups' }).click()
  const groups = dialogOf(page, 'Add 2 contacts to groups')
  await groups.getByRole('checkbox', { name: 'Night' }).check()
  await accessible(page, 'choosing groups')
  await groups.getByRole('button', { name: 'Add 2 contacts' }).click()
  await keep(page, '1 changed, 1 skipped: no change needed (1).')

  // A contact fills the page; a field is edited and undone.
  await rows
    .filter({ hasText: 'Ana Ruiz' })
    .getByRole('button', { name: /Ana Ruiz/ })
    .click()
  const drawer = dialogOf(page, 'Ana Ruiz')
  await drawer.getByRole('button', { name: 'Add Job title' }).click()
  await drawer.getByRole('textbox', { name: 'Job title' }).fill('Welder')
  await drawer.getByRole('textbox', { name: 'Job title' }).press('Enter')
  await expect(drawer.getByRole('button', { name: 'Job title: Welder' })).toBeVisible()
  await undo(page, 'Job title updated.')
  await expect(drawer.getByRole('button', { name: 'Add Job title' })).toBeVisible()
  await accessible(page, 'a contact')
  await choose(page, drawer.getByRole('button', { name: 'More' }), 'Erase…')
  const erase = dialogOf(page, 'Erase Ana Ruiz?')
  await accessible(page, 'erasing')
  await erase.getByRole('button', { name: 'Cancel' }).click()
  await choose(page, drawer.getByRole('button', { name: 'More' }), 'Merge…')
  const merge = dialogOf(page, 'Merge contacts')
  await merge.getByRole('textbox', { name: 'Name or number' }).fill('Cho')
  await merge.getByRole('button', { name: /Ben Cho/ }).click()
  await expect(merge.getByText('Will be merged', { exact: false })).toBeVisible()
  await accessible(page, 'two side by side')
  await merge.getByRole('button', { name: 'Merge', exact: true }).click()
  await undo(page, 'Merged into Ana Ruiz.')
  await drawer.getByRole('button', { name: 'Back' }).click()
  await expect(rows).toHaveCount(3)
})

test('groups and fields on a phone: why a contact is in a group, and a field with a few choices', async ({
  page,
  request,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Gus')
  await addContacts(team, [
    { firstname: 'Ana', lastname: 'Ruiz', location: 'Plant 2' },
    { firstname: 'Ben', lastname: 'Cho', location: 'Office' },
  ])
  await open(page, '/dashboard/groups', 'Groups')
  await page.getByRole('button', { name: 'New group' }).click()
  const form = dialogOf(page, 'New group')
  await form.getByLabel('Name').fill('Plant')
  await form.getByText('Smart', { exact: true }).click()
  await form.getByRole('button', { name: 'Add condition', exact: true }).click()
  const value = form.getByRole('combobox', { name: 'Values for Location' })
  await value.fill('Plant 2')
  await value.press('Enter')
  await expect(form.getByRole('region', { name: 'Who matches' })).toContainText('1 contact')
  await accessible(page, 'a new group')
  await form.getByRole('button', { name: 'Create group' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Plant' })).toBeVisible()
  await page.getByRole('button', { name: 'Matches. Why is Ana in this group?' }).click()
  const why = dialogOf(page, 'Why is Ana in this group?')
  await expect(why.getByText("They match the group's rules.")).toBeVisible()
  await accessible(page, 'why a contact is in the group')
  await page.keyboard.press('Escape')
  await expect(why).toBeHidden()

  await open(page, '/dashboard/contacts/fields', 'Custom fields')
  await page.getByRole('button', { name: 'Add field' }).first().click()
  const field = dialogOf(page, 'Add field')
  await field.getByRole('textbox', { name: 'Name' }).fill('Shift')
  await field.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Multiple choices' }).click()
  await field.getByRole('textbox', { name: 'Option 1' }).fill('Day')
  await field.getByRole('textbox', { name: 'Option 1' }).press('Enter')
  await field.getByRole('textbox', { name: 'Option 2' }).fill('Night')
  await accessible(page, 'a new field')
  await field.getByRole('button', { name: 'Add field' }).click()
  const row = page.getByRole('list', { name: 'Custom fields' }).getByRole('listitem').filter({ hasText: 'Shift' })
  await expect(row).toContainText('Multiple choices')
  await choose(page, row.getByRole('button', { name: 'More options for Shift' }), 'Edit')
  await expect(dialogOf(page, 'Shift').getByText('{shift}')).toBeVisible()
  await accessible(page, 'a field')
})
