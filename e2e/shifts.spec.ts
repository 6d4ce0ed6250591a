import { freePhone } from './support/accounts.ts'
import { addLine } from './support/broadcasts.ts'
import { addContacts, createTeam, dialogOf, expect, open, toastOf } from './support/people.ts'
import { pressItem, problemsInBothSchemes, test } from './support/test.ts'

// People off shift: an owner describes the shifts, and texts wait for them. Hours are relative to the present moment.

/** Returns the time of day this many hours from now in a zone. */
const clock = (hours: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(Date.now() + hours * 3_600_000),
  )

test('an owner adds a shift, gives it to people, and texts wait until it starts', async ({ page, request }) => {
  test.setTimeout(240_000)
  const team = await createTeam(page, request, 'Sofia')
  const { organization } = await team.call<{ organization: { timezone: string } }>('GET', '/organization/settings')
  await addLine(team)
  const [nia = '', dan = ''] = await addContacts(team, [
    { firstname: 'Nia', lastname: 'Night', phone: freePhone() },
    { firstname: 'Dan', lastname: 'Day', phone: freePhone() },
  ])
  await team.call('PATCH', '/organization', { settings: { quietHours: { mode: 'off', start: '21:00', end: '08:00' } } })
  await open(page, '/dashboard/settings?tab=texting#shifts', 'Settings')
  const card = page.getByRole('region', { name: 'Shifts' })
  await expect(card).toContainText('No shifts yet')

  // By keyboard alone.
  await card.getByRole('button', { name: 'Add shift' }).focus()
  await page.keyboard.press('Enter')
  const editor = dialogOf(page, 'Add shift')
  const name = editor.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(editor).toContainText('Enter a name.')
  await page.keyboard.type('Later shift')
  for (const day of ['Saturday', 'Sunday']) {
    await editor.getByRole('switch', { name: day, exact: true }).focus()
    await page.keyboard.press('Space')
  }
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) {
    await editor.getByLabel(`${day}, from`).fill(clock(3, organization.timezone))
    await editor.getByLabel(`${day}, to`).fill(clock(7, organization.timezone))
  }
  expect(await problemsInBothSchemes(page), 'the editor of a shift').toEqual([])
  await editor.getByRole('button', { name: 'Save shift' }).press('Enter')
  await expect(card.getByRole('button', { name: 'Add shift' })).toBeFocused()
  await expect(card.getByRole('listitem').filter({ hasText: 'Later shift' })).toContainText('Not in use')
  await expect(card.getByRole('listitem').filter({ hasText: 'Later shift' })).toContainText('Monday – Sunday')

  await card.getByRole('radio', { name: 'Hold until their shift starts' }).check()
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(bar).toHaveCount(0)
  expect(await problemsInBothSchemes(page), 'the shifts').toEqual([])

  // The shift of one contact.
  await open(page, `/dashboard/contacts/${nia}`, 'Contacts')
  const hours = page.getByRole('combobox', { name: 'Working hours' })
  await expect(hours).toHaveValue('From their groups')
  await hours.focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Later shift' }).click()
  await expect(hours).toHaveValue('Later shift')
  await toastOf(page, 'Working hours changed.').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(hours).toHaveValue('From their groups')
  await hours.click()
  await page.getByRole('option', { name: 'Later shift' }).click()
  await expect(hours).toHaveValue('Later shift')

  // The shift of many contacts, by keyboard, and Undo gives back what each had.
  const choiceOf = async (contactId: string) =>
    (await team.call<{ choice: { kind: string } }>('GET', `/contact/shift?contactId=${contactId}`)).choice.kind
  await open(page, '/dashboard/contacts', 'Contacts')
  for (const name of ['Nia Night', 'Dan Day']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  const selected = page.getByRole('toolbar', { name: 'Selected contacts' })
  await selected.getByRole('button', { name: 'More', exact: true }).focus()
  await page.keyboard.press('Enter')
  await pressItem(page.getByRole('menuitem', { name: 'Set shift…' }))
  const many = dialogOf(page, 'Set the working hours of 2 contacts')
  await expect(many.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(many).toBeHidden()
  await expect(selected.getByRole('button', { name: 'More', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await pressItem(page.getByRole('menuitem', { name: 'Set shift…' }))
  await expect(many.getByRole('button', { name: 'Update 2 contacts' })).toBeDisabled()
  await many.getByRole('combobox', { name: 'Working hours' }).selectOption('Later shift')
  expect(await problemsInBothSchemes(page), 'the shift of many contacts').toEqual([])
  await many.getByRole('button', { name: 'Update 2 contacts' }).press('Enter')
  const changed = toastOf(page, '1 changed, 1 skipped: no change needed (1).')
  await expect.poll(() => choiceOf(dan)).toBe('shift')
  await changed.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => choiceOf(dan)).toBe('groups')

  // The composer says so, and its button waits for the shift.
  await page.goto(`/dashboard/inbox?status=open&conversation=${nia}`)
  const composer = page.getByRole('textbox', { name: 'Message to Nia Night' })
  await composer.fill('Bring your badge')
  await expect(page.getByText(/^Nia is off shift until/)).toBeVisible()
  expect(await problemsInBothSchemes(page), 'the composer').toEqual([])
  await composer.press('Enter')
  await expect(page.getByText(/^Scheduled for/)).toBeVisible()
  await composer.fill('Gas leak, stay away')
  await page.getByRole('button', { name: 'More send options' }).click()
  await page.getByRole('menuitem', { name: 'Send now…' }).click()
  const asking = dialogOf(page, 'Send while off shift?')
  await asking.getByRole('textbox').fill('Safety')
  await asking.getByRole('button', { name: 'Send now' }).press('Enter')
  await expect(composer).toHaveValue('')

  // The review of a broadcast counts exactly her, and shows who it is.
  const { broadcast } = await team.call<{ broadcast: { id: string } }>('POST', '/broadcast', {
    name: 'Badges',
    audience: { contactIds: [nia, dan] },
    message: { body: 'Sofia and Sons: bring your badge.' },
  })
  await page.goto(`/dashboard/broadcasts/${broadcast.id}/edit`)
  const ledger = page.getByRole('region', { name: 'Who will get it' })
  await expect(ledger.getByRole('button', { name: /of them off shift/ })).toContainText('1')
  await page.getByRole('navigation', { name: 'Steps' }).getByText('Review').click()
  await expect(page.getByText('1 person is off shift then. They get it when their shift starts.')).toBeVisible()
  expect(await problemsInBothSchemes(page), 'the review').toEqual([])
  await page.getByRole('button', { name: 'Show who' }).focus()
  await page.keyboard.press('Enter')
  const who = dialogOf(page, 'Off shift')
  await expect(who).toContainText('Nia Night')
  await expect(who).not.toContainText('Dan Day')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Show who' })).toBeFocused()
  await page.getByRole('radio', { name: 'Send it to these 1 at once' }).check()
  await expect(page.getByText('1 person is off shift then. They get it at once.')).toBeVisible()
  // The preview shows her text as it will be sent, and without the sentence once that is turned off.
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('No reply needed before your shift.')
  const sentence = page.getByRole('checkbox', { name: /^Add “No reply needed before your shift.”/ })
  await sentence.focus()
  await page.keyboard.press('Space')
  await expect(preview).not.toContainText('No reply needed before your shift.')
})

test('an owner gives Sundays quiet hours of their own by keyboard', async ({ page, request }) => {
  test.setTimeout(240_000)
  const team = await createTeam(page, request, 'Quin')
  await open(page, '/dashboard/settings?tab=texting#quiet-hours', 'Settings')
  const card = page.getByRole('region', { name: 'Quiet hours' })
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await card.getByRole('switch', { name: 'Other hours on some days' }).press('Space')
  await expect(card.getByText('Usual hours')).toHaveCount(7)
  await card.getByRole('switch', { name: 'Sunday' }).press('Space')
  await expect(card.getByText('Usual hours')).toHaveCount(6)
  // Equal times could mean no quiet hours or all day.
  await card.getByLabel('Sunday, quiet before').fill('21:00')
  await bar.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(card.getByText('The end must be different from the start.')).toBeVisible()
  await card.getByLabel('Sunday, to').fill('12:00')
  await expect(card.getByLabel('Sunday, quiet after')).toHaveValue('21:00')
  expect(await problemsInBothSchemes(page), 'quiet hours by weekday').toEqual([])
  await bar.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(bar).toHaveCount(0)
  const { settings } = await team.call<{ settings: { quietHours: object } }>('GET', '/organization/settings')
  expect(settings.quietHours).toMatchObject({ days: { sun: { start: '21:00', end: '12:00' } } })
  await card.getByRole('checkbox', { name: 'Sunday: all day' }).press('Space')
  await expect(card.getByLabel('Sunday, quiet after')).toHaveCount(0)
  await bar.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(bar).toHaveCount(0)
  const { settings: changed } = await team.call<{ settings: { quietHours: object } }>('GET', '/organization/settings')
  expect(changed.quietHours).toMatchObject({ days: { sun: { start: '00:00', end: '00:00' } } })
  await card.getByRole('switch', { name: 'Other hours on some days' }).press('Space')
  await bar.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(bar).toHaveCount(0)
})
