import type { APIRequestContext, Page } from '@playwright/test'
import { createAccount, freePhone, newUser } from './support/accounts.ts'
import { keepUndoToasts } from './support/people.ts'
import { registerPhone } from './support/phones.ts'
import {
  accessibilityProblems,
  enter,
  expect,
  expectNoSidewaysScroll,
  haveSession,
  problemsInBothSchemes,
  test,
} from './support/test.ts'

// The texting settings, in an organization of each test: numbers, replies, texting, notifications.

async function enterNewOrganization(
  page: Page,
  request: Parameters<typeof createAccount>[0],
  firstname: string,
): Promise<void> {
  const user = newUser(firstname)
  await keepUndoToasts(page)
  await enter(page, await createAccount(request, user, `${firstname} Works`))
}

async function addNumber(page: Page, phone: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Get a number' }).click()
  await page.getByRole('button', { name: 'Bring your own number' }).click()
  const form = page.getByRole('dialog', { name: 'Bring your own number' })
  await form.getByLabel('Number', { exact: true }).fill(phone)
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('button', { name: 'Add number' }).click()
  await expect(form).toBeHidden()
}

const numberCard = (page: Page, name: string) =>
  page
    .getByRole('region')
    .filter({ hasText: name, has: page.getByRole('button', { name: /^More options for/ }) })
    .last()

/** One second of silence in the format that carriers play. */
function silence(): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + 16_000, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8_000, 24)
  header.writeUInt32LE(16_000, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(16_000, 40)
  return Buffer.concat([header, Buffer.alloc(16_000)])
}

/** Calls a number from a phone, returns the spoken text, and hangs up. */
async function callTo(request: APIRequestContext, caller: string, to: string) {
  const calls = `/dev/carrier/control/handsets/${encodeURIComponent(caller)}/calls`
  const answer = await request.post(calls, { data: { to } })
  const { call } = (await answer.json()) as { call: { id: string; words: string; audioUrl: string | null } }
  await request.post(`${calls}/${call.id}/hang-up`)
  return call
}

const tab = (page: Page, key: string) => page.goto(`/dashboard/settings?tab=${key}`)

test('a new organization finds a number by area code and gets it', async ({ page, request }) => {
  await enterNewOrganization(page, request, 'Gail')
  await tab(page, 'numbers')
  await page.getByRole('button', { name: 'Get a number' }).click()
  const form = page.getByRole('dialog', { name: 'Get a number' })
  const wish = form.getByLabel('Area code or city')
  await wish.fill('7')
  await page.keyboard.press('Enter')
  await expect(form).toContainText('Enter an area code, a city, or 2 to 10 digits.')
  await wish.fill('999')
  await page.keyboard.press('Enter')
  await expect(form).toContainText('No numbers there.')
  await wish.fill('Houston')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('status')).toContainText('numbers available')
  await form.getByRole('button', { name: 'Get this number' }).click()
  await expect(form).toContainText('Choose a number.')
  const offer = form.getByRole('radio', { name: /^\(713\) 555-01/ }).first()
  await offer.check()
  expect(await problemsInBothSchemes(page)).toEqual([])
  await form.getByRole('button', { name: 'Get this number' }).click()
  await expect(form).toBeHidden()
  await expect(numberCard(page, 'Main')).toContainText('(713) 555-01')
})

