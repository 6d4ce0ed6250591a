import { addLine, addNumbers, createDraft, launch, listPath, setFaults } from './support/broadcasts.ts'
import { accessible, createTeam, dialogOf, expect, open, rowOf, toastOf } from './support/people.ts'
import { test } from './support/test.ts'

// What the page of a broadcast says while texts of it wait for a later time. A countdown takes half a minute.

// Not a zone of these stories, so that pages name the zone of the broadcast.
test.use({ timezoneId: 'America/Chicago' })

/** More than a countdown, the first texts and a late receipt take on a busy machine. */
const longest = { timeout: 120_000 }

test('a broadcast says who waits for another try, and that a stop ends the tries', async ({ page, request }) => {
  test.setTimeout(300_000)
  const team = await createTeam(page, request, 'Wes')
  await addLine(team)
  const { phones, contactIds } = await addNumbers(request, team, 3)
  await setFaults(request, phones[0] ?? '', { delivery: 'no_signal' })
  const draft = await createDraft(team, {
    name: 'Gate 7',
    audience: { contactIds },
    message: { body: 'Gate 7 is closed today.' },
  })
  await launch(team, draft)
  await open(page, `${listPath}/${draft.id}`, 'Gate 7')
  const card = page.getByRole('region', { name: 'Sending: 2 of 3' })
  await expect(card).toContainText(/1 person is waiting for another try at .+, because the last one failed\./, longest)
  await expect(card).not.toContainText('left')
  await accessible(page, 'a broadcast that waits for another try')

  // Two dates of a repeated broadcast are a day apart: what the server says of an earlier one is added to its answer.
  await page.route(/\/progress$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { run: { id: string } }
    const date = { runId: body.run.id, occurrence: '2026-11-26T09:00', count: 2, last: '2026-11-28T15:30:00.000Z' }
    const paused = { ...date, runId: draft.id, occurrence: '2026-11-25T09:00', count: 1, last: null }
    await route.fulfill({ response, json: { ...body, earlierDates: [date, paused] } })
  })
  await open(page, `${listPath}/${draft.id}`, 'Gate 7')
  const earlier = page.getByRole('region', { name: 'Earlier dates' })
  await expect(earlier).toContainText(/Nov 26.+: 2 people are still waiting, the last until .+\./)
  await expect(earlier).toContainText(/Nov 25.+: 1 person is still waiting\./)
  await expect(earlier).toContainText("These texts are paused too. They're sent after the broadcast is resumed.")
  await accessible(page, 'a broadcast of which texts of an earlier date wait')
  await page.route(/\/broadcast\/paginated/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object[] }
    await route.fulfill({ response, json: { ...body, data: body.data.map((row) => ({ ...row, earlierDates: 2 })) } })
  })
  await open(page, listPath, 'Broadcasts')
  await expect(rowOf(page, 'Gate 7')).toContainText(/1 waits until .+2 earlier dates sending/)
  await accessible(page, 'the list of broadcasts with one that waits')
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await open(page, `${listPath}/${draft.id}`, 'Gate 7')
  await card.getByRole('button', { name: 'Stop…' }).press('Enter')
  const question = dialogOf(page, 'Stop sending “Gate 7”?')
  await expect(question).toContainText(
    "1 person is waiting for another try after a failed one, and won't be tried again.",
  )
  await expect(question).not.toContainText("haven't been sent")
  await accessible(page, 'the question before the tries of a broadcast are stopped')
  await question.getByRole('button', { name: 'Stop sending' }).press('Enter')
  await expect(toastOf(page, /^Stopped\. 1 person won't get it\./)).toBeVisible()

  await page.getByRole('link', { name: /^Not delivered 1$/ }).click()
  await expect(page.getByRole('main')).toContainText(
    'Stopped before another try. The last try failed: Phone is off or has no signal.',
  )
  await accessible(page, 'people whose tries were stopped')
  await page.setViewportSize({ width: 390, height: 844 })
  const reason = page.getByRole('listitem').getByText('Stopped before another try.')
  await expect(reason).toContainText('Phone is off or has no signal.')
  // Whole means in more than one line, and within its row.
  const isWhole = () =>
    reason.evaluate((element) => {
      const [box, row] = [element.getBoundingClientRect(), element.closest('li')?.getBoundingClientRect()]
      return (
        row !== undefined && box.height > 30 && box.right <= row.right && element.scrollWidth <= element.clientWidth
      )
    })
  await expect.poll(isWhole).toBe(true)
  // Receipts are copied together, so they may come a moment later.
  const outcomes = async () =>
    (await team.call<{ data: { outcome: string }[] }>('GET', `/broadcast/${draft.id}/recipients`)).data
      .map(({ outcome }) => outcome)
      .toSorted()
  await expect.poll(outcomes, longest).toEqual(['delivered', 'delivered', 'not_delivered'])
})

/** Returns the time of day this many hours from now in a zone. */
const clock = (hours: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(Date.now() + hours * 3_600_000),
  )

test('the times of texts that wait follow the time zone of the organization', async ({ page, request }) => {
  test.setTimeout(240_000)
  const team = await createTeam(page, request, 'Zoe')
  await addLine(team)
  const { contactIds } = await addNumbers(request, team, 2)
  const quietHours = { mode: 'hold', start: clock(-3, 'America/Denver'), end: clock(4, 'America/Denver') }
  await team.call('PATCH', '/organization', { timezone: 'America/Denver', settings: { quietHours } })
  const draft = await createDraft(team, {
    name: 'Morning news',
    audience: { contactIds },
    message: { body: 'The canteen opens at seven.' },
    options: { quietHours: 'hold' },
  })
  await launch(team, draft)
  await open(page, `${listPath}/${draft.id}`, 'Morning news')
  const card = page.getByRole('region', { name: 'Sending: 0 of 2' })
  await expect(card).toContainText(/2 people are in quiet hours and get it at .+\./, longest)
  await expect(card).toContainText('Times are in America/Denver.')
  await accessible(page, 'a broadcast that waits for the end of quiet hours')
  const last = async () =>
    (await team.call<{ waits: { last: string }[] }>('GET', `/broadcast/${draft.id}/progress`)).waits[0]?.last ?? ''
  const before = Date.parse(await last())

  await open(page, '/dashboard/settings?tab=organization', 'Settings')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Los Angeles')
  await page.getByRole('option', { name: 'America / Los Angeles' }).click()
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(bar).toHaveCount(0)

  await open(page, `${listPath}/${draft.id}`, 'Morning news')
  await expect(card).toContainText('Times are in America/Los Angeles.')
  await expect(card).toContainText(/2 people are in quiet hours and get it at .+\./)
  // The same time of day, an hour later.
  await expect.poll(async () => (Date.parse(await last()) - before) / 3_600_000, longest).toBe(1)
})
