import {
  accessible,
  addContacts,
  createTeam,
  dialogOf,
  enterAs,
  expect,
  newMember,
  open,
  rowOf,
  tabTo,
  toastOf,
} from './support/people.ts'
import { expectNoSidewaysScroll, problemsInBothSchemes, test } from './support/test.ts'

// The weekly check of contacts: a card on the dashboard and the screen that fixes what it counts.

test('contacts without a number or consent are counted weekly and fixed in one pass', async ({ page, request }) => {
  test.setTimeout(120_000)
  const team = await createTeam(page, request, 'Rhea')
  await addContacts(team, [
    { firstname: 'Ada', lastname: 'Bare' },
    { firstname: 'Ben', lastname: 'Bare' },
    { firstname: 'Cyd', lastname: 'Silent', phone: '(312) 555-0143' },
  ])
  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'Weekly contact check' })
  await expect(card).toContainText('2 contacts have no mobile number')
  await expect(card).toContainText('1 has no consent on file')
  await accessible(page, 'the weekly check')
  await card.getByRole('link', { name: 'Fix contacts' }).click()

  const lacking = page.getByRole('region', { name: 'No mobile number' })
  await expect(lacking.getByRole('listitem')).toHaveCount(2)
  expect(await problemsInBothSchemes(page), 'the fixes').toEqual([])
  // A wrong number keeps what was typed, with the reason beside it.
  const field = lacking.getByRole('textbox', { name: 'New mobile number of Ada Bare' })
  await field.fill('12')
  await field.press('Enter')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveValue('12')
  await field.fill('(312) 555-0144')
  await field.press('Enter')
  await expect(lacking.getByRole('listitem')).toHaveCount(1)
  await lacking.getByRole('button', { name: 'Archive Ben Bare' }).click()
  await expect(toastOf(page, 'Archived.')).toBeVisible()
  await expect(lacking).toHaveCount(0)

  const silent = page.getByRole('region', { name: 'No consent on file' })
  for (const name of ['Ada Bare', 'Cyd Silent']) {
    await silent.getByRole('button', { name: `Record consent of ${name}` }).click()
    const dialog = dialogOf(page, 'Record consent')
    await dialog.getByRole('textbox').fill('Signed at hiring.')
    await dialog.getByRole('button', { name: /^(Record|Save)/ }).click()
    await expect(silent.getByRole('button', { name: `Record consent of ${name}` })).toHaveCount(0)
  }
  await expect(page.getByText('Every contact is in order')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('contacts without consent are yellow in the list, and their consent is recorded for all at once', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const team = await createTeam(page, request, 'Rhea')
  const [, , gone] = await addContacts(team, [
    { firstname: 'Ada', lastname: 'Bare', phone: '(312) 555-0151' },
    { firstname: 'Ben', lastname: 'Bare', phone: '(312) 555-0152' },
    { firstname: 'Cyd', lastname: 'Gone', phone: '(312) 555-0153' },
  ])
  const wording = 'No more texts.'
  await team.call('POST', '/consent/note', { contactId: gone, action: 'opt_out', method: 'verbal', wording })
  await open(page, '/dashboard/contacts', 'Contacts')
  await expect(rowOf(page, 'Ada Bare')).toContainText('No consent on file')
  await expect(rowOf(page, 'Cyd Gone')).toContainText('Opted out')
  const views = page.getByRole('group', { name: 'Contact views' })
  await views.getByRole('button', { name: 'No consent on file' }).click()
  await expect(page.getByRole('main').getByText('2 contacts', { exact: true })).toBeVisible()
  await views.getByRole('button', { name: 'All', exact: true }).click()
  await expect(rowOf(page, 'Cyd Gone')).toBeVisible()

  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const bar = page.getByRole('toolbar', { name: 'Selected contacts' })
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Record consent…' }).click()
  const dialog = dialogOf(page, 'Record consent of 3 contacts')
  await accessible(page, 'the consent of many')
  const record = dialog.getByRole('button', { name: 'Record consent' })
  await expect(record).toBeDisabled()
  await dialog.getByRole('radio', { name: 'In person' }).check()
  await dialog.getByLabel('When they agreed').fill('2026-03-02')
  await dialog.getByLabel('What they agreed to').fill('Agreed at the safety meeting.')
  await record.click()
  await expect(toastOf(page, 'Consent recorded for 2 contacts, 1 skipped: already opted out (1).')).toBeVisible()
  await expect(rowOf(page, 'Ada Bare')).toContainText('Can get texts')
  await expect(rowOf(page, 'Cyd Gone')).toContainText('Opted out')
  await page.getByRole('button', { name: 'Ada Bare' }).first().click()
  const card = dialogOf(page, 'Ada Bare')
  await expect(card.getByText('Can get texts')).toBeVisible()
  await card.getByRole('tab', { name: 'Consent' }).click()
  await expect(card.getByText('2026-03-02: Agreed at the safety meeting.')).toBeVisible()
})

test('a banner above the contacts counts who needs a fix, follows changes, and can be dismissed', async ({
  page,
  request,
  browserOf,
}) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Rhea')
  const [ada] = await addContacts(team, [{ firstname: 'Ada', lastname: 'Bare' }])
  await open(page, '/dashboard/contacts', 'Contacts')
  const banner = page.getByRole('region', { name: /(has|have) no (working number|consent on file)/ })
  await expect(banner).toContainText('1 contact has no working number.')
  await addContacts(team, [
    { firstname: 'Ben', lastname: 'Bare' },
    { firstname: 'Cyd', lastname: 'Silent', phone: '(312) 555-0147' },
  ])
  await expect(banner).toContainText('2 contacts have no working number. 1 contact has no consent on file.')
  expect(await problemsInBothSchemes(page), 'the banner').toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page, 'the banner on a phone')
  await page.setViewportSize({ width: 1280, height: 800 })

  await tabTo(page, banner.getByRole('link', { name: 'Fix contacts' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Fix contacts' })).toBeVisible()
  await expect(banner, 'the page that fixes them has no banner').toHaveCount(0)
  await page.goBack()
  await team.call('PATCH', `/contact?id=${String(ada)}`, { phone: '(312) 555-0148' })
  await expect(banner).toContainText('1 contact has no working number. 2 contacts have no consent on file.')

  await tabTo(page, banner.getByRole('button', { name: 'Dismiss' }))
  // Loaded again in the moment of the choice.
  await page.evaluate(() => window.addEventListener('click', () => location.reload(), { once: true }))
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  await expect(rowOf(page, 'Ada Bare')).toBeVisible()
  await expect(banner).toHaveCount(0)

  const theirs = await browserOf(null)
  let asked = 0
  theirs.on('request', (sent) => (asked += sent.url().includes('/contact/repairs') ? 1 : 0))
  await enterAs(theirs, await newMember(request, team, { firstname: 'Vi', role: 'viewer' }))
  await open(theirs, '/dashboard/contacts', 'Contacts')
  await expect(rowOf(theirs, 'Ada Bare')).toBeVisible()
  await expect(theirs.getByRole('region', { name: /(has|have) no (working number|consent on file)/ })).toHaveCount(0)
  expect(asked, 'requests for a member who cannot fix contacts').toBe(0)
})
