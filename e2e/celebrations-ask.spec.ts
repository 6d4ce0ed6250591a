import { freePhone } from './support/accounts.ts'
import { addLine } from './support/broadcasts.ts'
import { accessible, addContacts, createTeam, expect, open, tabTo } from './support/people.ts'
import { test } from './support/test.ts'

// Asking people for the date that is celebrated, up to the broadcast that asks them.

test('people without a birthday are asked for it with one button, always with the same form', async ({
  page,
  request,
}) => {
  const team = await createTeam(page, request, 'Ask')
  await addLine(team)
  await addContacts(team, [
    { firstname: 'Ana', lastname: 'Ruiz', phone: freePhone(), language: 'es', timezone: 'UTC' },
    { firstname: 'Ben', lastname: 'Cho', phone: freePhone(), timezone: 'UTC', birthday: '04-23' },
  ])
  const content = { name: 'Birthdays', kind: 'birthday', texts: [{ en: 'All the best!' }] }
  const { celebration } = await team.call<{ celebration: { id: string } }>('POST', '/celebration', content)
  const coming = `/dashboard/apps/birthday/${celebration.id}?tab=coming`
  await open(page, coming, 'Birthdays')
  await expect(page.getByText('1 person has no date on file.')).toBeVisible()
  const button = page.getByRole('button', { name: 'Ask with a form' })
  await accessible(page, 'people without a date')

  // By keyboard: the form is made and published, and the broadcast continues in its editor.
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/broadcasts\/[^/]+\/edit/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await accessible(page, 'the broadcast that asks')

  // Once more: it is the same form.
  await open(page, coming, 'Birthdays')
  await button.click()
  await expect(page).toHaveURL(/\/dashboard\/broadcasts\/[^/]+\/edit/)
  const forms = await team.call<{ data: { name: string }[] }>('GET', '/forms')
  expect(forms.data.map(({ name }) => name)).toEqual(['When is your birthday?'])
})
