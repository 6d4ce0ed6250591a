import { daysAfter } from '@crewline/contract/calendar'
import { freePhone, zoneByDay } from './support/accounts.ts'
import { accessible, addContacts, createTeam, expect, open, tabTo } from './support/people.ts'
import { test } from './support/test.ts'

// Who is celebrated soon: on the dashboard, and by email for members who turn it on.

test('the dashboard shows who is celebrated soon, and the morning email is turned on by keyboard', async ({
  page,
  request,
}) => {
  const team = await createTeam(page, request, 'Soon')
  await team.call('PATCH', '/organization', { timezone: zoneByDay() })
  const { today } = await team.call<{ today: string }>('GET', '/celebration/soon')
  const birthday = (days: number) => daysAfter(today, days).slice(5)
  await addContacts(team, [
    { firstname: 'Tia', lastname: 'Today', phone: freePhone(), birthday: birthday(0) },
    { firstname: 'Noa', lastname: 'Next', phone: freePhone(), birthday: birthday(3) },
    { firstname: 'Far', lastname: 'Away', phone: freePhone(), birthday: birthday(20) },
  ])
  await open(page, '/dashboard', 'Dashboard')
  const card = page.getByRole('region', { name: 'Coming celebrations' })
  const content = { name: 'Birthdays', kind: 'birthday', texts: [{ en: 'All the best!' }], isOn: true }
  await team.call('POST', '/celebration', content)
  await page.reload()
  await expect(card.getByRole('listitem')).toHaveText([/Tia Today.*Birthdays.*Today/, /Noa Next.*Birthdays/])
  await accessible(page, 'coming celebrations on the dashboard')
  await card.getByRole('link', { name: 'Noa Next' }).click()
  await expect(page).toHaveURL(/\/dashboard\/contacts\//)
  await page.goBack()
  await card.getByRole('link', { name: 'All celebrations' }).click()

  const digest = page.getByRole('switch', { name: 'Email me in the morning' })
  await expect(digest).not.toBeChecked()
  await tabTo(page, digest)
  await page.keyboard.press('Space')
  await expect(digest).toBeChecked()
  await expect(async () => {
    await expect.poll(() => team.call('GET', '/celebration/digest')).toMatchObject({ isOn: true })
  }).toPass()
  await page.reload()
  await expect(digest).toBeChecked()
  await team.call('PATCH', '/user/settings', { emailNotices: false })
  await page.reload()
  await expect(page.getByText("You turned off emails about your team, so this one isn't sent.")).toBeVisible()
  await accessible(page, 'the morning email')

  // Where the app is off, the dashboard shows nothing of it.
  await team.call('PUT', '/organization/app', { app: 'birthday', isOn: false })
  await open(page, '/dashboard', 'Dashboard')
  await expect(page.getByRole('link', { name: /Can get texts now|contacts/i }).first()).toBeVisible()
  await expect(card).toHaveCount(0)
})
