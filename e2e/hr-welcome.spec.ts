import type { APIRequestContext, Page } from '@playwright/test'
import { addLine } from './support/broadcasts.ts'
import { accessible, createTeam } from './support/people.ts'
import { expect, test } from './support/test.ts'

// A company whose owner welcomes the people whom the HR system adds, and uses the keyboard for the text.

const COMPANY = '77777777-0000-4000-8000-0000000000e1'

const employees = ['Ana', 'Bo', 'Cy'].map((name, nth) => ({
  id: `${String(nth + 1).padStart(8, '0')}-77e1-4000-8000-000000000000`,
  first_name: name,
  last_name: 'Pier',
  personal_phone: nth === 2 ? null : `+1510555${7600 + nth}`,
  work_id: `P-${nth}`,
  department: 'Packing',
  status: 'active',
}))

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function control(request: APIRequestContext, path: string, data: object) {
  expect((await request.put(`/dev/finch/control${path}`, { data })).ok()).toBe(true)
}

test('new people of an HR system get the welcome text that its owner wrote in the review', async ({
  page,
  request,
}) => {
  await addLine(await createTeam(page, request, 'Petra'))
  await control(request, `/companies/${COMPANY}`, { name: 'Pier Works', provider: 'gusto', employees })
  await page.goto('/dashboard/settings?tab=integrations')
  await region(page, 'HR system').getByRole('button', { name: 'Connect HR system' }).click()
  await page.getByLabel('Company').selectOption(COMPANY)
  await page.getByRole('button', { name: 'Allow' }).click()

  const review = region(page, 'Review this sync')
  const welcome = review.getByRole('switch', { name: 'Send a welcome text to the 2 new people who can be texted' })
  await expect(welcome).not.toBeChecked()
  await welcome.focus()
  await page.keyboard.press('Space')
  await review.getByRole('textbox', { name: 'Text', exact: true }).fill('Hi {first_name}, hello from {organization}!')
  await expect(review.getByText(/^Hi Maria, hello from /)).toBeVisible()
  await accessible(page, 'a review with a welcome text')
  await review.getByLabel('These people agreed to get texts from us.').check()
  await review.getByRole('button', { name: 'Apply changes' }).click()
  await expect(region(page, 'Latest syncs').getByRole('listitem').first()).toContainText(/Done.*3 new.*2 welcome texts/)
  await expect(region(page, 'Welcome text').getByRole('switch')).toBeChecked()
})
