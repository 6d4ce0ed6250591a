import type { Page } from '@playwright/test'
import { createCrew, createDraft, listPath } from './support/broadcasts.ts'
import { accessible, arrowTo, createTeam, dialogOf, expect, open, rowOf, tabTo } from './support/people.ts'
import { expectNoSidewaysScroll, problemsInBothSchemes, test } from './support/test.ts'

// Broadcasts without a mouse, and on a phone.

/** The countdown takes half a minute, and a busy machine may need more. */
const longest = { timeout: 120_000 }

/** Whether the element with the focus is marked for someone who looks at the page. */
const isFocusVisible = (page: Page) =>
  page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
    return outlineStyle !== 'none' && outlineWidth !== '0px'
  })

test('sends a broadcast by keyboard only', async ({ page, request }) => {
  test.setTimeout(240_000)
  const team = await createTeam(page, request, 'Max')
  await createCrew(team)
  await open(page, listPath, 'Broadcasts')
  await tabTo(page, page.getByRole('link', { name: 'New broadcast' }))
  await expect.poll(() => isFocusVisible(page)).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/edit/)

  // People.
  await tabTo(page, page.getByRole('textbox', { name: 'Name of the broadcast' }))
  await page.keyboard.type('Night shift')
  await tabTo(page, page.getByRole('checkbox', { name: 'Everyone' }))
  await page.keyboard.press('Space')
  const ledger = page.getByRole('region', { name: 'Who will get it' })
  await expect(ledger).toContainText('Chosen3')
  await tabTo(page, ledger.getByRole('button', { name: /^No mobile/ }))
  await page.keyboard.press('Enter')
  await expect(dialogOf(page, 'No mobile')).toContainText('Cleo Diaz')
  await page.keyboard.press('Escape')
  await expect(dialogOf(page, 'No mobile')).toHaveCount(0)
  await expect(ledger.getByRole('button', { name: /^No mobile/ })).toBeFocused()
  await page.keyboard.press('Control+Enter')

  // Message, with a field from the list that a brace opens.
  await expect(page.getByRole('heading', { name: 'Message', exact: true })).toBeFocused()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await tabTo(page, text)
  await page.keyboard.type('Hi {first')
  await expect(page.getByRole('option', { name: /First name/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue(/^Hi \{first_name\} ?$/)
  await page.keyboard.type(', the night shift begins at 9.')
  await page.keyboard.press('Control+Enter')

  // Review.
  await expect(page.getByRole('heading', { name: 'Review', exact: true })).toBeFocused()
  const send = page.getByRole('button', { name: 'Send to 2 people' })
  await expect(send).toBeVisible()
  const atOnce = page.getByRole('radio', { name: /^Send it/ })
  // Those in quiet hours would wait for the morning: the night is no time for a test to wait.
  await expect(send.or(atOnce).first()).toBeVisible()
  if (await atOnce.isVisible()) {
    await tabTo(page, page.getByRole('radio', { name: 'They get it in the morning' }))
    await page.keyboard.press('ArrowDown')
    await tabTo(page, page.getByRole('textbox', { name: "Why can't it wait?" }))
    await page.keyboard.type('Tests run at night too')
  }
  await expect(send).toBeEnabled()
  await tabTo(page, send)
  await page.keyboard.press('Enter')
  const question = dialogOf(page, 'Text 2 people?')
  await expect(question.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(send).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')

  // The countdown. Stopping it has its own story: half a minute may be over before a busy machine gets there.
  await page.waitForURL(/\/dashboard\/broadcasts\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: /^Starting in/ })).toBeVisible()

  // Results.
  const steps = page.getByRole('list', { name: 'Results step by step' })
  await expect(steps.getByRole('link', { name: /^Delivered 2/ })).toBeVisible(longest)
  await tabTo(page, steps.getByRole('link', { name: /^Delivered 2/ }))
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Ana Ruiz')).toContainText('Delivered')
  await tabTo(page, page.getByRole('button', { name: 'Export' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem', { name: 'CSV' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Send a follow-up' }))
  await page.keyboard.press('Enter')
  await arrowTo(page, page.getByRole('menuitem', { name: /^Didn't reply/ }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/edit/)
})

test('the menu of a row works by keyboard, and gives the focus back', async ({ page, request }) => {
  const team = await createTeam(page, request, 'Noa')
  await createDraft(team, { name: 'Payday', message: { body: 'Pay is in your account.' } })
  await open(page, listPath, 'Broadcasts')
  const more = rowOf(page, 'Payday').getByRole('button', { name: 'More options for Payday' })
  await tabTo(page, more)
  await expect.poll(() => isFocusVisible(page)).toBe(true)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0)
  await expect(more).toBeFocused()
  // Escape counts also before the menu has the focus.
  const isOpened = await more.evaluate(async (button: HTMLButtonElement) => {
    button.click()
    await Promise.resolve()
    const opened = button.getAttribute('aria-expanded')
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    return opened
  })
  expect(isOpened).toBe('true')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await arrowTo(page, page.getByRole('menuitem', { name: 'Delete draft…' }), 'ArrowUp')
  await page.keyboard.press('Enter')
  const question = dialogOf(page, 'Delete the draft “Payday”?')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(rowOf(page, 'Payday')).toBeVisible()
})

test('review and progress on a phone', async ({ page, request }) => {
  test.setTimeout(240_000)
  await page.setViewportSize({ width: 390, height: 844 })
  const team = await createTeam(page, request, 'Pia')
  await createCrew(team)
  const draft = await createDraft(team, {
    name: 'Payday',
    audience: { everyone: true },
    message: { body: 'Hi {first_name|there}, pay is in your account.' },
  })
  await page.goto(`${listPath}/${draft.id}/edit?step=review`)
  const send = page.getByRole('button', { name: 'Send to 2 people' })
  await expect(send).toBeEnabled()
  expect(await problemsInBothSchemes(page), 'review on a phone').toEqual([])
  await isWithinWidth(page)
  await page.getByText('Repeat', { exact: true }).click()
  await expect(page.getByRole('list', { name: 'Next dates' }).getByRole('listitem')).toHaveCount(5)
  await accessible(page, 'the schedule on a phone')
  await isWithinWidth(page)
  await page.getByText('Now', { exact: true }).click()
  await send.click()
  await dialogOf(page, 'Text 2 people?').getByRole('textbox').fill('2')
  await dialogOf(page, 'Text 2 people?').getByRole('button', { name: 'Send to 2 people' }).click()
  await expect(page.getByRole('heading', { name: /^Starting in/ })).toBeVisible()
  expect(await problemsInBothSchemes(page), 'the countdown on a phone').toEqual([])
  await isWithinWidth(page)
  await expect(
    page.getByRole('list', { name: 'Results step by step' }).getByRole('link', { name: /^Delivered 2/ }),
  ).toBeVisible(longest)
  expect(await problemsInBothSchemes(page), 'the results on a phone').toEqual([])
  await isWithinWidth(page)
  for (const tab of ['People', 'Replies', 'Clicks', 'Not delivered', 'Message']) {
    await page
      .getByRole('navigation', { name: 'Results' })
      .getByRole('link', { name: new RegExp(`^${tab}`) })
      .click()
    await accessible(page, `${tab} on a phone`)
    await isWithinWidth(page)
  }
})

/** Nothing is wider than the page, which would scroll sideways. */
async function isWithinWidth(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
}
