import type { Locator } from '@playwright/test'
import {
  accessible,
  addContacts,
  choose,
  dialogOf,
  expect,
  keep,
  enterAs,
  newMember,
  open,
  createTeam,
  rowOf,
  saved,
  tabTo,
  undo,
} from './support/people.ts'
import { callAs } from './support/accounts.ts'
import { chooseByKey, haveSession, test } from './support/test.ts'

// Manual and smart groups, who can see them, and what a parent organization shares with its children. Every story has
// its own organization.

const groupsPath = '/dashboard/groups'

/** Fills in one rule of a form; `place` is its position in the tree. */
async function writeRule(
  form: Locator,
  position: string,
  [field, value]: [field: string, value: string],
): Promise<void> {
  const rule = form.locator(`li[data-part="${position}"]`)
  await chooseByKey(rule.getByRole('combobox', { name: 'Field' }), field)
  const written = rule.getByRole('combobox', { name: `Values for ${field}` })
  await written.fill(value)
  await written.press('Enter')
  await expect(rule.getByText(value, { exact: true })).toBeVisible()
}

test('Enter takes the suggested place, and the typed text only when it is chosen', async ({ page, request }) => {
  const team = await createTeam(page, request, 'Jo')
  await addContacts(team, [
    { firstname: 'Ana', lastname: 'Ruiz', location: 'Joliet' },
    { firstname: 'Ben', lastname: 'Cho', location: 'Office' },
  ])
  await open(page, groupsPath, 'Groups')
  await page.getByRole('button', { name: 'New group' }).click()
  const form = dialogOf(page, 'New group')
  await form.getByText('Smart', { exact: true }).click()
  await form.getByRole('button', { name: 'Add condition', exact: true }).click()
  const values = form.getByRole('combobox', { name: 'Values for Location' })
  const chosen = form.locator('li[data-part="0"]')
  await values.fill('Jol')
  const options = page.getByRole('listbox', { name: 'Values for Location' }).getByRole('option')
  await expect(options).toHaveText(['Joliet', 'Use “Jol” anyway'])
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await accessible(page, 'suggested places')
  await values.press('Enter')
  await expect(chosen.getByText('Joliet', { exact: true })).toBeVisible()
  await expect(form.getByRole('region', { name: 'Who matches' })).toContainText('1 contact')

  // Without waiting for the suggestions.
  await values.pressSequentially('Off')
  await values.press('Enter')
  await expect(chosen.getByText('Office', { exact: true })).toBeVisible()
  await expect(form.getByRole('region', { name: 'Who matches' })).toContainText('2 contacts')

  await values.press('Backspace')
  await values.fill('Off')
  await page.getByRole('option', { name: 'Use “Off” anyway' }).click()
  await expect(chosen.getByText('Off', { exact: true })).toBeVisible()

  // A condition without a value would be left out, and the group would hold more people than it says.
  await form.getByRole('button', { name: 'Add condition', exact: true }).click()
  await form.getByLabel('Name').fill('By place')
  await form.getByRole('button', { name: 'Create group' }).click()
  await expect(form.getByRole('alert')).toHaveText('Complete or remove the unfinished conditions.')
  await accessible(page, 'unfinished conditions')
  await writeRule(form, '1', ['Location', 'Joliet'])
  await expect(form.getByRole('alert')).toHaveCount(0)
  await form.getByRole('button', { name: 'Create group' }).click()
  await expect(form).toBeHidden()
})