test('a number of Telnyx is added with its keys, and texts come and go', async ({ page, request }) => {
  await enterNewOrganization(page, request, 'Tess')
  await tab(page, 'numbers')
  await page.getByRole('button', { name: 'Get a number' }).click()
  await page.getByRole('button', { name: 'Bring your own number' }).click()
  const form = page.getByRole('dialog', { name: 'Bring your own number' })
  await form.getByText('Advanced').click()
  await form.getByRole('combobox', { name: 'Carrier' }).click()
  await page.getByRole('option', { name: 'Telnyx' }).click()
  await expect(form.getByLabel('Account SID')).toHaveCount(0)
  await expect(form).toContainText("Calls to a Telnyx number aren't answered here.")
  const line = freePhone()
  await form.getByLabel('Number', { exact: true }).fill(line)
  await form.getByLabel('Name', { exact: true }).fill('Telnyx')
  const id = `KEY${crypto.randomUUID().replaceAll('-', '').toUpperCase()}`
  await form.getByLabel('API key', { exact: true }).fill(`${id}_secret`)
  await form.getByLabel('Public key', { exact: true }).fill('not the key')
  await form.getByRole('button', { name: 'Add number' }).click()
  await expect(form).toContainText('Copy the whole public key, which ends with =.')
  await form.getByLabel('Public key', { exact: true }).fill('11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=')
  expect(await problemsInBothSchemes(page)).toEqual([])
  await form.getByRole('button', { name: 'Add number' }).click()
  await expect(form).toBeHidden()
  const card = numberCard(page, 'Telnyx')
  await expect(card).toContainText("the webhook URL of the number's messaging profile")
  await expect(card).toContainText('/hooks/telnyx/')
  await expect(card).toContainText('Not answered here')
  await expect(card.getByText('Webhook URL for calls')).toHaveCount(0)
  await expect(page.getByText('Incoming calls')).toHaveCount(0)
  expect(await problemsInBothSchemes(page)).toEqual([])

  const worker = freePhone()
  await registerPhone(request, worker, 'Wes Worker')
  const texts = `/dev/carrier/control/handsets/${encodeURIComponent(worker)}`
  await request.post(`${texts}/texts`, { data: { to: line, body: 'Is there work today?' } })
  await page.goto('/dashboard/inbox?status=open')
  // The toast of the same text may lie above or be gone before a click.
  await page
    .getByRole('main')
    .getByRole('link', { name: /Is there work today\?/ })
    .click()
  const box = page.getByRole('textbox', { name: /^Message/ })
  await box.fill('Yes, at noon.')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => {
      const { texts: all } = (await (await request.get(texts)).json()) as { texts: { body: string; state: string }[] }
      return all.find(({ body }) => body === 'Yes, at noon.')?.state
    })
    .toBe('delivered')
})

