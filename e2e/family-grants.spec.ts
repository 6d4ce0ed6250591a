import type { Page } from '@playwright/test'
import { accessible, dialogOf, expect, open, rowOf } from './support/people.ts'
import { haveSession, test } from './support/test.ts'

// A teammate of the parent organization acts in a sub-organization, for as long as both sides want it.

const switcher = (page: Page) => page.getByRole('button', { name: /^Acme/ }).first()

async function switchTo(page: Page, name: string): Promise<void> {
  await switcher(page).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()
  await expect(switcher(page)).toHaveAccessibleName(new RegExp(`^${name}`))
}

test('a parent gives a teammate access, the sub-organization accepts it, and ends it while they work there', async ({
  page,
  browserOf,
}) => {
  test.setTimeout(120_000)
  const family = '/dashboard/contacts/family'
  const owner = await browserOf('owner@demo.test')
  await open(owner, family, 'Parent organization')
  await owner.getByRole('button', { name: 'Give access to a teammate' }).click()
  const drawer = dialogOf(owner, 'Give access to a teammate')
  await drawer.getByRole('combobox', { name: 'Teammate' }).fill('Marcus')
  await owner.getByRole('option', { name: 'Marcus Bell' }).click()
  await drawer.getByRole('checkbox', { name: 'Acme Cold Storage' }).check()
  await drawer.getByRole('checkbox', { name: 'Read messages' }).check()
  await accessible(owner, 'giving access')
  await drawer.getByRole('button', { name: 'Give access' }).click()
  await expect(drawer).toBeHidden()
  const given = owner
    .getByRole('list', { name: 'Access to sub-organizations' })
    .getByRole('listitem')
    .filter({ hasText: 'Acme Cold Storage' })
  await expect(given).toContainText('Waiting for an owner of the sub-organization')

  // Maria owns the sub-organization too.
  await switchTo(owner, 'Acme Cold Storage')
  await open(owner, family, 'Parent organization')
  const received = owner.getByRole('list', { name: 'Access by the parent organization' }).getByRole('listitem')
  await expect(received).toContainText('Marcus Bell')
  await owner.getByRole('button', { name: 'Accept access for Marcus Bell' }).focus()
  await owner.keyboard.press('Enter')
  await expect(received).not.toContainText('Waiting')

  await haveSession(page, 'manager@demo.test')
  await open(page, '/dashboard/inbox', 'Inbox')
  await switchTo(page, 'Acme Cold Storage')
  await open(page, '/dashboard/team', 'Team')
  await expect(rowOf(page, 'Marcus Bell')).toContainText('Via Acme Foods')

  await owner.getByRole('button', { name: 'End access of Marcus Bell' }).click()
  await dialogOf(owner, 'End access of Marcus Bell?').getByRole('button', { name: 'End access' }).click()
  await expect(owner.getByText('No teammate of the parent organization can act here.')).toBeVisible()
  await expect(page).not.toHaveURL(/dashboard\/team/)
})
