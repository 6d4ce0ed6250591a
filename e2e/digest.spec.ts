import type { Request } from '@playwright/test'
import { AGENT, newContact } from './support/inbox.ts'
import { accessibilityProblems, expect, haveSession, problemsInBothSchemes, test } from './support/test.ts'

interface OutboxMail {
  to: string
  text: string
  links: string[]
}

// A teammate who is rarely at a desk: a digest is chosen, arrives, and is turned off by its link.

test('an email digest is chosen, arrives, and ends with its link', async ({ page, request }) => {
  const contact = await newContact(request, 'Dilia')
  const mails = async () => {
    const { data } = (await (await request.get('/dev/mails')).json()) as { data: OutboxMail[] }
    return data.filter(({ to, text }) => to === AGENT && text.includes(contact.name))
  }
  await haveSession(page, AGENT)
  await page.goto('/dashboard/settings?tab=notifications#digest')
  const choices = page.getByRole('radiogroup', { name: 'How often' })
  await expect(choices.getByRole('radio', { name: 'Never' })).toBeChecked()
  expect(await problemsInBothSchemes(page)).toEqual([])
  await choices.getByRole('radio', { name: 'Never' }).focus()
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PATCH')
  await page.keyboard.press('ArrowDown')
  await saved
  await expect(choices.getByRole('radio', { name: 'Every 15 minutes' })).toBeChecked()
  await page.goto('about:blank')

  await contact.text('Is the night shift on? My number is 312 555 0199')
  let minutes = 0
  await expect
    .poll(async () => {
      // Each pass plays a later quarter of an hour.
      minutes += 15
      await request.post('/dev/digests', { data: { minutes } })
      return (await mails()).length
    })
    .toBe(1)
  const [mail] = await mails()
  expect(mail?.text).toContain(`${contact.name}: Is the night shift on? My number is •••99`)

  await page.goto(mail?.links.find((link) => link.includes('/public/digest')) ?? '')
  await expect(page.getByRole('heading', { name: 'Stop email digests?' })).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter')
  await expect(page.getByRole('heading', { name: "You're unsubscribed" })).toBeVisible()
  await page.goto('/dashboard/settings?tab=notifications#digest')
  await expect(choices.getByRole('radio', { name: 'Never' })).toBeChecked()
})

test('the notification settings stay on screen when they cannot be fetched again', async ({ page }) => {
  test.setTimeout(120_000)
  await haveSession(page, AGENT)
  await page.goto('/dashboard/settings?tab=notifications')
  const sound = page.getByRole('switch', { name: 'Sound' })
  await expect(sound).toBeVisible()
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
  // As after a moment with a connection that is lost again. Nothing is fetched again while its first answer is on its way.
  await expect(async () => {
    const isSettings = (request: Request) => request.url().endsWith('/notification-settings')
    // The page connects again first; a shorter wait would end that connection every time.
    const failed = page.waitForEvent('requestfailed', { predicate: isSettings, timeout: 20_000 })
    await page.evaluate(() => {
      globalThis.dispatchEvent(new Event('offline'))
      globalThis.dispatchEvent(new Event('online'))
    })
    await failed
  }).toPass()
  // The page has drawn what the failed call changed.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  await expect(sound).toBeVisible()
})