test('a new organization adds a number, changes it, pauses it and releases one', async ({ page, request }) => {
  await enterNewOrganization(page, request, 'Nora')
  // The empty inbox names the missing number and links to the settings.
  await page.goto('/dashboard/inbox?status=open')
  await expect(page.getByText('Get a number to start texting.')).toBeVisible()
  await page.getByRole('link', { name: 'Get a number' }).click()
  await page.waitForURL('**/dashboard/settings?tab=numbers')
  // The first number needs only a number and a name, no carrier account.
  await expect(page.getByText('Incoming calls')).toHaveCount(0)
  await addNumber(page, freePhone(), 'Front desk')
  const desk = numberCard(page, 'Front desk')
  await expect(desk).toContainText('Default')
  await addNumber(page, freePhone(), 'Night')
  const night = numberCard(page, 'Night')
  await night.getByRole('button', { name: /^More options for/ }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(night).toContainText('will wait until you resume it')
  await night.getByRole('button', { name: /^More options for/ }).click()
  await page.getByRole('menuitem', { name: 'Resume' }).click()
  await expect(night).not.toContainText('will wait until you resume it')
  await night.getByRole('button', { name: /^More options for/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit number' })
  await form.getByLabel('Name', { exact: true }).fill('Late shift')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  const late = numberCard(page, 'Late shift')
  await late.getByRole('button', { name: /^More options for/ }).click()
  await page.getByRole('menuitem', { name: 'Release' }).click()
  await page.getByRole('button', { name: 'Release number' }).click()
  await expect(page.getByText('Late shift')).toHaveCount(0)
  await expect(desk).toBeVisible()
})

test('while the only number is paused a message waits and the composer says so', async ({ page, request }) => {
  await enterNewOrganization(page, request, 'Ines')
  const [desk, contactPhone] = [freePhone(), freePhone()]
  await tab(page, 'numbers')
  await addNumber(page, desk, 'Front desk')
  await registerPhone(request, contactPhone, 'Wanda')
  const handset = `/dev/carrier/control/handsets/${encodeURIComponent(contactPhone)}`
  await request.post(`${handset}/texts`, { data: { body: 'Is the gate open?', to: desk } })
  const more = numberCard(page, 'Front desk').getByRole('button', { name: /^More options for/ })
  await more.click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(numberCard(page, 'Front desk')).toContainText('will wait until you resume it')

  await page.goto('/dashboard/inbox?status=open')
  await page.locator('[data-conversation]').filter({ hasText: 'Is the gate open?' }).click()
  const notice = page.getByText('Your numbers are paused.')
  await expect(notice).toBeVisible()
  expect(await problemsInBothSchemes(page), 'paused').toEqual([])
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await field.fill('Yes, until six')
  await field.press('Enter')
  const thread = page.getByRole('region', { name: 'Messages' })
  await expect(thread.getByText('Queued')).toBeVisible({ timeout: 30_000 })
  const conversation = page.url()

  await page.getByRole('link', { name: 'View numbers' }).click()
  await more.click()
  await page.getByRole('menuitem', { name: 'Resume' }).click()
  await expect(numberCard(page, 'Front desk')).toContainText('In use')
  await page.goto(conversation)
  await expect(thread.getByText('Delivered').last()).toBeVisible()
  await expect(notice).toBeHidden()

  // When everything is archived, the empty inbox says so instead of waiting for a first conversation.
  await page.locator('header').getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page.getByText("You're all caught up.")).toBeVisible()
})

test('callers hear the recorded greeting, and a separate one at one number', async ({ page, request }) => {
  await enterNewOrganization(page, request, 'Gina')
  await tab(page, 'numbers')
  const [desk, night] = [freePhone(), freePhone()]
  await addNumber(page, desk, 'Front desk')
  await addNumber(page, night, 'Night')
  const caller = freePhone()
  await registerPhone(request, caller, 'Cal Lerr')
  const dial = (to: string) => callTo(request, caller, to)
  expect((await dial(desk)).words).toContain('Gina Works')

  const calls = page.getByRole('region', { name: 'Incoming calls' })
  await calls.getByRole('radiogroup', { name: 'What callers hear' }).getByText('Recording').click()
  await calls.locator('input[type=file]').setInputFiles({ name: 'hello.wav', mimeType: 'audio/wav', buffer: silence() })
  await expect(calls.getByText('hello.wav')).toBeVisible()
  await expect(calls.getByRole('button', { name: 'Play greeting' })).toBeEnabled()
  await calls.getByRole('button', { name: 'Save' }).click()
  await expect(calls.getByRole('button', { name: 'Save' })).toHaveCount(0)
  expect((await dial(desk)).audioUrl).not.toBeNull()

  // Without business hours the organization counts as closed, so the after-hours greeting plays.
  await calls.getByRole('switch', { name: 'Use a different greeting outside business hours' }).click()
  await calls.getByRole('button', { name: 'Save' }).click()
  await expect(calls.getByText('Enter what callers will hear.')).toBeVisible()
  await calls.getByRole('textbox', { name: 'What callers hear outside business hours' }).fill('We open at eight.')
  await calls.getByRole('button', { name: 'Save' }).click()
  await expect(calls.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(calls.getByText('Playing now')).toHaveCount(1)
  await expect.poll(() => dial(desk)).toMatchObject({ words: 'We open at eight.', audioUrl: null })
  await calls.getByRole('switch', { name: 'Use a different greeting outside business hours' }).click()
  await calls.getByRole('button', { name: 'Save' }).click()
  await expect(calls.getByRole('button', { name: 'Save' })).toHaveCount(0)

  const lineGreetings = page.getByRole('region', { name: 'Greetings by number' })
  await lineGreetings.getByRole('button', { name: 'Set greeting for Night' }).click()
  const form = page.getByRole('dialog', { name: 'Greeting for Night' })
  await form.getByRole('button', { name: 'Save greeting' }).click()
  await expect(form.getByText('Enter what callers will hear.')).toBeVisible()
  await form.getByRole('textbox', { name: 'What callers hear' }).fill('The night shift is on the floor.')
  await form.getByRole('button', { name: 'Save greeting' }).click()
  await expect(form).toBeHidden()
  await expect(lineGreetings).toContainText('The night shift is on the floor.')
  await expect.poll(() => dial(night)).toMatchObject({ words: 'The night shift is on the floor.', audioUrl: null })
  expect((await dial(desk)).audioUrl).not.toBeNull()
  expect(await accessibilityProblems(page)).toEqual([])
  await lineGreetings.getByRole('button', { name: 'Remove greeting for Night' }).click()
  await expect(lineGreetings.getByRole('button', { name: 'Set greeting for Night' })).toBeVisible()
  expect((await dial(night)).audioUrl).not.toBeNull()
})

test('holidays are added, chosen and removed, and callers hear the holiday greeting', async ({ page, request }) => {
  await enterNewOrganization(page, request, 'Hope')
  await tab(page, 'numbers')
  const [desk, caller] = [freePhone(), freePhone()]
  await addNumber(page, desk, 'Front desk')
  await registerPhone(request, caller, 'Cal Lerr')
  const calls = page.getByRole('region', { name: 'Incoming calls' })
  await calls.getByRole('switch', { name: 'Use a different greeting on holidays' }).click()
  await calls.getByRole('textbox', { name: 'What callers hear on holidays' }).fill('We are off today.')
  await calls.getByRole('button', { name: 'Save' }).click()
  await expect(calls.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(calls).toContainText("Today isn't a holiday.")
  expect((await callTo(request, caller, desk)).words).toContain('Hope Works')

  await calls.getByRole('link', { name: 'Set holidays' }).click()
  const card = page.getByRole('region', { name: 'Holidays', exact: true })
  await expect(card).toContainText('No holidays yet')
  await card.getByRole('button', { name: 'Add holiday' }).click()
  const form = page.getByRole('dialog', { name: 'Add holiday' })
  await form.getByRole('button', { name: 'Save holiday' }).click()
  await expect(form.getByText('Enter a name.')).toBeVisible()
  await expect(form.getByText('Choose a day.')).toBeVisible()
  await form.getByLabel('Name').fill('Plant Day')
  // Spans today in any time zone of the organization.
  const dayAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await form.getByLabel('First day').fill(dayAt(-1))
  await form.getByLabel('Last day (optional)').fill(dayAt(-2))
  await form.getByRole('button', { name: 'Save holiday' }).click()
  await expect(form.getByText('Choose the first day or a later one.')).toBeVisible()
  expect(await problemsInBothSchemes(page)).toEqual([])
  await form.getByLabel('Last day (optional)').fill(dayAt(1))
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  const entry = card.getByRole('listitem').filter({ hasText: 'Plant Day' })
  await expect(entry).toContainText('Today')
  expect((await callTo(request, caller, desk)).words).toBe('We are off today.')

  await card.getByRole('button', { name: 'Remove Plant Day' }).click()
  await expect(entry).toHaveCount(0)
  expect((await callTo(request, caller, desk)).words).toContain('Hope Works')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(entry).toContainText('Today')
  await card.getByRole('button', { name: 'Edit Plant Day' }).click()
  const change = page.getByRole('dialog', { name: 'Edit holiday' })
  await change.getByRole('switch', { name: 'Every year' }).click()
  await change.getByRole('button', { name: 'Save holiday' }).click()
  await expect(entry).toContainText('every year')

  await card.getByRole('button', { name: 'Public holidays' }).click()
  const picker = page.getByRole('dialog', { name: 'Public holidays: United States' })
  await picker.getByRole('checkbox').last().check()
  expect(await problemsInBothSchemes(page)).toEqual([])
  await picker.getByRole('button', { name: 'Add selected' }).click()
  await expect(picker).toBeHidden()
  await expect(card.getByRole('listitem')).toHaveCount(2)
  expect(await problemsInBothSchemes(page)).toEqual([])
})

test('a new organization answers the first text and adds the first saved reply from the composer', async ({
  page,
  request,
}) => {
  await enterNewOrganization(page, request, 'Fay')
  await tab(page, 'numbers')
  const desk = freePhone()
  await addNumber(page, desk, 'Front desk')
  await page.goto('/dashboard/inbox?status=open')
  const contactPhone = freePhone()
  await registerPhone(request, contactPhone, 'Rosa Diaz')
  const handset = `/dev/carrier/control/handsets/${encodeURIComponent(contactPhone)}`
  await request.post(`${handset}/texts`, { data: { to: desk, body: 'Is the night shift on today?' } })
  await page.getByRole('link', { name: /Is the night shift on today/ }).click()
  const composer = page.getByRole('textbox', { name: /^Message to/ })
  // The text direction follows the script.
  await composer.fill('שלום')
  await expect(composer).toHaveCSS('direction', 'rtl')
  await composer.clear()
  await composer.pressSequentially('/')
  await expect(page.getByRole('button', { name: 'Create your first reply' })).toBeVisible()
  await composer.press('Enter')
  const form = page.getByRole('dialog', { name: 'Save a reply' })
  await form.getByLabel('Name').fill('Night shift')
  await form.getByRole('textbox', { name: 'Reply' }).fill('Yes, from 10 PM.')
  await form.getByRole('button', { name: 'Save reply' }).click()
  await expect(form).toBeHidden()
  // The slash is still there, and the new reply is offered after it.
  await expect(page.getByRole('option', { name: 'Night shift' })).toBeVisible()
  await composer.press('Enter')
  await expect(composer).toHaveValue('Yes, from 10 PM.')
  await composer.press('Enter')
  await expect
    .poll(async () => JSON.stringify(await (await request.get(handset)).json()), { timeout: 20_000 })
    .toContain('Yes, from 10 PM.')
})

test('replies and keywords are saved, changed, shared and removed', async ({ page, request }) => {
  await enterNewOrganization(page, request, 'Rita')
  await tab(page, 'replies')
  await page.getByRole('button', { name: 'Add reply' }).click()
  const reply = page.getByRole('dialog', { name: 'Save a reply' })
  await reply.getByLabel('Name').fill('Thanks')
  await reply.getByLabel('Shortcut (optional)').fill('thx')
  await reply.getByRole('textbox', { name: 'Reply' }).fill('Thank you, {first_name}.')
  await reply.getByRole('switch', { name: 'Share with your team' }).click()
  await reply.getByRole('button', { name: 'Save reply' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Thank you, {first_name}.' })).toContainText('Shared')
  await page.getByRole('button', { name: 'Delete Thanks' }).click()
  await expect(page.getByText('Thank you, {first_name}.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Thank you, {first_name}.')).toBeVisible()

  await page.getByRole('button', { name: 'Add keyword' }).click()
  const keyword = page.getByRole('dialog', { name: 'Add keyword' })
  await keyword.getByLabel('Keyword').fill('STOP')
  await keyword.getByLabel('Automatic reply').fill('Shifts are on the board.')
  await keyword.getByRole('button', { name: 'Save keyword' }).click()
  await expect(keyword.getByText(/is reserved by law/)).toBeVisible()
  await keyword.getByLabel('Keyword').fill('SHIFT')
  await keyword.getByRole('button', { name: 'Save keyword' }).click()
  await expect(page.getByText('Shifts are on the board.')).toBeVisible()
})

test('texting and notification settings are changed and stay changed', async ({ page, request }) => {
  await enterNewOrganization(page, request, 'Tess')
  await tab(page, 'texting')
  const anytime = page.getByRole('region', { name: 'Quiet hours' }).getByRole('radio', { name: 'Send anytime' })
  await anytime.check()
  const away = page.getByRole('region', { name: 'Away reply' })
  await away.getByRole('textbox', { name: 'Away reply' }).fill('We are back at 8.')
  // Without business hours the auto-reply would be sent at any hour.
  await expect(away.getByText(/so you're treated as always closed/)).toBeVisible()
  await page.getByRole('switch', { name: 'Monday' }).click()
  await expect(away.getByText(/so you're treated as always closed/)).toBeHidden()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0)
  await page.reload()
  await expect(anytime).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Away reply' })).toHaveValue('We are back at 8.')

  await tab(page, 'notifications')
  const assignedSwitch = page.getByRole('switch', { name: 'Conversations assigned to me: on screen' })
  await expect(assignedSwitch).toBeChecked()
  const saved = (choice: string) =>
    page.waitForResponse((answer) => answer.request().postData()?.includes(choice) ?? false)
  const assignedSaved = saved('"assigned"')
  await assignedSwitch.click()
  await expect(assignedSwitch).not.toBeChecked()
  await assignedSaved
  // The settings that the first choice made load again may show the old ones for a moment.
  const onlyMine = page.getByRole('radio', { name: 'Only mine and unassigned' })
  const onlyMineSaved = saved('"inboundOf"')
  await onlyMine.click()
  await onlyMineSaved
  await expect(onlyMine).toBeChecked()
  await page.reload()
  await expect(assignedSwitch).not.toBeChecked()
  await expect(onlyMine).toBeChecked()
})

test('the texting settings are accessible', async ({ page }) => {
  await haveSession(page, 'owner@demo.test')
  for (const [key, sign] of [
    ['replies', 'Keywords'],
    ['texting', 'Quiet hours'],
    ['numbers', 'Main line'],
    ['notifications', 'Notify me about'],
  ] as const) {
    await tab(page, key)
    await expect(page.getByText(sign).first()).toBeVisible()
    expect(await problemsInBothSchemes(page), key).toEqual([])
  }
})

test('a quarantined message is retried or discarded for good', async ({ page, request }) => {
  await enterNewOrganization(page, request, 'Abe')
  // A browser cannot produce a message that fails to be stored. Server tests cover the calls; here the responses are
  // mocked.
  const [text, locked] = [crypto.randomUUID(), crypto.randomUUID()]
  const entry = { lineId: crypto.randomUUID(), files: 0, tries: 0, cameAt: new Date().toISOString() }
  const readableEvent = { ...entry, id: text, kind: 'text', from: '+13125550177', words: 'No work today'.repeat(40) }
  const unreadableEvent = {
    ...entry,
    id: locked,
    kind: 'text',
    from: null,
    words: null,
    reason: 'unknown',
    isReadable: false,
  }
  let quarantined: { id: string; tries: number }[] = [
    { ...readableEvent, ...{ files: 2, reason: 'refused', isReadable: true, quarantinedAt: entry.cameAt } },
    { ...unreadableEvent, ...{ quarantinedAt: entry.cameAt } },
  ]
  let isMended = false
  await page.route(/\/api\/line\/quarantine/, async (route) => {
    const apiRequest = route.request()
    const retriedIds = apiRequest.method() === 'POST' ? (apiRequest.postDataJSON() as { ids: string[] }).ids : []
    const discardedId = apiRequest.method() === 'DELETE' ? new URL(apiRequest.url()).searchParams.get('id') : null
    const stored = isMended ? retriedIds.length : 0
    quarantined = quarantined
      .filter(({ id }) => id !== discardedId && !(isMended && retriedIds.includes(id)))
      .map((event) => (retriedIds.includes(event.id) ? { ...event, tries: event.tries + 1 } : event))
    await route.fulfill({ json: { status: 'OK', data: quarantined, total: quarantined.length, stored } })
  })
  await page.goto('/dashboard/settings?tab=numbers#quarantine')
  const card = page.getByRole('region', { name: "Couldn't be saved" })
  await expect(card).toContainText('2 waiting')
  const first = card.getByRole('listitem').filter({ hasText: 'No work today' })
  await expect(first).toContainText('With 2 files')
  await expect(first.getByRole('button', { name: 'Discard' })).toHaveCount(0)
  expect(await problemsInBothSchemes(page)).toEqual([])

  await first.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText("Still can't be saved. We'll keep it here.")).toBeVisible()
  await expect(first).toContainText('Retried 1 time.')
  await expect(first.getByRole('button', { name: 'Discard' })).toBeVisible()

  const unreadableItem = card.getByRole('listitem').filter({ hasText: 'encrypted with a different key' })
  await expect(unreadableItem.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await unreadableItem.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog', { name: 'Discard this text?' }).getByRole('button', { name: 'Discard' }).click()
  await expect(unreadableItem).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  isMended = true
  await first.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('It now appears in its conversation.')).toBeVisible()
  await expect(card).toHaveCount(0)
})
