import type { Page } from '@playwright/test'
import { createAccount, newUser } from './support/accounts.ts'
import { dialogOf } from './support/people.ts'
import { accessibilityProblems, enter, expect, test } from './support/test.ts'

/** A form in a drawer or a dialog: where it is, how it opens, and a field to type in. */
interface Form {
  path: string
  opener: string
  title: string
  field: string
}

const FORMS: Form[] = [
  { path: '/dashboard/team', opener: 'Invite teammates', title: 'Invite teammates', field: 'Emails' },
  { path: '/dashboard/groups', opener: 'New group', title: 'New group', field: 'Description' },
  { path: '/dashboard/contacts/fields', opener: 'Add field', title: 'Add field', field: 'Name' },
  { path: '/dashboard/settings?tab=api', opener: 'Create key', title: 'Create API key', field: 'Name' },
  { path: '/dashboard/settings?tab=api', opener: 'Add webhook', title: 'Add webhook', field: 'Name (optional)' },
  { path: '/dashboard/settings?tab=data', opener: 'Place a hold', title: 'Place a legal hold', field: 'Reason' },
  { path: '/dashboard/settings?tab=texting', opener: 'Add holiday', title: 'Add holiday', field: 'Name' },
]

const TYPED = 'Typed and not saved'

const leaving = (page: Page) => dialogOf(page, 'Leave without saving?')

/** Opens a form, by keyboard because cards above its button still load, and types in it. */
async function typeIn(page: Page, { path, opener, title, field }: Form) {
  await page.goto(path)
  await page.getByRole('button', { name: opener, exact: true }).first().press('Enter')
  const form = dialogOf(page, title)
  const input = form.getByLabel(field, { exact: true })
  await input.fill(TYPED)
  return { form, input }
}

test('forms in drawers and dialogs ask before they close with something typed', async ({ page, request }) => {
  test.setTimeout(180_000)
  await enter(page, await createAccount(request, newUser('Uma'), 'Uma Works'))
  for (const shape of FORMS) {
    await test.step(shape.title, async () => {
      const { form, input } = await typeIn(page, shape)
      const ways = {
        Escape: () => input.press('Escape'),
        'the X': () => form.getByRole('button', { name: 'Close', exact: true }).click(),
        Cancel: () => form.getByRole('button', { name: 'Cancel', exact: true }).press('Enter'),
        'a click outside': () => page.mouse.click(12, 400),
      }
      for (const [way, close] of Object.entries(ways)) {
        await close()
        await expect(leaving(page), way).toBeVisible()
        if (shape === FORMS[0] && way === 'Escape') expect(await accessibilityProblems(page)).toEqual([])
        await leaving(page).getByRole('button', { name: 'Cancel' }).click()
        await expect(leaving(page), way).toBeHidden()
        await expect(input, way).toHaveValue(TYPED)
      }
      await input.press('Escape')
      await leaving(page).getByRole('button', { name: 'Leave' }).click()
      await expect(form).toBeHidden()
      await expect(leaving(page)).toBeHidden()
    })
  }
})

test('forms close without a question when nothing is typed, and after they are saved', async ({ page, request }) => {
  test.setTimeout(120_000)
  await enter(page, await createAccount(request, newUser('Uri'), 'Uri Works'))
  await page.goto('/dashboard/groups')
  await page.getByRole('button', { name: 'New group', exact: true }).first().press('Enter')
  const group = dialogOf(page, 'New group')
  const name = group.getByLabel('Name', { exact: true })
  await expect(name).toBeFocused()
  await name.press('Escape')
  await expect(group).toBeHidden()
  await expect(leaving(page)).toBeHidden()

  await page.getByRole('button', { name: 'New group', exact: true }).first().press('Enter')
  // What is typed and taken back is no change.
  await name.fill('Nights')
  await name.fill('')
  await name.press('Escape')
  await expect(group).toBeHidden()

  // A saved form leads to another page: no question stays in the way.
  await page.getByRole('button', { name: 'New group', exact: true }).first().press('Enter')
  await name.fill('Nights')
  await group.getByRole('button', { name: 'Create group' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nights' })).toBeVisible()
  await page.getByRole('link', { name: 'Inbox' }).first().press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/inbox/)
  await expect(leaving(page)).toHaveCount(0)
})

test('Back asks while a form in a drawer holds something typed', async ({ page, request }) => {
  await enter(page, await createAccount(request, newUser('Ula'), 'Ula Works'))
  await page.goto('/dashboard/team')
  await page.getByRole('button', { name: 'Invite teammates', exact: true }).first().press('Enter')
  const form = dialogOf(page, 'Invite teammates')
  const emails = form.getByLabel('Emails', { exact: true })
  await emails.fill('ana@uma.example')
  await page.evaluate(() => history.back())
  await leaving(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(leaving(page)).toBeHidden()
  await expect(emails).toHaveValue('ana@uma.example')
  await page.evaluate(() => history.back())
  await leaving(page).getByRole('button', { name: 'Leave' }).click()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard\/team$/)
})
