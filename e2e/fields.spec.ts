import type { Locator, Page } from '@playwright/test'
import {
  accessible,
  choose,
  dialogOf,
  expect,
  keep,
  enterAs,
  newMember,
  open,
  createTeam,
  rowOf,
  tabTo,
  undo,
} from './support/people.ts'
import { test } from './support/test.ts'

// Custom fields of contacts. Every story has its own organization.

const fieldsPath = '/dashboard/contacts/fields'

/** Starts adding a field of the given type on the fields page and returns the form. */
async function beginField(page: Page, name: string, type: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add field' }).first().click()
  const form = dialogOf(page, 'Add field')
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: type, exact: true }).click()
  return form
}

test('fields are created, required, hidden from a role, renamed, and deleted only when unused', async ({
  page,
  request,
  browserOf,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Fay')
  await open(page, fieldsPath, 'Custom fields')
  await expect(page.getByText('No custom fields yet')).toBeVisible()
  await accessible(page, 'first use')

  // A choice field by keyboard alone: Enter in an option moves to the next, Enter in the name saves.
  await tabTo(page, page.getByRole('button', { name: 'Add field' }).first())
  await page.keyboard.press('Enter')
  const form = dialogOf(page, 'Add field')
  const name = form.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(name).toHaveAccessibleDescription('Enter a name.')
  await page.keyboard.type('Shift')
  await page.keyboard.press('Tab')
  await expect(form.getByRole('combobox', { name: 'Type' })).toBeFocused()
  await page.keyboard.press('Enter')
  const choice = page.getByRole('option', { name: 'Single choice', exact: true })
  await expect(choice).toBeVisible()
  while ((await choice.getAttribute('data-combobox-selected')) === null) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, form.getByRole('textbox', { name: 'Option 1' }))
  await page.keyboard.type('Day')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('textbox', { name: 'Option 2' })).toBeFocused()
  await page.keyboard.type('day')
  await tabTo(page, name, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).toContainText('Two options have the same name.')
  await accessible(page, 'a form with a problem')
  await tabTo(page, form.getByRole('textbox', { name: 'Option 2' }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Night')
  await tabTo(page, name, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(rowOf(page, 'Shift')).toContainText('{shift}')

  // A number that is required to save a contact, and a date that only owners and admins see.
  const badge = await beginField(page, 'Badge', 'Number')
  await badge.getByRole('switch', { name: 'Required' }).press('Space')
  await badge.getByRole('button', { name: 'Add field' }).click()
  await expect(rowOf(page, 'Badge')).toContainText('Number · Required')
  const license = await beginField(page, 'License ends', 'Date')
  await license.getByRole('switch', { name: 'Sensitive' }).press('Space')
  await expect(license.getByLabel('Fallback when empty')).toHaveCount(0)
  await license.getByRole('button', { name: 'Add field' }).click()
  await expect(rowOf(page, 'License ends')).toContainText('Not in texts')

  // A new contact: required fields are enforced, and an invalid value gets an error next to it.
  await open(page, '/dashboard/contacts?add=1', 'Contacts')
  const adding = dialogOf(page, 'Add contact')
  await adding.getByLabel('First name').fill('Ana')
  await adding.getByRole('button', { name: 'Add contact' }).click()
  await expect(adding.getByRole('textbox', { name: 'Badge' })).toHaveAccessibleDescription(/\S/)
  await accessible(page, 'a contact without what is required')
  await adding.getByRole('textbox', { name: 'Badge' }).fill('seven')
  await adding.getByRole('button', { name: 'Add contact' }).click()
  await expect(adding.getByRole('textbox', { name: 'Badge' })).toHaveAccessibleDescription(/number/)
  await adding.getByRole('textbox', { name: 'Badge' }).fill('7')
  await adding.getByRole('button', { name: 'More fields' }).click()
  await adding.getByRole('combobox', { name: 'Shift' }).click()
  await page.getByRole('option', { name: 'Night' }).click()
  await adding.getByLabel('License ends').fill('2031-05-01')
  await adding.getByRole('button', { name: 'Add contact' }).click()
  const ana = dialogOf(page, /Ana/)
  await expect(ana.getByRole('button', { name: 'Shift: Night' })).toBeVisible()
  await expect(ana.getByRole('button', { name: /^License ends: .*2031/ })).toBeVisible()

  // A manager of the same organization does not see that the field exists.
  const manager = await browserOf(null)
  await enterAs(manager, await newMember(request, team, { firstname: 'Mel', role: 'manager' }))
  await manager.goto(new URL(page.url()).pathname)
  await expect(dialogOf(manager, /Ana/).getByRole('button', { name: 'Badge: 7' })).toBeVisible()
  await expect(manager.getByText('License ends')).toHaveCount(0)

  // After a rename, the merge tag stays the same.
  await open(page, fieldsPath, 'Custom fields')
  await choose(page, page.getByRole('button', { name: 'More options for Shift' }), 'Edit')
  const edit = dialogOf(page, 'Shift')
  await edit.getByRole('textbox', { name: 'Name' }).fill('Work shift')
  await edit.getByRole('button', { name: 'Save field' }).click()
  await expect(edit).toBeHidden()
  await expect(rowOf(page, 'Work shift')).toContainText('{shift}')

  // A field cannot be deleted while a group uses it; afterwards it can, and Undo restores its values.
  const { customFields } = await team.call<{ customFields: { key: string; options: { id: string }[] }[] }>(
    'GET',
    '/custom-fields',
  )
  const options = customFields.find(({ key }) => key === 'shift')?.options ?? []
  const filter = { op: 'and', children: [{ field: 'custom.shift', cmp: 'in', value: [options[1]?.id] }] }
  const { group } = await team.call<{ group: { id: string } }>('POST', '/group', {
    name: 'Night people',
    type: 'dynamic',
    filter,
  })
  await rowOf(page, 'Work shift').getByRole('button', { name: 'Work shift', exact: true }).click()
  const shift = dialogOf(page, 'Work shift')
  await shift.getByRole('button', { name: 'Delete field' }).click()
  const blocked = shift.getByRole('alert')
  await expect(blocked).toContainText('Used in 1 group. Remove it there first.')
  await accessible(page, 'a field in use')
  await expect(blocked.getByRole('link', { name: 'Night people' })).toHaveAttribute('href', new RegExp(group.id))
  await team.call('DELETE', `/group?id=${group.id}`)
  await shift.getByRole('button', { name: 'Delete field' }).click()
  await undo(page, 'Field “Work shift” deleted.')
  await expect(rowOf(page, 'Work shift')).toBeVisible()
  await rowOf(page, 'Work shift').getByRole('button', { name: 'Work shift', exact: true }).click()
  await shift.getByRole('button', { name: 'Delete field' }).click()
  await keep(page, 'Field “Work shift” deleted.')
  await expect(rowOf(page, 'Work shift')).toHaveCount(0)
  const deleted = page.getByRole('region', { name: 'Deleted fields' })
  await expect(deleted).toContainText('1 contact has a value')
  await accessible(page, 'deleted fields')
  await deleted.getByRole('button', { name: 'Restore' }).click()
  await expect(deleted).toHaveCount(0)
  await expect(rowOf(page, 'Work shift')).toContainText('{shift}')
  await open(page, '/dashboard/contacts', 'Contacts')
  await rowOf(page, 'Ana').getByRole('button', { name: 'Ana' }).click()
  await expect(ana.getByRole('button', { name: 'Work shift: Night' })).toBeVisible()
})
