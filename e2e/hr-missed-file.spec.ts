import type { Page } from '@playwright/test'
import { accessible, createTeam, toastOf } from './support/people.ts'
import { expect, openListening, test } from './support/test.ts'

// A file of people that does not arrive: its owner learns of it, sends it, and sees on each contact who changed what.

const csv = (department: string) =>
  Buffer.from(`Employee ID,First name,Last name,Mobile,Department\n1,Ines,Mason,+15105557611,${department}\n`)

async function sendFile(page: Page, department: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Send a file now' }).click()
  await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: csv(department) })
}

test('a file that does not arrive is reported in the app and by email, once, and a file that is sent then says what it changed', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Mona')
  await team.call('POST', '/user/prove', { password: team.owner.password })
  await team.call('POST', '/organization/hr-file/connection', { name: 'Payroll' })
  await page.goto('/dashboard/settings?tab=integrations')
  const expected = page.getByRole('region', { name: "When a file doesn't arrive" })
  await expected.getByRole('switch', { name: 'Report a missing file' }).focus()
  await page.keyboard.press('Space')
  for (const day of ['Saturday', 'Sunday']) await expected.getByRole('checkbox', { name: day }).check()
  await expected.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page, 'A missing file is reported from now on.')).toBeVisible()

  // Its owner works elsewhere when the time passes, and hears of it there.
  await openListening(page, '/dashboard/contacts')
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()
  const mails = async () => {
    const { data } = (await (await request.get('/dev/mails')).json()) as { data: { to: string; text: string }[] }
    return data.filter(({ to, text }) => to === team.owner.email && text.includes('It was expected by now')).length
  }
  const look = async (days: number) =>
    expect((await request.post('/dev/missed-files', { data: { days } })).status()).toBe(204)
  const notice = expect(toastOf(page, "HR file didn't arrive")).toBeVisible()
  await look(2)
  await notice
  // The same occasion again.
  await look(1)
  await expect.poll(mails).toBe(1)

  // The file is sent where the notice leads.
  await page.goto('/dashboard/settings?tab=integrations')
  await sendFile(page, 'Packing')
  const review = page.getByRole('region', { name: 'Review this sync' })
  await expect(review.getByText('Ines Mason')).toBeVisible()
  await review.getByLabel('These people agreed to get texts from us.').check()
  await review.getByRole('button', { name: 'Apply changes' }).click()
  const newest = page.getByRole('region', { name: 'Latest syncs' }).getByRole('listitem').first()
  // Its review counts the new contact, too. A file that arrives while it is applied waits for up to a minute.
  await expect(newest).toContainText(/Done.*1 new/)
  await sendFile(page, 'Shipping')
  await expect(newest).toContainText(/Done.*1 changed/)

  // The contact names who keeps its values, and who changed them.
  await page.goto('/dashboard/contacts')
  await page.getByRole('row', { name: /Ines/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Ines Mason' })
  await expect(drawer.getByText('Shipping')).toBeVisible()
  await expect(drawer.getByLabel('Managed by HR file. Edit it there.').first()).toBeVisible()
  await accessible(page, 'a contact whose values another system keeps')
  await drawer.getByRole('tab', { name: 'Activity' }).click()
  const activity = drawer.getByRole('list', { name: 'Activity' })
  await expect(activity.getByRole('listitem').filter({ hasText: 'Department' })).toContainText('HR file')
  await expect(activity.getByRole('listitem').filter({ hasText: 'From the HR system' })).toContainText('HR file')
})
