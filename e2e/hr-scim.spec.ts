import type { APIRequestContext, Page } from '@playwright/test'
import { accessible, createTeam } from './support/people.ts'
import { expect, test } from './support/test.ts'

// A company whose identity provider pushes workers: its owner sets it up, and a mass deactivation asks first.

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const newest = (page: Page) => region(page, 'Latest syncs').getByRole('listitem').first()
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** Pushes a worker as Okta does; returns their id. */
async function push(request: APIRequestContext, headers: Record<string, string>, nth: number): Promise<string> {
  const answer = await request.post('/hr/scim/v2/Users', {
    headers,
    data: {
      userName: `dock${nth}@example.com`,
      externalId: `00u${nth}`,
      name: { givenName: `Dana${nth}`, familyName: 'Dock' },
      phoneNumbers: [{ type: 'mobile', value: `+1510555${7400 + nth}`, primary: true }],
      active: true,
      [ENTERPRISE]: { employeeNumber: `D-${nth}`, department: 'Dock' },
    },
  })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

test('an identity provider pushes workers, and asks before many of them leave', async ({ page, request }) => {
  test.setTimeout(120_000)
  await createTeam(page, request, 'Dora')
  await page.goto('/dashboard/settings?tab=integrations')
  await region(page, 'HR system').getByRole('button', { name: 'Use SCIM' }).click()
  const scim = region(page, 'SCIM for workers')
  await expect(scim.getByText('No one yet.')).toBeVisible()
  await scim.getByRole('button', { name: 'Add key' }).click()
  await page.getByRole('dialog', { name: 'Add key' }).getByLabel('Name').fill('Okta')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Your key' })
  const token = (await shown.getByText(/^crewline_hr_/).textContent()) ?? ''
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(scim.getByRole('listitem').filter({ hasText: 'Okta' })).toContainText('Never used')

  const headers = { authorization: `Bearer ${token}` }
  const ids: string[] = []
  for (let nth = 0; nth < 8; nth++) ids.push(await push(request, headers, nth))
  await page.reload()
  await expect(scim.getByText('8 people, 8 active')).toBeVisible()
  await expect(scim.getByText('Changes wait for the next sync.')).toBeVisible()
  await accessible(page, 'pushed workers')
  await region(page, 'HR system').getByRole('button', { name: 'Sync now' }).click()
  const review = region(page, 'Review this sync')
  await expect(review.getByText('Dana0 Dock')).toBeVisible()
  await review.getByLabel('These people agreed to get texts from us.').check()
  await review.getByRole('button', { name: 'Apply changes' }).click()
  await expect(newest(page)).toContainText(/Done.*8 new/)

  // Someone removes the app from everyone's group by mistake.
  for (const id of ids.slice(0, 6)) {
    const patch = { Operations: [{ op: 'replace', value: { active: false } }] }
    expect((await request.patch(`/hr/scim/v2/Users/${id}`, { headers, data: patch })).status()).toBe(200)
  }
  await region(page, 'HR system').getByRole('button', { name: 'Sync now' }).click()
  const decision = region(page, 'This sync needs your decision')
  await expect(decision).toContainText('6 of 8 people would count as having left')
  await decision.getByRole('button', { name: 'Discard' }).click()
  await expect(newest(page)).toContainText('Discarded')
  await page.goto('/dashboard/contacts')
  await expect(page.getByText('Dana0 Dock')).toBeVisible()
})
