import type { APIRequestContext, Page } from '@playwright/test'
import { callAs } from './support/accounts.ts'
import { accessible, dialogOf, expect, open, rowOf, tabTo } from './support/people.ts'
import { enter, haveSession, test } from './support/test.ts'

// A person moves between organizations of one family: at once where the member belongs to both, else once it is accepted.

const owner = { email: 'owner@demo.test', password: 'crewline-demo' }

async function logInTo(request: APIRequestContext, name: string): Promise<string> {
  const { token } = await callAs<{ token: string }>(request, '', ['POST', '/user/login'], owner)
  const { organizations } = await callAs<{ organizations: { id: string; name: string }[] }>(request, token, [
    'GET',
    '/user/me',
  ])
  const organizationId = organizations.find((one) => one.name === name)?.id
  const switched = await callAs<{ token: string }>(request, token, ['POST', '/user/switch-org'], { organizationId })
  return switched.token
}

async function chooseTransfer(page: Page, id: string, name: string) {
  await page.goto(`/dashboard/contacts/${id}`)
  const drawer = dialogOf(page, name)
  const item = page.getByRole('menuitem', { name: 'Transfer to another organization…' })
  await tabTo(page, drawer.getByRole('button', { name: 'More' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Merge…' })).toBeFocused()
  await expect(item).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(item).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page, `Transfer ${name}`)
  await expect(dialog.getByRole('combobox', { name: 'To which organization?' })).toBeFocused()
  return { drawer, dialog }
}

async function chooseByKey(page: Page, name: string): Promise<void> {
  await page.keyboard.type(name)
  // Before the list is narrowed, an arrow key marks another one.
  await expect(page.getByRole('option')).toHaveText([name])
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name })).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name })).toBeHidden()
}

test('someone is transferred by keyboard, taken back, and later offered and accepted', async ({
  page,
  request,
  browserOf,
}) => {
  test.setTimeout(150_000)
  const parent = await callAs<{ token: string }>(request, '', ['POST', '/user/login'], owner)
  const { contact } = await callAs<{ contact: { id: string } }>(request, parent.token, ['POST', '/contact'], {
    firstname: 'Petra',
    lastname: 'Quinn',
    phone: '+12125550187',
    jobTitle: 'Forklift driver',
  })
  await callAs(request, parent.token, ['POST', '/consent/note'], {
    contactId: contact.id,
    action: 'attest',
    method: 'paper',
    wording: 'Signed form 12',
  })

  await haveSession(page, owner.email)
  const { drawer, dialog } = await chooseTransfer(page, contact.id, 'Petra Quinn')
  await chooseByKey(page, 'Acme Cold Storage')
  await expect(dialog.getByRole('region', { name: 'Goes along' })).toContainText('Job title')
  await expect(dialog.getByRole('region', { name: 'Goes along' })).toContainText('1 entry of its history')
  await accessible(page, 'what goes along')
  await tabTo(page, dialog.getByRole('button', { name: 'Transfer' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const left = drawer.getByRole('note').filter({ hasText: 'Transferred to Acme Cold Storage' })
  await expect(left).toBeVisible()
  await accessible(page, 'an archived contact')

  // The same owner, in the organization that Petra came to.
  const there = await browserOf(null)
  await enter(there, await logInTo(request, 'Acme Cold Storage'))
  await open(there, '/dashboard/contacts?q=Quinn', 'Contacts')
  await rowOf(there, 'Petra Quinn').click()
  const arrived = dialogOf(there, 'Petra Quinn')
  await arrived.getByRole('button', { name: 'History from before' }).click()
  const history = dialogOf(there, 'From Acme Foods')
  await expect(history.getByRole('list', { name: 'Consent from before' })).toContainText('Signed form 12')
  await accessible(there, 'history from before')
  await there.keyboard.press('Escape')

  await tabTo(page, left.getByRole('button', { name: 'Take back' }))
  await page.keyboard.press('Enter')
  await expect(left).toBeHidden()

  // Marcus manages Acme Foods only.
  const manager = await browserOf('manager@demo.test')
  const offering = await chooseTransfer(manager, contact.id, 'Petra Quinn')
  await chooseByKey(manager, 'Acme Cold Storage')
  await expect(offering.dialog).toContainText('Someone in Acme Cold Storage has to accept.')
  await offering.dialog.getByRole('button', { name: 'Offer' }).click()
  await expect(offering.drawer.getByRole('note')).toContainText('Offered to Acme Cold Storage by Marcus Bell')

  await open(there, '/dashboard/contacts', 'Contacts')
  await there.getByRole('link', { name: 'Accept or decline' }).click()
  const offers = there.getByRole('list', { name: 'People offered to you' })
  await expect(offers).toContainText('Petra Quinn')
  await accessible(there, 'people offered')
  await tabTo(there, there.getByRole('button', { name: 'Accept Petra Quinn' }))
  await there.keyboard.press('Enter')
  const question = dialogOf(there, 'Accept Petra Quinn?')
  await expect(question.getByRole('button', { name: 'Accept' })).toBeFocused()
  await there.keyboard.press('Enter')
  await expect(dialogOf(there, 'Petra Quinn').getByRole('note')).toContainText('Came from Acme Foods')
})
