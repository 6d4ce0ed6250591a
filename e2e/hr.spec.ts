import type { APIRequestContext, Page } from '@playwright/test'
import { accessible, createTeam } from './support/people.ts'
import { expect, test } from './support/test.ts'

// A company whose HR system goes mad for a week, as its owner lives it: no one is wrongly archived or texted.

interface SimEmployee {
  id: string
  first_name: string
  last_name: string
  status: string
}

const COMPANY = '77777777-0000-4000-8000-000000000007'

/** Scripts the simulated Finch. */
async function control(request: APIRequestContext, method: 'post' | 'patch' | 'put', path: string, data: object) {
  const answer = await request[method](`/dev/finch/control${path}`, { data })
  expect(answer.ok()).toBe(true)
}

const change = (request: APIRequestContext, changes: object[]) =>
  control(request, 'post', `/companies/${COMPANY}/changes`, changes)

const employees: (SimEmployee & object)[] = Array.from({ length: 12 }, (_, nth) => ({
  id: `${String(nth + 1).padStart(8, '0')}-7777-4000-8000-000000000000`,
  first_name: ['Ana', 'Bo', 'Cy', 'Dee', 'Eli', 'Fay', 'Gus', 'Hal', 'Ida', 'Jo', 'Kai', 'Lou'][nth] ?? '',
  last_name: 'Harbor',
  personal_phone: `+1510555${String(7100 + nth)}`,
  work_id: `H-${nth}`,
  department: nth < 8 ? 'Packing' : 'Shipping',
  site: 'North plant',
  status: 'active',
}))

const system = (page: Page) => page.getByRole('region', { name: 'HR system' })
const syncs = (page: Page) => page.getByRole('region', { name: 'Latest syncs' })
const newest = (page: Page) => syncs(page).getByRole('listitem').first()

async function syncNow(page: Page): Promise<void> {
  await system(page).getByRole('button', { name: 'Sync now' }).click()
}

test('an HR system that fails for a week removes no one, and a true change still arrives', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  await createTeam(page, request, 'Hanna')
  await control(request, 'put', `/companies/${COMPANY}`, { name: 'Harbor Works', provider: 'adp_run', employees })
  await page.goto('/dashboard/settings?tab=integrations')
  await system(page).getByRole('button', { name: 'Connect HR system' }).click()

  // The page of the connection service, and back.
  await expect(page.getByRole('heading', { name: 'Connect your HR system' })).toBeVisible()
  await page.getByLabel('Company').selectOption(COMPANY)
  await page.getByRole('button', { name: 'Allow' }).click()

  // The first sync shows every person, and changes nothing before it is applied.
  const review = page.getByRole('region', { name: 'Review this sync' })
  await expect(review.getByText('Ana Harbor')).toBeVisible()
  await accessible(page, 'a sync to review')
  await review.getByRole('button', { name: 'Apply changes' }).click()
  await expect(review.getByText('Confirm that these people agreed to get texts from you.')).toBeVisible()
  await review.getByLabel('These people agreed to get texts from us.').check()
  await review.getByRole('button', { name: 'Apply changes' }).click()
  await expect(newest(page)).toContainText(/Done.*12 new/)
  await expect(system(page)).toContainText('12 people')

  // Monday: it lists no one.
  await control(request, 'patch', '', { companyId: COMPANY, isEmpty: true })
  await syncNow(page)
  const decision = page.getByRole('region', { name: 'This sync needs your decision' })
  await expect(decision).toContainText('ADP Run listed no one')
  await decision.getByRole('button', { name: 'Apply anyway' }).click()
  await expect(decision.getByText('Enter 12 to confirm.')).toBeVisible()
  await decision.getByRole('button', { name: 'Discard' }).click()
  await expect(newest(page)).toContainText('Discarded')

  // Tuesday: half of each page. Wednesday: an outage.
  await control(request, 'patch', '', { isEmpty: false, isHalved: true })
  await syncNow(page)
  await expect(newest(page)).toContainText('listed fewer people than it says it has')
  await control(request, 'patch', '', { isHalved: false, isDown: true })
  await syncNow(page)
  await expect(newest(page)).toContainText("couldn't be reached", { timeout: 30_000 })
  await control(request, 'patch', '', { isDown: false })

  // Thursday: nine of twelve are marked as terminated by mistake.
  const former = employees.slice(0, 9).map(({ id }) => ({ kind: 'change', id, to: { status: 'active' } }))
  await change(request, [{ kind: 'mass_termination', share: 0.75 }])
  await syncNow(page)
  await expect(decision).toContainText('9 of 12 people would count as having left')
  await expect(decision.getByText('Ana Harbor')).toBeVisible()
  await accessible(page, 'a sync that asks')
  await decision.getByRole('button', { name: 'Discard' }).click()
  await expect(newest(page)).toContainText('Discarded')
  await change(request, former)

  // Friday: one person really leaves, another moves. That needs no one.
  await change(request, [
    { kind: 'leave', id: employees[11]?.id },
    { kind: 'change', id: employees[10]?.id, to: { department: 'Packing' } },
  ])
  await syncNow(page)
  await expect(newest(page)).toContainText(/Done.*1 changed.*1 left/)
  await newest(page).getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('dialog').getByText('Lou Harbor')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/dashboard/contacts')
  await expect(page.getByText('Kai Harbor')).toBeVisible()
  await expect(page.getByText('Ana Harbor')).toBeVisible()

  // Undone within seven days, everyone works there again.
  await page.goto('/dashboard/settings?tab=integrations')
  await newest(page).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo sync' }).click()
  await expect(newest(page)).toContainText('Undone')

  // Disconnected, contacts stay and are editable.
  await system(page).getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(system(page).getByRole('button', { name: 'Connect HR system' })).toBeVisible()
})
