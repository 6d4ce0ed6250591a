import type { Page } from '@playwright/test'
import { demoCall, MANAGER, newContact } from './support/inbox.ts'
import { expect, haveSession, test } from './support/test.ts'

// Broadcasts are written by a manager of the second demo organization and sent to contacts of their own.

interface StoredDraft {
  broadcast: { state: string; name: string; version: number; message: { body: string }; schedule: { mode: string } }
}

/** Opens a new draft and returns its id. */
async function openNew(page: Page, query = ''): Promise<string> {
  await page.goto(`/dashboard/broadcasts/new${query}`)
  await page.waitForURL(/\/dashboard\/broadcasts\/[0-9a-f-]{36}\/edit/)
  await expect(page.getByRole('heading', { name: 'Who gets it' })).toBeVisible()
  return page.url().split('/').at(-2) ?? ''
}

async function choosePerson(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Single people' }).or(page.getByLabel('Single people')).first().fill(name)
  await page.getByRole('option', { name }).click()
  await expect(page.getByRole('list', { name: 'Chosen people' })).toContainText(name)
}

const goTo = (page: Page, step: string) => page.getByRole('navigation', { name: 'Steps' }).getByText(step).click()
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const ledger = (page: Page) => page.getByRole('region', { name: 'Who will get it' })

test('writes a broadcast in three steps, saves it meanwhile, and sends it', async ({ page, request }) => {
  const contact = await newContact(request, 'Broadcastee')
  await haveSession(page, MANAGER)
  const id = await openNew(page)

  await page.getByRole('textbox', { name: 'Name of the broadcast' }).fill('Pay note')
  await choosePerson(page, contact.name)
  await expect(ledger(page)).toContainText('Chosen1')
  await expect(ledger(page).getByRole('button', { name: 'Will get it' })).toContainText('1')

  await page.keyboard.press('Control+Enter')
  await text(page).fill('Hi {first_name}, pay is in your account today.')
  await page.getByRole('textbox', { name: 'First name' }).fill('there')
  await expect(text(page)).toHaveValue('Hi {first_name|there}, pay is in your account today.')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(
    'Hi Broadcastee, pay is in your account today.',
  )
  await expect(page.getByText(/^Saved \d/)).toBeVisible()

  // Everything is still there after a reload.
  await page.reload()
  await expect(text(page)).toHaveValue('Hi {first_name|there}, pay is in your account today.')
  await page.keyboard.press('Alt+3')
  await expect(page.getByRole('heading', { name: 'Review' })).toBeVisible()
  const quiet = page.getByRole('radio', { name: /Send it/ })
  await page.getByRole('button', { name: 'Send to 1 person' }).waitFor()
  if (await quiet.isVisible()) {
    await quiet.check()
    await page.getByRole('textbox', { name: "Why can't it wait?" }).fill('Tests run at night too')
  }
  await page.getByRole('button', { name: 'Send to 1 person' }).click()
  await page.waitForURL(`**/dashboard/broadcasts/${id}`)
  const call = await demoCall(request, MANAGER)
  const { broadcast } = await call<StoredDraft>('GET', `/broadcast/single/${id}`)
  // On a busy machine the half minute before it is sent may be over.
  expect(broadcast).toMatchObject({ state: expect.stringMatching(/^(sending|sent)$/), name: 'Pay note' })
})

test('leaves out people and says how many; each number opens its list', async ({ page, request }) => {
  const [kept, left] = [await newContact(request, 'Kept'), await newContact(request, 'Leftout')]
  await haveSession(page, MANAGER)
  await openNew(page)
  await page.getByRole('button', { name: 'Paste numbers' }).click()
  await page
    .getByRole('textbox', { name: 'Phone numbers' })
    .fill(`${kept.phone}\n${left.phone}, ${left.phone}; nonsense`)
  await page.getByRole('button', { name: 'Find people' }).click()
  await expect(page.getByText('2 people found')).toBeVisible()
  await page.getByRole('button', { name: 'Choose 2 people' }).click()
  await expect(ledger(page)).toContainText('Chosen2')

  await page
    .getByRole('combobox', { name: 'People to leave out' })
    .or(page.getByLabel('People to leave out'))
    .first()
    .fill(left.name)
  await page.getByRole('option', { name: left.name }).click()
  const leftOut = ledger(page).getByRole('button', { name: 'Left out' })
  await expect(leftOut).toContainText('1')
  await expect(ledger(page).getByRole('button', { name: 'Will get it' })).toContainText('1')
  await leftOut.click()
  await expect(page.getByRole('dialog')).toContainText(left.name)
})

test('says that a teammate changed the draft, and loses neither version', async ({ page, request }) => {
  await haveSession(page, MANAGER)
  const id = await openNew(page)
  const call = await demoCall(request, MANAGER)
  const { broadcast } = await call<StoredDraft>('GET', `/broadcast/single/${id}`)
  await call('PATCH', `/broadcast?id=${id}`, { version: broadcast.version, name: 'Named by a teammate' })

  await goTo(page, 'Message')
  await text(page).fill('Written by me')
  await expect(page.getByText('A teammate changed this.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await expect
    .poll(async () => (await call<StoredDraft>('GET', `/broadcast/single/${id}`)).broadcast)
    .toMatchObject({ name: 'Named by a teammate', message: { body: 'Written by me' } })
})

test('asks for a date and describes a repeated broadcast with its next dates', async ({ page, request }) => {
  const contact = await newContact(request, 'Weekly')
  await haveSession(page, MANAGER)
  const id = await openNew(page, '?template=payday')
  await choosePerson(page, contact.name)
  await goTo(page, 'Review')
  await page.getByText('Repeat', { exact: true }).click()
  const dates = page.getByRole('list', { name: 'Next dates' })
  await expect(dates.getByRole('listitem')).toHaveCount(5)
  await dates.getByRole('button', { name: /^Skip/ }).first().click()
  await expect(page.getByRole('list', { name: 'Skipped dates' }).getByRole('listitem')).toHaveCount(1)
  await expect(dates.getByRole('listitem')).toHaveCount(5)
  await page.getByRole('button', { name: /^Repeat from/ }).click()
  await page.waitForURL(`**/dashboard/broadcasts/${id}`)
  const call = await demoCall(request, MANAGER)
  const { broadcast } = await call<StoredDraft>('GET', `/broadcast/single/${id}`)
  expect(broadcast).toMatchObject({ state: 'recurring', schedule: { mode: 'recurring' } })
})

test('asks to type the number before everyone is texted', async ({ page }) => {
  await haveSession(page, MANAGER)
  await openNew(page, '?template=payday')
  await page.getByRole('checkbox', { name: 'Everyone' }).check()
  await goTo(page, 'Review')
  await page.getByRole('button', { name: /^Send to [\d,]+ people$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('12')
  await dialog.getByRole('button', { name: /^Send to/ }).click()
  await expect(dialog).toContainText('Type the number of people')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/step=review/)
})

test('shows the steps as pages on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await haveSession(page, MANAGER)
  await openNew(page, '?template=welcome')
  await page.getByRole('checkbox', { name: 'Everyone' }).check()
  await page.getByRole('button', { name: 'Next: Message' }).click()
  await expect(text(page)).toBeVisible()
  await page.getByText('Preview', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Welcome to the team')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Who gets it' })).toBeVisible()
})
