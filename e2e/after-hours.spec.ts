import { addLine, addNumbers, textFrom } from './support/broadcasts.ts'
import { createTeam, expect, open, saved } from './support/people.ts'
import { problemsInBothSchemes, test } from './support/test.ts'

// The report on texts off shift, from the settings to the lists behind its numbers. Hours are relative to the present moment.

/** Returns the time of day this many hours from now in a zone. */
const clock = (hours: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(Date.now() + hours * 3_600_000),
  )

test('an owner opens the after-hours report, its lists and its file', async ({ page, request }) => {
  test.setTimeout(240_000)
  const team = await createTeam(page, request, 'Olga')
  const { organization } = await team.call<{ organization: { timezone: string } }>('GET', '/organization/settings')
  const line = await addLine(team)
  const { phones, contactIds } = await addNumbers(request, team, 6)
  const span = { from: clock(3, organization.timezone), to: clock(7, organization.timezone) }
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, span])
  const { shifts } = await team.call<{ shifts: { id: string }[] }>('POST', '/shift', {
    name: 'Later',
    hours: Object.fromEntries(days),
  })
  const choice = { kind: 'shift', shiftId: shifts[0]?.id }
  for (const id of contactIds) await team.call('PUT', `/contact/shift?contactId=${id}`, { choice })
  await team.call('POST', '/group', { name: 'Night crew', contacts: contactIds })
  for (const phone of phones) await textFrom(request, phone, line, 'Is the gate open?')
  const received = async () =>
    (await team.call<{ total: number | null }>('GET', '/user/analytics/messages?kind=received')).total
  await expect.poll(received).toBe(6)

  // By keyboard from the settings.
  await open(page, '/dashboard/settings?tab=texting#shifts', 'Settings')
  const link = page.getByRole('region', { name: 'Shifts' }).getByRole('link', { name: 'After-hours report' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'After-hours report' })).toBeVisible()
  const compare = page.getByRole('region', { name: 'Compare' })
  const crew = compare.getByRole('row').filter({ hasText: 'Night crew' })
  await expect(crew.getByRole('cell')).toHaveText(['6', '0', '6', '6'])
  await expect(page.getByRole('region', { name: 'By week' }).getByRole('row').last().getByRole('cell')).toHaveText([
    '6',
    '0',
    '6',
    '6',
  ])
  expect(await problemsInBothSchemes(page), 'the report').toEqual([])
  const file = await saved(page, () => page.getByRole('button', { name: 'Download CSV' }).click())
  expect(file.name).toMatch(/^off-shift-.*\.csv$/)
  expect(file.bytes.toString('utf8')).toContain('Night crew,6,0,6,6')

  await compare.getByRole('combobox', { name: 'Compare by' }).selectOption('Teammate')
  await expect(compare).toContainText('No teammate wrote to people off shift.')
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Month')
  await expect(page.getByRole('region', { name: 'By month' })).toBeVisible()
  await compare.getByRole('combobox', { name: 'Compare by' }).selectOption('Group')

  await crew.getByRole('link', { name: /^6 texts received, Night crew/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Texts received off shift' })).toBeVisible()
  await expect(page.getByText('6 messages')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Is the gate open?' })).toHaveCount(6)
  expect(await problemsInBothSchemes(page), 'the list').toEqual([])
  await page.getByRole('link', { name: 'After-hours report' }).click()
  await crew.getByRole('link', { name: /^6 people, Night crew/ }).click()
  await expect(page.getByText('6 people', { exact: true })).toBeVisible()
})
