import type { Page } from '@playwright/test'
import { createTeam } from './support/people.ts'
import { expect, test } from './support/test.ts'

// The owner of a company connects its HR system, applies, reads and undoes a sync, and disconnects, with the keyboard only.

const COMPANY = '88888888-0000-4000-8000-000000000008'
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const newest = (page: Page) => region(page, 'Latest syncs').getByRole('listitem').first()

/** Moves the focus with Tab until a control has it, and fails when none does. */
async function tabTo(page: Page, control: ReturnType<Page['getByRole']>): Promise<void> {
  await expect(control).toBeVisible()
  for (let presses = 0; presses < 120; presses++) {
    if (await control.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not reach this control')
}

async function press(page: Page, control: ReturnType<Page['getByRole']>, key = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

test('an HR system is connected, reviewed, undone and disconnected with the keyboard only', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  await createTeam(page, request, 'Kira')
  const employees = ['Ada', 'Ben', 'Cleo'].map((name, nth) => ({
    id: `${String(nth + 1).padStart(8, '0')}-8888-4000-8000-000000000000`,
    first_name: name,
    last_name: 'Keys',
    personal_phone: `+1510555${7600 + nth}`,
    work_id: `K-${nth}`,
    department: 'Packing',
    site: 'North plant',
    status: 'active',
  }))
  const data = { name: 'Keys and Sons', provider: 'gusto', employees }
  expect((await request.put(`/dev/finch/control/companies/${COMPANY}`, { data })).ok()).toBe(true)
  await page.goto('/dashboard/settings?tab=integrations')
  const system = region(page, 'HR system')
  await press(page, system.getByRole('button', { name: 'Connect HR system' }))

  await tabTo(page, page.getByLabel('Company'))
  await page.keyboard.type('Keys')
  await expect(page.getByLabel('Company')).toHaveValue(COMPANY)
  await press(page, page.getByRole('button', { name: 'Allow' }))

  const review = region(page, 'Review this sync')
  await expect(review.getByText('Ada Keys')).toBeVisible()
  await press(page, review.getByLabel('These people agreed to get texts from us.'), 'Space')
  await press(page, review.getByRole('button', { name: 'Apply changes' }))
  await expect(newest(page)).toContainText(/Done.*3 new/)

  // Whose value counts, by keyboard.
  const fields = region(page, 'How people become contacts')
  await tabTo(page, fields.getByLabel('Job title'))
  await page.keyboard.type('Crewline')
  await press(page, fields.getByRole('button', { name: 'Save' }))
  await expect(page.getByText('The next sync follows these settings.')).toBeVisible()

  await press(page, newest(page).getByRole('button', { name: 'Details' }))
  await expect(page.getByRole('dialog').getByText('Ada Keys')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await press(page, newest(page).getByRole('button', { name: 'Undo' }))
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Undo sync' }))
  await expect(newest(page)).toContainText('Undone')

  await press(page, system.getByRole('button', { name: 'Disconnect' }))
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }))
  await expect(system.getByRole('button', { name: 'Connect HR system' })).toBeVisible()
})
