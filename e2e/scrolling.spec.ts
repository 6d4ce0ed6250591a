import type { Locator, Page } from '@playwright/test'
import { newContact, openConversation, ownPlace, rowOf, threadOf } from './support/inbox.ts'
import { expect, test } from './support/test.ts'

// Buttons that lie over a scrolling area must not block the wheel: users scroll without looking at the pointer. Each story
// has its own organization: a text to another contact would count in the button over the list.

const topOf = (box: Locator) => box.evaluate(({ scrollTop }) => scrollTop)

/** Turns the wheel over a button until the content under it has scrolled. */
async function turnOver(page: Page, button: Locator, box: Locator, by: number): Promise<void> {
  const before = await topOf(box)
  // A turn while the page still sets its own position has no effect, so the wheel turns again, as users do. The button may
  // still move when it appears.
  await expect(async () => {
    // The turn before may have had its effect by now.
    if (Math.sign((await topOf(box)) - before) === Math.sign(by)) return
    const { x, y, width, height } = await button.evaluate(
      (element) => element.getBoundingClientRect().toJSON() as DOMRect,
    )
    // Uses the mouse position, because `hover` could scroll the button into view first.
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.wheel(0, by)
    await expect.poll(async () => Math.sign((await topOf(box)) - before), { timeout: 1000 }).toBe(Math.sign(by))
  }).toPass()
}

test('the wheel scrolls the list and the thread also over a button', async ({ page, request }) => {
  await page.setViewportSize({ width: 1280, height: 480 })
  const place = await ownPlace(page, request, 'Sue')
  // Enough rows to scroll the list.
  for (let number = 1; number <= 12; number += 1) await (await newContact(request, 'Row', {}, place)).text('Hello')
  const [ivo, may] = [await newContact(request, 'Ivo', {}, place), await newContact(request, 'May', {}, place)]
  for (let number = 1; number <= 30; number += 1) await ivo.text(`Line ${number}`)
  await page.goto('/dashboard/inbox?status=open')
  await expect(rowOf(page, ivo)).toContainText('30 unread messages')
  await openConversation(page, ivo)
  const thread = threadOf(page)
  // The thread opens at the first unread message.
  await expect(thread.getByText('Line 1', { exact: true })).toBeInViewport()
  await turnOver(page, page.getByRole('button', { name: 'Jump to latest' }), thread, 60)
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(thread.getByText('Line 30', { exact: true })).toBeInViewport()

  const list = page.getByRole('region', { name: 'Conversations' }).locator('ul').locator('..')
  await list.evaluate((box) => box.scrollTo({ top: 200 }))
  await expect.poll(() => topOf(list)).toBe(200)
  await may.text('Good morning')
  const waiting = page.getByRole('button', { name: '1 new' })
  await turnOver(page, waiting, list, -60)
  await waiting.click()
  await expect(rowOf(page, may)).toBeInViewport()
})

test('the day above the messages shows while the thread scrolls and not at rest', async ({ page, request }) => {
  await page.setViewportSize({ width: 1280, height: 480 })
  const lea = await newContact(request, 'Lea', {}, await ownPlace(page, request, 'Sal'))
  for (let number = 1; number <= 20; number += 1) await lea.text(`Line ${number}`)
  await page.goto('/dashboard/inbox?status=open')
  await expect(rowOf(page, lea)).toContainText('20 unread messages')
  await openConversation(page, lea)
  const thread = threadOf(page)
  const day = thread.locator('..').locator('> [aria-hidden]')
  await expect(thread.getByText('Line 1', { exact: true })).toBeInViewport()
  await thread.hover()
  await expect(async () => {
    await page.mouse.wheel(0, 60)
    await expect(day).toHaveText('Today', { timeout: 500 })
    await expect(day).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(day).toBeHidden()

  await thread.evaluate((box) => box.scrollTo({ top: 0 }))
  await expect(thread.getByText('Today', { exact: true })).toBeInViewport()
  await expect(day).toHaveCount(0)
})
