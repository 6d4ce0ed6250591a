import type { Page } from '@playwright/test'
import { AGENT, newContact, openConversation, ownPlace, threadOf, toastOf } from './support/inbox.ts'
import { expect, haveSession, openListening, test } from './support/test.ts'

// Which notices a conversation shows, where it shows none, and when it waits with one.

test('a wrong-number reply is shown in the contact panel beside the thread', async ({ page, request }) => {
  const wren = await newContact(request, 'Wren')
  await wren.text('Wrong number, I am not Wren')
  await haveSession(page, AGENT)
  // Wide enough for the contact panel beside the thread.
  await page.setViewportSize({ width: 1440, height: 900 })
  await openConversation(page, wren)
  const contact = page.getByRole('complementary', { name: 'Contact' })
  await expect(contact.getByText('Might not be their number anymore')).toBeVisible()
})

test('a muted conversation is silent on every page, also before the inbox was opened', async ({ page, request }) => {
  const [mute, loud] = [await newContact(request, 'Hush'), await newContact(request, 'Loud')]
  await mute.text('Hello')
  await haveSession(page, AGENT)
  await openConversation(page, mute)
  await expect(threadOf(page).getByText('Hello')).toBeVisible()
  await page.locator('header').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Mute' }).click()
  await expect(toastOf(page, 'Notifications muted')).toBeVisible()
  await openListening(page, '/dashboard/contacts')
  await mute.text('Not so important')
  await expect(page.getByRole('button', { name: /^Notifications, \d+\+? unread$/ })).toBeVisible()
  await loud.text('The gate is open')
  await expect(toastOf(page, loud.name)).toBeVisible()
  // Checked without waiting: a toast disappears by itself.
  await expect(toastOf(page, mute.name)).toHaveCount(0)
})

/** Has the page note that an event with this text arrived, before anything shows it. */
const noteEvent = (page: Page, text: string) =>
  page.addInitScript((awaited) => {
    window.WebSocket = class extends WebSocket {
      constructor(...options: ConstructorParameters<typeof WebSocket>) {
        super(...options)
        this.addEventListener('message', ({ data }) => {
          if (String(data).includes(awaited)) Object.assign(window, { hasArrived: true })
        })
      }
    }
  }, text)

test('what arrives while a button is pressed waits, and the button gets its click', async ({ page, request }) => {
  const place = await ownPlace(page, request, 'Tia')
  const ana = await newContact(request, 'Ana', {}, place)
  await noteEvent(page, 'The gate is open')
  await openListening(page, '/dashboard/contacts')
  // The toast will lie over it.
  const add = page.getByRole('main').getByRole('button', { name: 'Add contact' })
  await add.hover()
  await page.mouse.down()
  await ana.text('The gate is open')
  await expect.poll(() => page.evaluate(() => 'hasArrived' in window)).toBe(true)
  // The page has drawn what it draws at once.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(toastOf(page, ana.name)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await page.mouse.up()
  await expect(page.getByRole('dialog', { name: 'Add contact' })).toBeVisible()
  await expect(toastOf(page, ana.name)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Notifications, 1 unread$/, includeHidden: true })).toHaveCount(1)
})
