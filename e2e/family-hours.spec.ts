import { makeFamily } from '../server/test/kit/family.ts'
import { callAs, createAccount, newUser } from './support/accounts.ts'
import { accessible, createTeam, expect, tabTo } from './support/people.ts'
import { enter, test } from './support/test.ts'

// Business hours and holidays that a parent hands down, as its sub-organization sees them.

type Me = { organizations: { id: string }[] }

test.skip(
  process.env.E2E_DATA_DIR === undefined,
  'makes a family in the database of the product that these tests start',
)

test('a sub-organization gets the hours and holidays of its parent, uses its own, and keeps them at the end', async ({
  page,
  request,
  browserOf,
}) => {
  test.setTimeout(240_000)
  const parent = await createTeam(page, request, 'Pia')
  const child = await browserOf(null)
  const childToken = await createAccount(request, newUser('Kit'), 'Kit Plant')
  await enter(child, childToken)
  const [above, below] = [
    await parent.call<Me>('GET', '/user/me'),
    await callAs<Me>(request, childToken, ['GET', '/user/me']),
  ]
  const family = { parentId: above.organizations[0]?.id ?? '', childId: below.organizations[0]?.id ?? '' }
  await makeFamily(process.env.E2E_DATA_DIR ?? '', family)

  const shares = page.getByRole('list', { name: 'Shared' })
  const drawer = page.getByRole('dialog', { name: 'Share with sub-organizations' })
  const submit = drawer.getByRole('button', { name: 'Share with sub-organizations' })
  const openShare = async (name: string) => {
    await tabTo(page, page.getByRole('button', { name: 'Share with sub-organizations' }))
    await page.keyboard.press('Enter')
    await drawer.getByRole('combobox', { name: 'What to share' }).fill(name)
    await page.getByRole('option', { name, exact: true }).click()
  }
  const share = async (name: string) => {
    await openShare(name)
    await submit.press('Enter')
    await expect(drawer).toBeHidden()
    await expect(shares.getByRole('listitem').filter({ hasText: name })).toContainText('All sub-organizations')
  }
  const stop = async (name: string) => {
    await page.getByRole('button', { name: `Stop sharing ${name}` }).press('Enter')
    await page
      .getByRole('dialog', { name: `Stop sharing ${name}?` })
      .getByRole('button', { name: 'Stop' })
      .press('Enter')
    await expect(page.getByRole('button', { name: `Stop sharing ${name}` })).toHaveCount(0)
  }
  const look = () => child.goto('/dashboard/settings?tab=texting')
  const hours = child.getByRole('region', { name: 'Business hours', exact: true })
  const holidays = child.getByRole('region', { name: 'Holidays', exact: true })
  const sunday = hours.getByRole('switch', { name: 'Sunday' })
  const save = child.getByRole('button', { name: 'Save', exact: true })
  await page.goto('/dashboard/contacts/family')

  await test.step('hours are shared once they are set, and then changed only by the parent', async () => {
    await openShare('Business hours')
    await submit.press('Enter')
    await expect(drawer.getByText('Set business hours first.')).toBeVisible()
    await parent.call('PATCH', '/organization', {
      settings: { businessHours: { mon: { from: '06:00', to: '14:30' } } },
    })
    await submit.press('Enter')
    await expect(drawer).toBeHidden()
    await expect(shares).toContainText('Business hours')
    await look()
    await expect(hours).toContainText('Set by Pia and Sons, and changed only there.')
    await expect(hours).toContainText(/6:00\sAM to 2:30\sPM/)
    await expect(hours.getByRole('switch')).toHaveCount(0)
    await accessible(child, 'hours of the parent')
  })

  await test.step('the sub-organization uses its own hours, which stay when the parent stops', async () => {
    await tabTo(child, hours.getByRole('button', { name: 'Use your own hours' }))
    await child.keyboard.press('Enter')
    await expect(hours).toContainText('You use your own instead of those of Pia and Sons.')
    await expect(hours.getByRole('switch', { name: 'Monday' })).toBeVisible()
    await sunday.press('Space')
    await expect(sunday).toBeChecked()
    await save.press('Enter')
    await expect(save).toHaveCount(0)
    await accessible(child, 'own hours')
    await hours.getByRole('button', { name: "Use the parent's hours" }).press('Enter')
    await expect(hours).toContainText('Set by Pia and Sons, and changed only there.')
    await expect(hours).not.toContainText('8:00')
    await hours.getByRole('button', { name: 'Use your own hours' }).press('Enter')
    await expect(sunday).toBeChecked()
    await stop('Business hours')
    await look()
    await expect(sunday).toBeChecked()
    await expect(hours).not.toContainText('Pia and Sons')
  })

  await test.step('holidays of the parent close the sub-organization too', async () => {
    await parent.call('POST', '/holiday', { name: 'Picnic', from: '2031-06-06', to: '2031-06-06', yearly: false })
    await share('Holidays')
    await look()
    await expect(holidays).toContainText('Holidays of Pia and Sons are changed only there.')
    const picnic = holidays.getByRole('listitem').filter({ hasText: 'Picnic' })
    await expect(picnic).toContainText('Pia and Sons')
    await expect(holidays.getByRole('button', { name: 'Edit Picnic' })).toHaveCount(0)
    await accessible(child, 'holidays of the parent')
    // A change of the parent arrives by itself.
    await parent.call('POST', '/holiday', { name: 'Fair', from: '2031-09-09', to: '2031-09-09', yearly: false })
    await expect(async () => {
      await look()
      await expect(holidays.getByRole('listitem').filter({ hasText: 'Fair' })).toContainText('Pia and Sons', {
        timeout: 5_000,
      })
    }).toPass()
  })

  await test.step('they become those of the sub-organization when the parent stops', async () => {
    await stop('Holidays')
    await look()
    await holidays.getByRole('button', { name: 'Remove Picnic' }).press('Enter')
    await expect(holidays.getByRole('listitem').filter({ hasText: 'Picnic' })).toHaveCount(0)
    await expect(holidays.getByRole('listitem').filter({ hasText: 'Fair' })).toHaveCount(1)
    await expect(holidays).not.toContainText('Pia and Sons')
    await accessible(page, 'nothing shared any more')
  })
})
