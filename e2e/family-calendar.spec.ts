import { callAs } from './support/accounts.ts'
import { accessible, expect } from './support/people.ts'
import { enter, test } from './support/test.ts'

// The demo's parent shares its holidays with its sub-organizations, which may use their own.

test('a sub-organization sees whose holidays it has, and uses its own', async ({ page, request }) => {
  const logIn = { email: 'owner@demo.test', password: 'crewline-demo' }
  const { token } = await callAs<{ token: string }>(request, '', ['POST', '/user/login'], logIn)
  const { organizations } = await callAs<{ organizations: { id: string; name: string }[] }>(request, token, [
    'GET',
    '/user/me',
  ])
  const organizationId = organizations.find(({ name }) => name === 'Acme Foods Plant 2')?.id
  const inPlant = await callAs<{ token: string }>(request, token, ['POST', '/user/switch-org'], { organizationId })
  await enter(page, inPlant.token)

  await page.goto('/dashboard/settings?tab=texting#holidays')
  const card = page.getByRole('region', { name: 'Holidays', exact: true })
  await expect(card).toContainText('Holidays of Acme Foods are changed only there.')
  await expect(card.getByRole('listitem').filter({ hasText: 'Christmas Day' })).toContainText('Acme Foods')
  await expect(card.getByRole('button', { name: 'Edit Christmas Day' })).toHaveCount(0)
  await accessible(page, 'holidays of the parent')

  await card.getByRole('button', { name: 'Use your own holidays' }).focus()
  await page.keyboard.press('Enter')
  await expect(card).toContainText('You use your own instead of those of Acme Foods.')
  await expect(card.getByRole('button', { name: 'Edit Christmas Day' })).toBeVisible()
  await card.getByRole('button', { name: "Use the parent's holidays" }).click()
  await expect(card.getByRole('button', { name: 'Edit Christmas Day' })).toHaveCount(0)
  await expect(card).toContainText('are changed only there')
})
