import {
  accessible,
  addContacts,
  arrowTo,
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
import { test } from './support/test.ts'

// Actions on a whole contact: merge, opt out, export, erase. Every story has its own organization.

test('duplicates are merged and unmerged: right after, or later from the contact', async ({ page, request }) => {
  test.slow()
  const team = await createTeam(page, request, 'Mia')
  const [ana = ''] = await addContacts(team, [
    { firstname: 'Ana', lastname: 'Ruiz', phone: '(312) 555-0151', jobTitle: 'Welder', email: 'ana@plant.test' },
    { firstname: 'Anna', lastname: 'Ruiz', phone: '(312) 555-0152', jobTitle: 'Painter', email: 'ana@plant.test' },
    { firstname: 'Ben', lastname: 'Cho', employeeId: 'E-7' },
  ])
  await open(page, '/dashboard/contacts/duplicates', 'Duplicates')
  const pair = page.getByRole('listitem').filter({ hasText: 'Anna Ruiz' })
  await expect(pair).toContainText('Same email')
  await accessible(page, 'duplicates')

  // By mouse: the second contact is kept, with the job title of the first.
  await pair.getByRole('button', { name: 'Merge' }).click()
  const merge = dialogOf(page, 'Merge contacts')
  await expect(merge.getByText('Will be kept · (312) 555-0151')).toBeVisible()
  await merge.getByRole('button', { name: 'Swap' }).click()
  await expect(merge.getByText('Will be kept · (312) 555-0152')).toBeVisible()
  await merge.getByRole('radiogroup', { name: 'Job title' }).getByRole('radio', { name: 'Welder' }).check()
  await accessible(page, 'two side by side')
  await merge.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText('No duplicates')).toBeVisible()
  await undo(page, 'Merged into Anna Ruiz.')
  await expect(pair).toBeVisible()

  // By keyboard, from the contact: find the other contact, then merge.
  await page.goto(`/dashboard/contacts/${ana}`)
  const drawer = dialogOf(page, 'Ana Ruiz')
  await expect(drawer.getByText('This might be the same person as Anna Ruiz.')).toBeVisible()
  await tabTo(page, drawer.getByRole('button', { name: 'More' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Merge…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(merge.getByRole('textbox', { name: 'Name or number' })).toBeFocused()
  await page.keyboard.type('0152')
  await tabTo(page, merge.getByRole('button', { name: /Anna Ruiz/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, merge.getByRole('button', { name: 'Merge', exact: true }))
  await page.keyboard.press('Enter')
  await keep(page, 'Merged into Ana Ruiz.')
  await expect(drawer.getByRole('button', { name: 'Job title: Welder' })).toBeVisible()

  // The toast is gone; the contact offers to undo the merge for one day.
  await page.reload()
  await expect(drawer.getByText(/Merged with Anna Ruiz by Mia Tester\. You can undo this until/)).toBeVisible()
  await accessible(page, 'a merged contact')
  await drawer.getByRole('button', { name: 'Undo merge' }).click()
  await expect(drawer.getByText(/Merged with Anna Ruiz/)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'Anna Ruiz')).toContainText('(312) 555-0152')
  await expect(rowOf(page, 'Ana Ruiz')).toContainText('(312) 555-0151')

  // They are marked as two people.
  await open(page, '/dashboard/contacts/duplicates', 'Duplicates')
  await pair.getByRole('button', { name: 'Different people' }).click()
  await expect(page.getByText('No duplicates')).toBeVisible()
})

test('an opt-out is recorded with its text, exported as proof, and kept when the contact is erased', async ({
  page,
  request,
  browserOf,
}) => {
  test.slow()
  const team = await createTeam(page, request, 'Eve')
  const [ana = ''] = await addContacts(team, [
    { firstname: 'Ana', lastname: 'Ruiz', phone: '(312) 555-0161', jobTitle: 'Welder' },
    { firstname: 'Ben', lastname: 'Cho', phone: '(312) 555-0162' },
  ])
  await page.goto(`/dashboard/contacts/${ana}`)
  const drawer = dialogOf(page, 'Ana Ruiz')
  await drawer.getByRole('tab', { name: 'Consent' }).click()
  await expect(drawer.getByText('No opt-out on file.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Record consent' }).click()
  const note = dialogOf(page, 'Record consent')
  await note.getByRole('button', { name: 'Record consent' }).click()
  await expect(note.getByLabel('What they agreed to')).toHaveAccessibleDescription('Enter what they agreed to.')
  await accessible(page, 'consent to note')
  await note.getByLabel('What they agreed to').fill('Signed the texting form')
  await note.getByRole('button', { name: 'Record consent' }).click()
  await expect(drawer.getByText('Agreed to get texts')).toBeVisible()

  await drawer.getByRole('button', { name: 'Opt out' }).click()
  const optOut = dialogOf(page, 'Opt out this contact?')
  await optOut.getByRole('radio', { name: 'By email' }).check()
  await optOut.getByLabel('What they said').fill('No more texts, thank you')
  await optOut.getByRole('button', { name: 'Opt out' }).click()
  await expect(drawer.getByText('Only they can opt back in, by texting START.')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Opt out' })).toHaveCount(0)
  await expect(drawer.getByRole('listitem').first()).toContainText('No more texts, thank you')
  await expect(drawer.getByText('Unchanged since recorded')).toBeVisible()
  await accessible(page, 'the history of a number')
  const proof = await saved(page, () => drawer.getByRole('button', { name: 'Evidence (PDF)' }).click())
  expect(proof.name).toBe('consent-evidence-13125550161.pdf')
  expect(proof.bytes.subarray(0, 5).toString()).toBe('%PDF-')

  // Exports all personal data of a contact, for a member with the permission.
  const data = await saved(page, () =>
    choose(page, drawer.getByRole('button', { name: 'More' }), 'Export personal data'),
  )
  expect(data.name).toBe('personal-data.json')
  expect(data.bytes.toString()).toContain('No more texts, thank you')

  // A manager may not erase; the owner gives a reason and types the name. By keyboard.
  const manager = await browserOf(null)
  await enterAs(manager, await newMember(request, team, { firstname: 'Mo', role: 'manager' }))
  await manager.goto(`/dashboard/contacts/${ana}`)
  await dialogOf(manager, 'Ana Ruiz').getByRole('button', { name: 'More' }).click()
  await expect(manager.getByRole('menuitem', { name: 'Merge…' })).toBeVisible()
  await expect(manager.getByRole('menuitem', { name: 'Erase…' })).toHaveCount(0)
  await tabTo(page, drawer.getByRole('button', { name: 'More' }))
  await page.keyboard.press('Enter')
  await arrowTo(page, page.getByRole('menuitem', { name: 'Erase…' }), 'ArrowUp')
  await page.keyboard.press('Enter')
  const erase = dialogOf(page, 'Erase Ana Ruiz?')
  await expect(erase.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('Asked for it')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Cho')
  await page.keyboard.press('Enter')
  await expect(erase.getByLabel('Type Ruiz to confirm')).toHaveAccessibleDescription('Type Ruiz to continue.')
  await accessible(page, 'erasing a contact')
  await tabTo(page, erase.getByLabel('Type Ruiz to confirm'))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('ruiz')
  await page.keyboard.press('Enter')
  await expect(erase).toBeHidden()
  await expect(page.getByRole('main').getByText('1 contact', { exact: true })).toBeVisible()
  await expect(rowOf(page, 'Ana Ruiz')).toHaveCount(0)

  // The opted-out number is kept after the erasure and is found only by searching for it; more numbers are imported as
  // a list.
  await open(page, '/dashboard/contacts/opt-outs', 'Opt-outs')
  await expect(page.getByText('1 more number belongs to a contact who was erased.')).toBeVisible()
  await expect(rowOf(page, '(312) 555-0161')).toHaveCount(0)
  const search = page.getByRole('main').getByRole('searchbox')
  await search.fill('312 555 0161')
  await expect(rowOf(page, '(312) 555-0161')).toContainText('Erased')
  await search.clear()
  await page.getByRole('button', { name: 'Add numbers' }).click()
  const adding = dialogOf(page, 'Add numbers to the opt-out list')
  await adding.getByLabel('Numbers, one per line').fill('312 555 0162\n(312) 555-0161\n12')
  await adding.getByRole('button', { name: 'Add 3 numbers' }).click()
  await expect(adding.getByLabel('Where they came from')).toHaveAccessibleDescription(
    /Enter where these numbers came from/,
  )
  await accessible(page, 'numbers to add')
  await adding.getByLabel('Where they came from').fill('Our old system')
  await adding.getByRole('button', { name: 'Add 3 numbers' }).click()
  await expect(adding.getByRole('status')).toContainText('1 number added. 1 was already on the list.')
  await expect(adding.getByRole('listitem')).toHaveText('Row 312')
  await adding.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, '(312) 555-0162')).toContainText('Ben Cho')
  await accessible(page, 'opt-outs')
})
