import type { APIRequestContext, Page } from '@playwright/test'
import { foundAccount, freePhone, somebody } from './support/accounts.ts'
import { ownPhone } from './support/phones.ts'
import { accessibilityProblems, enter, expect, haveSession, problemsInBothSchemes, test } from './support/test.ts'

// The settings of texting, in an organization of the test's own: numbers, replies, texting, notifications.

async function openOwn(page: Page, request: Parameters<typeof foundAccount>[0], firstname: string): Promise<void> {
  const person = somebody(firstname)
  await enter(page, await foundAccount(request, person, `${firstname} Works`))
}

/** Adds a number of the simulated carrier. */
async function addNumber(page: Page, phone: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a number' }).click()
  const form = page.getByRole('dialog', { name: 'Add a number' })
  await form.getByLabel('Number', { exact: true }).fill(phone)
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('button', { name: 'Add number' }).click()
  await expect(form).toBeHidden()
}

const numberCard = (page: Page, name: string) =>
  page
    .getByRole('region')
    .filter({ hasText: name, has: page.getByRole('button', { name: /^More for/ }) })
    .last()

/** A second of silence as carriers play it. */
function silence(): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + 16_000, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(16_000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(16_000, 40)
  return Buffer.concat([head, Buffer.alloc(16_000)])
}

/** Calls a number from a phone, hears what is said there, and hangs up. */
async function callTo(request: APIRequestContext, caller: string, to: string) {
  const calls = `/dev/carrier/control/handsets/${encodeURIComponent(caller)}/calls`
  const answer = await request.post(calls, { data: { to } })
  const { call } = (await answer.json()) as { call: { id: string; words: string; audioUrl: string | null } }
  await request.post(`${calls}/${call.id}/hang-up`)
  return call
}

const tab = (page: Page, key: string) => page.goto(`/dashboard/settings?tab=${key}`)

test('a new organization gets a number, changes it, pauses it and lets one go', async ({ page, request }) => {
  await openOwn(page, request, 'Nora')
  // The empty inbox says what is missing and leads there.
  await page.goto('/dashboard/inbox')
  await expect(page.getByText('Get a number to start texting.')).toBeVisible()
  await page.getByRole('link', { name: 'Get a number' }).click()
  await page.waitForURL('**/dashboard/settings?tab=numbers')
  // Whoever begins is asked for a number and its name, and for no account at a carrier.
  await expect(page.getByText('When somebody calls')).toHaveCount(0)
  await addNumber(page, freePhone(), 'Front desk')
  const desk = numberCard(page, 'Front desk')
  await expect(desk).toContainText('Default')
  await addNumber(page, freePhone(), 'Night')
  const night = numberCard(page, 'Night')
  await night.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(night).toContainText('wait until you resume it')
  await night.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Resume' }).click()
  await expect(night).not.toContainText('wait until you resume it')
  await night.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit the number' })
  await form.getByLabel('Name', { exact: true }).fill('Late shift')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  const late = numberCard(page, 'Late shift')
  await late.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Release' }).click()
  await page.getByRole('button', { name: 'Release number' }).click()
  await expect(page.getByText('Late shift')).toHaveCount(0)
  await expect(desk).toBeVisible()
})

test('while the only number is paused a text waits, and whoever writes is told', async ({ page, request }) => {
  await openOwn(page, request, 'Ines')
  const [desk, worker] = [freePhone(), freePhone()]
  await tab(page, 'numbers')
  await addNumber(page, desk, 'Front desk')
  await ownPhone(request, worker, 'Wanda')
  const handset = `/dev/carrier/control/handsets/${encodeURIComponent(worker)}`
  await request.post(`${handset}/texts`, { data: { body: 'Is the gate open?', to: desk } })
  const more = numberCard(page, 'Front desk').getByRole('button', { name: /^More for/ })
  await more.click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(numberCard(page, 'Front desk')).toContainText('wait until you resume it')

  await page.goto('/dashboard/inbox')
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

  await page.getByRole('link', { name: 'Open numbers' }).click()
  await more.click()
  await page.getByRole('menuitem', { name: 'Resume' }).click()
  await expect(numberCard(page, 'Front desk')).toContainText('In use')
  await page.goto(conversation)
  await expect(thread.getByText('Delivered').last()).toBeVisible()
  await expect(notice).toBeHidden()

  // Who has put everything away is done, and waits for no first conversation.
  await page.locator('header').getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page.getByText('You are all caught up.')).toBeVisible()
})