test('a smart group three levels deep counts while it is edited, explains memberships, and allows manual changes', async ({
  page,
  request,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Gia')
  await addContacts(team, [
    { firstname: 'Ana', lastname: 'Ruiz', location: 'Plant 2', department: 'Packing', jobTitle: 'Lead' },
    { firstname: 'Ben', lastname: 'Cho', location: 'Plant 2', department: 'Cold', language: 'es' },
    { firstname: 'Cleo', lastname: 'Mora', location: 'Plant 2', department: 'Packing' },
    { firstname: 'Dan', lastname: 'Webb', location: 'Office', department: 'Packing', jobTitle: 'Lead' },
  ])
  await open(page, groupsPath, 'Groups')
  await expect(page.getByText('No groups yet.')).toBeVisible()
  await accessible(page, 'first use')

  // Plant 2 and (Cold or (Packing and Lead)).
  await page.getByRole('button', { name: 'New group' }).click()
  const form = dialogOf(page, 'New group')
  await form.getByLabel('Name').fill('Plant leads')
  await form.getByText('Smart', { exact: true }).click()
  await form.getByRole('button', { name: 'Add condition', exact: true }).click()
  await writeRule(form, '0', ['Location', 'Plant 2'])
  const matches = form.getByRole('region', { name: 'Who matches' })
  await expect(matches.getByText('3 contacts')).toBeVisible()
  await form.getByRole('button', { name: 'Add condition group' }).click()
  await writeRule(form, '1.0', ['Department', 'Cold'])
  await expect(matches.getByText('1 contact')).toBeVisible()
  await form.locator('fieldset[data-part="1"]').getByRole('button', { name: 'Add condition group' }).click()
  await writeRule(form, '1.1.0', ['Department', 'Packing'])
  await expect(matches.getByText('3 contacts')).toBeVisible()
  const inner = form.locator('fieldset[data-part="1.1"]')
  await expect(inner.getByRole('button', { name: 'Add condition group' })).toHaveCount(0)
  await inner.getByRole('button', { name: 'Add condition', exact: true }).click()
  await writeRule(form, '1.1.1', ['Job title', 'Lead'])
  await expect(matches.getByText('2 contacts')).toBeVisible()
  await expect(matches).toContainText('Ana Ruiz')
  await expect(matches).toContainText('Ben Cho')
  await accessible(page, 'rules in rules')
  await form.getByRole('button', { name: 'Create group' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Plant leads' })).toBeVisible()
  const list = page.getByRole('table', { name: 'People in Plant leads' })
  await expect(list.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('paragraph').filter({ hasText: 'Contacts who match:' })).toContainText(
    'Location is any of Plant 2 and (Department is any of Cold or (Department is any of Packing and Job title is any of Lead))',
  )

  // Why Ana is in the group: every rule with its result; by keyboard, with the focus returned afterwards.
  const why = rowOf(page, 'Ana Ruiz').getByRole('button', { name: 'Matches. Why is Ana in this group?' })
  await tabTo(page, why)
  await page.keyboard.press('Enter')
  const explanation = dialogOf(page, 'Why is Ana in this group?')
  await expect(explanation.getByRole('list', { name: 'Rules' }).getByRole('listitem')).toHaveText([
    'Location is any of Plant 2: yes',
    'Department is any of Cold: no',
    'Department is any of Packing: yes',
    'Job title is any of Lead: yes',
  ])
  await expect(explanation.getByText('Added by the rules')).toBeVisible()
  await accessible(page, 'why a contact is in the group')
  await page.keyboard.press('Escape')
  await expect(explanation).toBeHidden()
  await expect(why).toBeFocused()

  // The rules do not re-add a contact removed by hand, and do not remove a contact added by hand.
  await rowOf(page, 'Ben Cho').getByRole('checkbox', { name: 'Select Ben Cho' }).check()
  const bar = page.getByRole('toolbar', { name: 'Selected contacts' })
  await bar.getByRole('button', { name: 'Remove' }).click()
  await undo(page, 'Removed 1 contact.')
  await expect(rowOf(page, 'Ben Cho')).toBeVisible()
  await rowOf(page, 'Ben Cho').getByRole('checkbox', { name: 'Select Ben Cho' }).check()
  await bar.getByRole('button', { name: 'Remove' }).click()
  await keep(page, 'Removed 1 contact.')
  await expect(rowOf(page, 'Ben Cho')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add people' }).click()
  const adding = dialogOf(page, 'Add people to Plant leads')
  await adding.getByRole('checkbox', { name: /Dan Webb/ }).check()
  await accessible(page, 'adding people')
  await adding.getByRole('button', { name: 'Add 1 contact' }).click()
  await expect(rowOf(page, 'Dan Webb').getByRole('button', { name: 'Pinned. Why is Dan in this group?' })).toBeVisible()
  await page.getByRole('button', { name: '1 contact never included' }).click()
  const pins = dialogOf(page, 'Never included')
  await expect(pins).toContainText('Ben Cho')
  await accessible(page, 'pins')
  await pins.getByRole('button', { name: 'Let the rules decide for Ben Cho' }).click()
  await expect(pins.getByText('The rules decide for everyone')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'Ben Cho')).toBeVisible()

  // The group cannot be deleted while a view uses it; the message links to the view.
  const groupId = new URL(page.url()).pathname.split('/').at(-1)
  const { view } = await team.call<{ view: { id: string } }>('POST', '/contact/views', {
    name: 'Leads today',
    audience: { groupId },
  })
  const more = page.getByRole('button', { name: 'More options for this group' })
  await choose(page, more, 'Delete group…')
  const used = dialogOf(page, '“Plant leads” is still in use')
  await expect(used.getByText("It's used in 1 place. Remove it there first.")).toBeVisible()
  await expect(used.getByRole('button', { name: 'Delete group' })).toHaveCount(0)
  await accessible(page, 'a group in use')
  await used.getByRole('link').click()
  await expect(
    page.getByRole('group', { name: 'Contact views' }).getByRole('button', { name: 'Leads today', exact: true }),
  ).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Group is Plant leads')).toBeVisible()
  await page.goBack()
  await team.call('DELETE', `/contact/views?id=${view.id}`)
  await choose(page, more, 'Delete group…')
  const question = dialogOf(page, 'Delete the group “Plant leads”?')
  await expect(question.getByText("The 3 contacts in it won't be deleted.")).toBeVisible()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete group' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  await expect(rowOf(page, 'Plant leads')).toHaveCount(0)
})

test('a manager limited to one group sees only its contacts in the list, search, counts and files', async ({
  page,
  request,
  browserOf,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Lea')
  const [ana = '', ben = '', cleo = ''] = await addContacts(team, [
    { firstname: 'Ana', lastname: 'Ruiz', phone: '(312) 555-0141' },
    { firstname: 'Ben', lastname: 'Cho' },
    { firstname: 'Cleo', lastname: 'Mora', phone: '(312) 555-0143' },
  ])
  const { group } = await team.call<{ group: { id: string } }>('POST', '/group', {
    name: 'Night',
    contacts: [ana, ben],
  })
  await team.call('POST', '/group', { name: 'Day', contacts: [ben, cleo] })
  const limited = await browserOf(null)
  await enterAs(limited, await newMember(request, team, { firstname: 'Nia', role: 'manager', groupIds: [group.id] }))

  await open(limited, '/dashboard/contacts', 'Contacts')
  await expect(limited.getByRole('main').getByText('2 contacts', { exact: true })).toBeVisible()
  await expect(rowOf(limited, 'Ana Ruiz')).toBeVisible()
  await expect(limited.getByText('Cleo Mora')).toHaveCount(0)
  await accessible(limited, 'some people only')
  await limited.getByRole('searchbox', { name: 'Search name, number, or ID' }).fill('3125550143')
  await expect(limited.getByText('No contacts match')).toBeVisible()
  await limited.goto(`/dashboard/contacts/${cleo}`)
  await expect(limited.getByText('Contact not found')).toBeVisible()

  await open(limited, '/dashboard/contacts', 'Contacts')
  const file = await saved(limited, () =>
    choose(limited, limited.getByRole('button', { name: 'Export' }), 'CSV, all columns'),
  )
  expect(file.bytes.toString()).toContain('Ruiz')
  expect(file.bytes.toString()).not.toContain('Mora')

  await open(limited, groupsPath, 'Groups')
  await expect(rowOf(limited, 'Night')).toContainText('2')
  await expect(limited.getByRole('row').filter({ hasText: 'Day' })).toHaveCount(0)
  await limited.getByRole('button', { name: 'New group' }).click()
  await expect(dialogOf(limited, 'New group').getByLabel('Name')).toBeVisible()
  await expect(dialogOf(limited, 'New group').getByText('Smart', { exact: true })).toHaveCount(0)
  await limited.keyboard.press('Escape')

  // A contact added to the group by others becomes visible; a removed one disappears.
  await team.call('POST', `/group/add?id=${group.id}`, { contacts: [cleo] })
  await open(limited, '/dashboard/contacts', 'Contacts')
  await expect(rowOf(limited, 'Cleo Mora')).toBeVisible()
})

test('a child organization uses what its parent shares and only the parent can change it', async ({
  page,
  request,
  browserOf,
}) => {
  test.slow()
  // The parent shares one of its fields with one child, in the browser.
  const login = { email: 'owner@demo.test', password: 'crewline-demo' }
  const { token } = await callAs<{ token: string }>(request, '', ['POST', '/user/login'], login)
  const made = { name: 'Locker key', type: 'text' }
  const { customField: field } = await callAs<{ customField: { id: string } }>(
    request,
    token,
    ['POST', '/custom-fields'],
    made,
  )
  // And a smart group: each child fills it with its own contacts.
  const filter = { op: 'and', children: [{ field: 'language', cmp: 'in', value: ['es'] }] }
  const spanish = { name: 'Texted in Spanish', type: 'dynamic', filter }
  const { group } = await callAs<{ group: { id: string } }>(request, token, ['POST', '/group'], spanish)
  const parent = await browserOf('owner@demo.test')
  await open(parent, '/dashboard/contacts/family', 'Parent organization')
  const inheritedItems = parent.getByRole('list', { name: 'Shared' }).getByRole('listitem')
  for (const name of ['Locker key', 'Texted in Spanish']) {
    await parent.getByRole('button', { name: 'Share with sub-organizations' }).click()
    const down = dialogOf(parent, 'Share with sub-organizations')
    await down.getByRole('combobox', { name: 'What to share' }).fill(name)
    await parent.getByRole('option', { name }).click()
    await down.getByRole('checkbox', { name: 'Acme Cold Storage' }).check()
    await down.getByRole('button', { name: 'Share with sub-organizations' }).click()
    await expect(down).toBeHidden()
    await expect(inheritedItems.filter({ hasText: name })).toContainText('Acme Cold Storage')
  }
  await haveSession(page, 'denise.carter@demo.test')
  await open(page, groupsPath, 'Groups')
  await expect(rowOf(page, 'Texted in Spanish')).toContainText('Managed by Acme Foods')
  await rowOf(page, 'Texted in Spanish').getByRole('button', { name: 'Texted in Spanish' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Texted in Spanish' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Matches/ }).first()).toBeVisible()
  await open(page, groupsPath, 'Groups')
  const row = rowOf(page, 'Hired in the last 90 days')
  await expect(row.getByText('Managed by Acme Foods')).toBeVisible()
  await row.getByRole('button', { name: 'Hired in the last 90 days' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hired in the last 90 days' })).toBeVisible()
  await expect(page.getByText('Managed by Acme Foods')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'More options for this group' }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy people to another group…' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete group…' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await accessible(page, 'a group of the parent')
  await open(page, '/dashboard/contacts/fields', 'Custom fields')
  await expect(rowOf(page, 'Shift')).toContainText('Managed by Acme Foods')
  await expect(rowOf(page, 'Locker key')).toContainText('Managed by Acme Foods')
  // When sharing stops, the items belong to the child; the parent no longer lists them.
  for (const name of ['Locker key', 'Texted in Spanish']) {
    await parent.getByRole('button', { name: `Stop sharing ${name}` }).click()
    await parent.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(inheritedItems.filter({ hasText: name })).toHaveCount(0)
  }
  await open(page, groupsPath, 'Groups')
  await expect(rowOf(page, 'Texted in Spanish')).toBeVisible()
  await expect(rowOf(page, 'Texted in Spanish')).not.toContainText('Managed by Acme Foods')
  await callAs(request, token, ['DELETE', `/custom-fields/${field.id}`])
  await callAs(request, token, ['DELETE', `/group?id=${group.id}`])
  await open(page, '/dashboard/contacts/family', 'Parent organization')
  await expect(page.getByRole('list', { name: 'Related organizations' })).toContainText('Acme Foods')
  await expect(page.getByRole('button', { name: 'Share with sub-organizations' })).toHaveCount(0)
  await accessible(page, 'organizations')
})
