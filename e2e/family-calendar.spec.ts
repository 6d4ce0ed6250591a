import { callAs } from './support/accounts.ts'
import { accessible, expect } from './support/people.ts'
import { enter, test } from './support/test.ts'

// What the demo's parent shares with its sub-organizations, and what it sees of them.

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

type Cells = Record<
  'contacts' | 'reachable' | 'sent' | 'delivered' | 'notDelivered' | 'received' | 'optOuts',
  number | null
>

interface Figures {
  rows: (Cells & { name: string })[]
  totals: Cells
}

test('a parent compares its sub-organizations, and figures about a few people are hidden', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  const logIn = { email: 'owner@demo.test', password: 'crewline-demo' }
  const { token } = await callAs<{ token: string }>(request, '', ['POST', '/user/login'], logIn)
  await enter(page, token)
  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'Sub-organizations' })
  await expect(card).toContainText('Figures about fewer than 5 people are hidden, and not part of the total.')
  await accessible(page, 'figures of sub-organizations')

  const headings: [string, keyof Cells][] = [
    ['Contacts', 'contacts'],
    ['Can get texts now', 'reachable'],
    ['Sent', 'sent'],
    ['Delivered', 'delivered'],
    ['Not delivered', 'notDelivered'],
    ['Replies', 'received'],
    ['Opt-outs', 'optOuts'],
  ]
  // Other stories text these organizations meanwhile: what differs then is read again, and not waited for.
  const briefly = { timeout: 2_000 }
  await expect(async () => {
    await page.reload()
    const { rows, totals } = await callAs<Figures>(request, token, ['GET', '/user/analytics/children'])
    await expect(card.getByRole('rowheader')).toHaveText([...rows.map(({ name }) => name), 'Total shown'], {
      timeout: 15_000,
    })
    const names = await card.getByRole('columnheader').allTextContents()
    for (const [at, row] of [...rows, totals].entries())
      for (const [heading, name] of headings) {
        const cell = card
          .getByRole('row')
          .nth(at + 1)
          .locator('td')
          .nth(names.indexOf(heading) - 1)
        const figure = row[name]?.toLocaleString('en-US') ?? '–Hidden'
        await expect(cell, `${heading} in row ${at + 1}`).toHaveText(figure, briefly)
      }
    expect(rows.flatMap((row) => headings.map(([, name]) => row[name]))).toContain(null)
    // What is hidden cannot be read from the total either.
    for (const [, name] of headings)
      expect(totals[name] ?? 0, name).toBe(rows.reduce((total, row) => total + (row[name] ?? 0), 0))
  }).toPass()
})
