import { freePhone } from './support/accounts.ts'
import { addLine, setFaults } from './support/broadcasts.ts'
import { threadOf } from './support/inbox.ts'
import { accessible, addContacts, createTeam, dialogOf, expect } from './support/people.ts'
import { registerPhone, textsOn } from './support/phones.ts'
import { test } from './support/test.ts'

// A text that failed, and that a member sends again at night: it may have arrived, so it stays as it was.

/** More than tries of texts take on a busy machine. */
const longest = { timeout: 120_000 }

/** Returns the time of day this many hours from now in a zone. */
const clock = (hours: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(Date.now() + hours * 3_600_000),
  )

test('a text that is sent again at night keeps its words and its place, and only its time can change', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000)
  const team = await createTeam(page, request, 'Nora')
  await addLine(team)
  const phone = freePhone()
  await registerPhone(request, phone, 'Ned')
  const [ned = ''] = await addContacts(team, [{ firstname: 'Ned', lastname: 'Night', phone }])
  const { organization } = await team.call<{ organization: { timezone: string } }>('GET', '/organization/settings')
  const decide = (mode: 'off' | 'hold') => {
    const hours = { start: clock(-2, organization.timezone), end: clock(5, organization.timezone) }
    return team.call('PATCH', '/organization', { settings: { quietHours: { mode, ...hours } } })
  }
  await decide('off')
  await setFaults(request, phone, { delivery: 'no_signal' })
  await team.call('POST', '/message', { contactId: ned, body: 'The gate is open' })
  await page.goto(`/dashboard/inbox?status=open&conversation=${ned}`)
  const text = threadOf(page).getByRole('listitem').filter({ hasText: 'The gate is open' })
  await expect(text).toContainText(/Trying again/, longest)
  await text.getByRole('button', { name: 'Cancel' }).press('Enter')
  const again = text.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await setFaults(request, phone, { delivery: 'ok' })
  await team.call('POST', '/message', { contactId: ned, body: 'Bring your badge' })
  await expect.poll(() => textsOn(request, phone), longest).toContainEqual(expect.stringContaining('Bring your badge'))
  await decide('hold')

  await again.press('Enter')
  await expect(text).toContainText(/It's night there\. Sends again/)
  await expect(text.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await text.getByRole('button', { name: 'Change time' }).press('Enter')
  const change = dialogOf(page, 'Change the time')
  await expect(change).toContainText("may have arrived, so its words can't change")
  await expect(change.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
  await accessible(page, 'the time of a text that was sent before')
  const day = change.getByLabel('Day', { exact: true })
  const year = Number((await day.inputValue()).slice(0, 4)) + 2
  await day.fill(`${year}-03-14`)
  await change.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(change.getByRole('alert')).toBeVisible()
  await day.fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10))
  await change.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(change).toBeHidden()
  await expect(text).toContainText(/^(?!.*night).*Sends again/s)

  // It leaves from where it is, before what was written after it.
  await text.getByRole('button', { name: 'Send now' }).press('Enter')
  const states = async () =>
    (
      await team.call<{ messages: { body: string; state: string }[] }>('GET', `/message/conversations/${ned}`)
    ).messages.flatMap(({ body, state }) => (body.includes('The gate is open') ? [state] : []))
  await expect.poll(states, longest).toEqual(['delivered'])
  await expect(text.getByRole('button', { name: 'Send now' })).toHaveCount(0)
  const bodies = async () =>
    (await threadOf(page).getByRole('listitem').allInnerTexts()).flatMap(
      (words) => /The gate is open|Bring your badge/.exec(words)?.[0] ?? [],
    )
  await expect.poll(bodies).toEqual(['The gate is open', 'Bring your badge'])
})

test('the event of an earlier try that comes after "Try again" neither fails the text nor closes its dialog', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000)
  const team = await createTeam(page, request, 'Nell')
  await addLine(team)
  const phone = freePhone()
  await registerPhone(request, phone, 'Nat')
  const [nat = ''] = await addContacts(team, [{ firstname: 'Nat', lastname: 'Night', phone }])
  const { organization } = await team.call<{ organization: { timezone: string } }>('GET', '/organization/settings')
  const hours = { start: clock(-2, organization.timezone), end: clock(5, organization.timezone) }
  // The first try leaves at any hour.
  await team.call('PATCH', '/organization', { settings: { quietHours: { mode: 'off', ...hours } } })
  await setFaults(request, phone, { delivery: 'no_signal' })
  await team.call('POST', '/message', { contactId: nat, body: 'The gate is open' })
  // Live events, which the story holds back and lets through.
  let held: (() => void)[] | undefined
  await page.routeWebSocket(/\/ws\?/, (route) => {
    const server = route.connectToServer()
    server.onMessage((message) => (held ? held.push(() => route.send(message)) : route.send(message)))
  })
  await page.goto(`/dashboard/inbox?status=open&conversation=${nat}`)
  const text = threadOf(page).getByRole('listitem').filter({ hasText: 'The gate is open' })
  await expect(text).toContainText(/Trying again/, longest)
  await team.call('PATCH', '/organization', { settings: { quietHours: { mode: 'hold', ...hours } } })

  held = []
  const events = held
  await text.getByRole('button', { name: 'Cancel' }).press('Enter')
  const again = text.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expect.poll(() => events.length, longest).toBeGreaterThan(1)
  const ofFailure = events.splice(0)
  await again.press('Enter')
  await text.getByRole('button', { name: 'Change time' }).press('Enter')
  const change = dialogOf(page, 'Change the time')
  await expect(change).toBeVisible()
  for (const letThrough of ofFailure) letThrough()
  // Said when the event has arrived.
  await expect(page.getByText("A message wasn't delivered.")).toBeAttached()
  await expect(text).toContainText(/Sends again/)
  await expect(again).toHaveCount(0)
  await change.getByLabel('Day', { exact: true }).fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10))
  await change.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(change).toBeHidden()
  held = undefined
  for (const letThrough of events.splice(0)) letThrough()
  await expect(text).toContainText(/Sends again/)
})