test('callers hear what was recorded, and at one number words of its own', async ({ page, request }) => {
  await openOwn(page, request, 'Gina')
  await tab(page, 'numbers')
  const [desk, night] = [freePhone(), freePhone()]
  await addNumber(page, desk, 'Front desk')
  await addNumber(page, night, 'Night')
  const caller = freePhone()
  await ownPhone(request, caller, 'Cal Lerr')
  const heardAt = (to: string) => callTo(request, caller, to)
  expect((await heardAt(desk)).words).toContain('Gina Works')

  const calls = page.getByRole('region', { name: 'When somebody calls' })
  await calls.getByRole('radiogroup', { name: 'What callers hear' }).getByText('A recording').click()
  await calls.locator('input[type=file]').setInputFiles({ name: 'hello.wav', mimeType: 'audio/wav', buffer: silence() })
  await expect(calls.getByText('hello.wav')).toBeVisible()
  await expect(calls.getByRole('button', { name: 'Play the greeting' })).toBeEnabled()
  await calls.getByRole('button', { name: 'Save' }).click()
  await expect(calls.getByRole('button', { name: 'Save' })).toHaveCount(0)
  expect((await heardAt(desk)).audioUrl).not.toBeNull()

  // Without business hours an organization is closed: the greeting for after hours is the one that plays.
  await calls.getByRole('switch', { name: 'Another greeting outside business hours' }).click()
  await calls.getByRole('button', { name: 'Save' }).click()
  await expect(calls.getByText('Write what callers hear.')).toBeVisible()
  await calls.getByRole('textbox', { name: 'What callers hear outside business hours' }).fill('We open at eight.')
  await calls.getByRole('button', { name: 'Save' }).click()
  await expect(calls.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(calls.getByText('Plays now')).toHaveCount(1)
  expect(await heardAt(desk)).toMatchObject({ words: 'We open at eight.', audioUrl: null })
  await calls.getByRole('switch', { name: 'Another greeting outside business hours' }).click()
  await calls.getByRole('button', { name: 'Save' }).click()
  await expect(calls.getByRole('button', { name: 'Save' })).toHaveCount(0)

  const own = page.getByRole('region', { name: 'Greetings of single numbers' })
  await own.getByRole('button', { name: 'Set its own greeting for Night' }).click()
  const form = page.getByRole('dialog', { name: 'Greeting of Night' })
  await form.getByRole('button', { name: 'Save greeting' }).click()
  await expect(form.getByText('Write what callers hear.')).toBeVisible()
  await form.getByRole('textbox', { name: 'What callers hear' }).fill('The night shift is on the floor.')
  await form.getByRole('button', { name: 'Save greeting' }).click()
  await expect(form).toBeHidden()
  await expect(own).toContainText('The night shift is on the floor.')
  expect(await heardAt(night)).toMatchObject({ words: 'The night shift is on the floor.', audioUrl: null })
  expect((await heardAt(desk)).audioUrl).not.toBeNull()
  expect(await accessibilityProblems(page)).toEqual([])
  await own.getByRole('button', { name: 'Remove the greeting of Night' }).click()
  await expect(own.getByRole('button', { name: 'Set its own greeting for Night' })).toBeVisible()
  expect((await heardAt(night)).audioUrl).not.toBeNull()
})

test('holidays are kept, chosen and taken back, and callers hear that it is one', async ({ page, request }) => {
  await openOwn(page, request, 'Hope')
  await tab(page, 'numbers')
  const [desk, caller] = [freePhone(), freePhone()]
  await addNumber(page, desk, 'Front desk')
  await ownPhone(request, caller, 'Cal Lerr')
  const calls = page.getByRole('region', { name: 'When somebody calls' })
  await calls.getByRole('switch', { name: 'Another greeting on holidays' }).click()
  await calls.getByRole('textbox', { name: 'What callers hear on holidays' }).fill('We are off today.')
  await calls.getByRole('button', { name: 'Save' }).click()
  await expect(calls.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(calls).toContainText('Today is no holiday.')
  expect((await callTo(request, caller, desk)).words).toContain('Hope Works')

  await calls.getByRole('link', { name: 'Set holidays' }).click()
  const card = page.getByRole('region', { name: 'Holidays', exact: true })
  await expect(card).toContainText('Holidays will be here')
  await card.getByRole('button', { name: 'Add holiday' }).click()
  const form = page.getByRole('dialog', { name: 'Add holiday' })
  await form.getByRole('button', { name: 'Save holiday' }).click()
  await expect(form.getByText('Enter a name.')).toBeVisible()
  await expect(form.getByText('Choose a day.')).toBeVisible()
  await form.getByLabel('Name').fill('Plant Day')
  // Today wherever the organization is.
  const dayAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await form.getByLabel('First day').fill(dayAt(-1))
  await form.getByLabel('Last day, if there are several').fill(dayAt(-2))
  await form.getByRole('button', { name: 'Save holiday' }).click()
  await expect(form.getByText('Choose the first day or a later one.')).toBeVisible()
  expect(await problemsInBothSchemes(page)).toEqual([])
  await form.getByLabel('Last day, if there are several').fill(dayAt(1))
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
  await card.getByRole('button', { name: 'Change Plant Day' }).click()
  const change = page.getByRole('dialog', { name: 'Change holiday' })
  await change.getByRole('switch', { name: 'Every year' }).click()
  await change.getByRole('button', { name: 'Save holiday' }).click()
  await expect(entry).toContainText('every year')

  await card.getByRole('button', { name: 'Public holidays' }).click()
  const picker = page.getByRole('dialog', { name: 'Public holidays: United States' })
  await picker.getByRole('checkbox').last().check()
  expect(await problemsInBothSchemes(page)).toEqual([])
  await picker.getByRole('button', { name: 'Add chosen' }).click()
  await expect(picker).toBeHidden()
  await expect(card.getByRole('listitem')).toHaveCount(2)
  expect(await problemsInBothSchemes(page)).toEqual([])
})

test('somebody who begins answers the first text, and writes the first saved reply where it is looked for', async ({
  page,
  request,
}) => {
  await openOwn(page, request, 'Fay')
  await tab(page, 'numbers')
  const desk = freePhone()
  await addNumber(page, desk, 'Front desk')
  await page.goto('/dashboard/inbox')
  const worker = freePhone()
  await ownPhone(request, worker, 'Rosa Diaz')
  const handset = `/dev/carrier/control/handsets/${encodeURIComponent(worker)}`
  await request.post(`${handset}/texts`, { data: { to: desk, body: 'Is the night shift on today?' } })
  await page.getByRole('link', { name: /Is the night shift on today/ }).click()
  const composer = page.getByRole('textbox', { name: /^Message to/ })
  // What is written runs as its letters do.
  await composer.fill('שלום')
  await expect(composer).toHaveCSS('direction', 'rtl')
  await composer.clear()
  await composer.pressSequentially('/')
  await expect(page.getByRole('button', { name: 'Write your first reply' })).toBeVisible()
  await composer.press('Enter')
  const form = page.getByRole('dialog', { name: 'Save a reply' })
  await form.getByLabel('Name').fill('Night shift')
  await form.getByRole('textbox', { name: 'Reply' }).fill('Yes, from 10 PM.')
  await form.getByRole('button', { name: 'Save reply' }).click()
  await expect(form).toBeHidden()
  // The slash is still there, and what was written stands behind it.
  await expect(page.getByRole('option', { name: 'Night shift' })).toBeVisible()
  await composer.press('Enter')
  await expect(composer).toHaveValue('Yes, from 10 PM.')
  await composer.press('Enter')
  await expect
    .poll(async () => JSON.stringify(await (await request.get(handset)).json()), { timeout: 20_000 })
    .toContain('Yes, from 10 PM.')
})

test('replies and keywords are kept, changed, shared and taken back', async ({ page, request }) => {
  await openOwn(page, request, 'Rita')
  await tab(page, 'replies')
  await page.getByRole('button', { name: 'Add reply' }).click()
  const reply = page.getByRole('dialog', { name: 'Save a reply' })
  await reply.getByLabel('Name').fill('Thanks')
  await reply.getByLabel('Shortcut').fill('thx')
  await reply.getByRole('textbox', { name: 'Reply' }).fill('Thank you, {first_name}.')
  await reply.getByRole('switch', { name: 'Share with the team' }).click()
  await reply.getByRole('button', { name: 'Save reply' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Thank you, {first_name}.' })).toContainText('Shared')
  await page.getByRole('button', { name: 'Delete Thanks' }).click()
  await expect(page.getByText('Thank you, {first_name}.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Thank you, {first_name}.')).toBeVisible()

  await page.getByRole('button', { name: 'Add keyword' }).click()
  const keyword = page.getByRole('dialog', { name: 'Add keyword' })
  await keyword.getByLabel('Word').fill('STOP')
  await keyword.getByLabel('Answer').fill('Shifts are on the board.')
  await keyword.getByRole('button', { name: 'Save keyword' }).click()
  await expect(keyword.getByText(/has a meaning by law/)).toBeVisible()
  await keyword.getByLabel('Word').fill('SHIFT')
  await keyword.getByRole('button', { name: 'Save keyword' }).click()
  await expect(page.getByText('Shifts are on the board.')).toBeVisible()
})

test('texting and notifications are chosen and stay chosen', async ({ page, request }) => {
  await openOwn(page, request, 'Tess')
  await tab(page, 'texting')
  await page.getByRole('radio', { name: 'Texts go at any hour' }).check()
  const away = page.getByRole('region', { name: 'Away reply' })
  await away.getByRole('textbox', { name: 'Away reply' }).fill('We are back at 8.')
  // Without business hours it would go at any hour.
  await expect(away.getByText(/so you count as closed/)).toBeVisible()
  await page.getByRole('switch', { name: 'Monday' }).click()
  await expect(away.getByText(/so you count as closed/)).toBeHidden()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Texts go at any hour' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Away reply' })).toHaveValue('We are back at 8.')

  await tab(page, 'notifications')
  const given = page.getByRole('switch', { name: 'Conversations given to me: on screen' })
  await expect(given).toBeChecked()
  await given.click()
  await expect(given).not.toBeChecked()
  await page.getByRole('radio', { name: 'Conversations of mine and of nobody' }).check()
  await page.reload()
  await expect(given).not.toBeChecked()
  await expect(page.getByRole('radio', { name: 'Conversations of mine and of nobody' })).toBeChecked()
})

test('the settings of texting are accessible', async ({ page }) => {
  await haveSession(page, 'owner@demo.test')
  for (const [key, sign] of [
    ['replies', 'Keywords'],
    ['texting', 'Quiet hours'],
    ['numbers', 'Main line'],
    ['notifications', 'What to tell you'],
  ] as const) {
    await tab(page, key)
    await expect(page.getByText(sign).first()).toBeVisible()
    expect(await problemsInBothSchemes(page), key).toEqual([])
  }
})

test('what could not be stored is tried again, or given up for good', async ({ page, request }) => {
  await openOwn(page, request, 'Abe')
  // Nothing a browser can do makes a text that cannot be stored: its calls have tests with one, here are their answers.
  const [text, locked] = [crypto.randomUUID(), crypto.randomUUID()]
  const entry = { lineId: crypto.randomUUID(), files: 0, tries: 0, cameAt: new Date().toISOString() }
  const known = { ...entry, id: text, kind: 'text', from: '+13125550177', words: 'No work today'.repeat(40) }
  const sealed = { ...entry, id: locked, kind: 'text', from: null, words: null, reason: 'unknown', isReadable: false }
  let kept: { id: string; tries: number }[] = [
    { ...known, ...{ files: 2, reason: 'refused', isReadable: true, setAsideAt: entry.cameAt } },
    { ...sealed, ...{ setAsideAt: entry.cameAt } },
  ]
  let isMended = false
  await page.route(/\/api\/line\/set-aside/, async (route) => {
    const asked = route.request()
    const tried = asked.method() === 'POST' ? (asked.postDataJSON() as { ids: string[] }).ids : []
    const given = asked.method() === 'DELETE' ? new URL(asked.url()).searchParams.get('id') : null
    const stored = isMended ? tried.length : 0
    kept = kept
      .filter(({ id }) => id !== given && !(isMended && tried.includes(id)))
      .map((one) => (tried.includes(one.id) ? { ...one, tries: one.tries + 1 } : one))
    await route.fulfill({ json: { status: 'OK', data: kept, total: kept.length, stored } })
  })
  await page.goto('/dashboard/settings?tab=numbers#set-aside')
  const card = page.getByRole('region', { name: 'Could not be stored' })
  await expect(card).toContainText('2 wait')
  const first = card.getByRole('listitem').filter({ hasText: 'No work today' })
  await expect(first).toContainText('With 2 files')
  await expect(first.getByRole('button', { name: 'Discard' })).toHaveCount(0)
  expect(await problemsInBothSchemes(page)).toEqual([])

  await first.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('It still could not be stored. It is kept here.')).toBeVisible()
  await expect(first).toContainText('Tried again 1 time.')
  await expect(first.getByRole('button', { name: 'Discard' })).toBeVisible()

  const other = card.getByRole('listitem').filter({ hasText: 'locked with another key' })
  await expect(other.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await other.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog', { name: 'Discard this text?' }).getByRole('button', { name: 'Discard' }).click()
  await expect(other).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  isMended = true
  await first.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('It stands in its conversation now.')).toBeVisible()
  await expect(card).toHaveCount(0)
})
