import type { Page } from '@playwright/test'
import { foundAccount, freePhone, somebody } from './support/accounts.ts'
import { accessibilityProblems, enter, expect, haveSession, test } from './support/test.ts'

// The settings of texting, in an organization of the test's own: numbers, replies, texting, notifications.

async function openOwn(page: Page, request: Parameters<typeof foundAccount>[0], firstname: string): Promise<void> {
  const person = somebody(firstname)
  await enter(page, await foundAccount(request, person, `${firstname} Works`))
}

const tab = (page: Page, key: string) => page.goto(`/dashboard/settings?tab=${key}`)

test('a new organization gets a number, changes it, pauses it and lets one go', async ({ page, request }) => {
  await openOwn(page, request, 'Nora')
  // The empty inbox says what is missing and leads there.
  await page.goto('/dashboard/inbox')
  await expect(page.getByText('Get a number to start texting.')).toBeVisible()
  await page.getByRole('link', { name: 'Get a number' }).click()
  await page.waitForURL('**/dashboard/settings?tab=numbers')
  const add = async (phone: string, name: string) => {
    await page.getByRole('button', { name: 'Add a number' }).click()
    const form = page.getByRole('dialog', { name: 'Add a number' })
    if (await form.getByRole('combobox', { name: 'Carrier' }).isVisible()) {
      await form.getByRole('combobox', { name: 'Carrier' }).click()
      await page.getByRole('option', { name: /Simulated/i }).click()
    }
    await form.getByLabel('Number', { exact: true }).fill(phone)
    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByRole('button', { name: 'Add number' }).click()
    await expect(form).toBeHidden()
  }
  await add(freePhone(), 'Front desk')
  const desk = page.getByRole('region').filter({ hasText: 'Front desk' }).last()
  await expect(desk).toContainText('Default')
  await add(freePhone(), 'Night')
  const night = page.getByRole('region').filter({ hasText: 'Night' }).last()
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
  const late = page.getByRole('region').filter({ hasText: 'Late shift' }).last()
  await late.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Release' }).click()
  await page.getByRole('button', { name: 'Release number' }).click()
  await expect(page.getByText('Late shift')).toHaveCount(0)
  await expect(desk).toBeVisible()
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
  await page.getByRole('textbox', { name: 'Away reply' }).fill('We are back at 8.')
  await page.getByRole('switch', { name: 'Monday' }).click()
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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the settings of texting are accessible, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await haveSession(page, 'owner@demo.test')
    for (const [key, sign] of [
      ['replies', 'Keywords'],
      ['texting', 'Quiet hours'],
      ['numbers', 'Main line'],
      ['notifications', 'What to tell you'],
    ] as const) {
      await tab(page, key)
      await expect(page.getByText(sign).first()).toBeVisible()
      expect(await accessibilityProblems(page), key).toEqual([])
    }
  })
}
