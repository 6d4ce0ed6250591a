import { accessible, createTeam, dialogOf, enterAs, expect, newMember, open, tabTo } from './support/people.ts'
import { test } from './support/test.ts'

// The apps that a plan leaves out: named before it is chosen, closed everywhere at once, and back with a larger plan.

const PARAGRAPH = { id: 'b00001', type: 'paragraph', text: [{ text: 'The gate opens at six.' }] }

test('a smaller plan says which apps in use stop, closes them in every open page, and a larger one brings them back', async ({
  page,
  request,
  browserOf,
}) => {
  test.setTimeout(240_000)
  const team = await createTeam(page, request, 'Pla')
  const gus = await newMember(request, team, { firstname: 'Gus', role: 'manager' })
  await team.call('POST', '/celebration', {
    name: 'Birthdays',
    kind: 'birthday',
    texts: [{ en: 'All the best!' }],
    isOn: true,
  })
  const { issue } = await team.call<{ issue: { id: string; version: number } }>('POST', '/news', {
    content: { title: 'October news', blocks: [PARAGRAPH] },
  })
  const published = await team.call<{ issue: { link: string } }>('POST', `/news/${issue.id}/publish`, {
    version: issue.version,
    expiresAt: null,
  })
  const visit = async () => {
    const answer = await request.get(published.issue.link, { headers: { 'sec-fetch-mode': 'navigate' } })
    return [answer.status(), (await answer.text()).includes('The gate opens at six.')]
  }
  await expect.poll(visit).toEqual([200, true])

  const main = page.getByRole('main')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await open(page, '/dashboard/apps', 'Apps')
  await page.getByRole('button', { name: 'Pin to menu: Celebrations' }).click()
  await expect(menu.getByRole('link', { name: 'Celebrations' })).toBeVisible()
  const his = await browserOf(null)
  await enterAs(his, gus)
  await open(his, '/dashboard/apps/birthday', 'Celebrations')

  // The trial has every app. The comparison names those of each plan, and a plan without apps in use asks first.
  await page.goto('/dashboard/settings?tab=billing')
  const plan = (name: string) =>
    page.getByRole('list', { name: 'Plans' }).getByRole('listitem').filter({ hasText: name })
  await expect(plan('Starter')).toContainText('Apps: Forms and Contact Opt-in.')
  await expect(plan('Growth')).toContainText('Apps: Content Studio, Forms, Celebrations, and Contact Opt-in.')
  await accessible(page, 'the apps of each plan')
  const dialog = dialogOf(page, 'Choose Starter without Content Studio and Celebrations?')
  await tabTo(page, page.getByRole('button', { name: 'Choose Starter' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(dialog).toContainText('Published issues say that they have ended.')
  await expect(dialog).toContainText('Nothing is deleted.')
  await accessible(page, 'a plan without apps in use')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Choose Starter' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Choose Starter' }).click()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('0 of 1,000 included')).toBeVisible()

  // Closed for everyone: the open page of a teammate, the menu, and the page of a reader.
  await expect(his.getByText("Celebrations isn't in your plan")).toBeVisible()
  await expect(his.getByText('Ask an owner or admin to change the plan.')).toBeVisible()
  await expect(his.getByRole('link', { name: 'See plans' })).toHaveCount(0)
  await accessible(his, 'an app that is not in the plan')
  await expect(menu.getByRole('link', { name: 'Celebrations' })).toHaveCount(0)
  await expect.poll(visit).toEqual([410, false])
  await open(his, '/dashboard/apps', 'Apps')
  await expect(his.getByText('Not in your plan', { exact: true })).toHaveCount(2)
  await expect(his.getByText('Ask an owner or admin to change the plan.')).toHaveCount(2)

  // The cards have a lock and a way to the plans, and nothing to turn on or pin.
  await open(page, '/dashboard/apps', 'Apps')
  const card = (name: string) => main.getByRole('listitem').filter({ hasText: name })
  for (const name of ['Content Studio', 'Celebrations']) {
    await expect(card(name).getByText('Not in your plan', { exact: true })).toBeVisible()
    await expect(card(name).getByRole('button')).toHaveCount(0)
  }
  await expect(card('Forms').getByText('On', { exact: true })).toBeVisible()
  await accessible(page, 'apps that are not in the plan')
  await main.getByText('Off', { exact: true }).click()
  await expect(main.getByRole('listitem').filter({ has: page.getByRole('heading') })).toHaveCount(2)
  await open(page, '/dashboard/apps/newsletter', 'Content Studio')
  await expect(page.getByText("Content Studio isn't in your plan")).toBeVisible()
  await accessible(page, 'an app that is not in the plan of an owner')
  await tabTo(page, main.getByRole('link', { name: 'See plans' }))
  await page.keyboard.press('Enter')

  // With a larger plan everything is back, and on as it was.
  await open(his, '/dashboard/apps/birthday', 'Celebrations')
  await expect(his.getByText("Celebrations isn't in your plan")).toBeVisible()
  await page.getByRole('button', { name: 'Change plan' }).click()
  await page.getByRole('button', { name: 'Choose Team' }).click()
  await expect(page.getByText('Your plan is now Team.')).toBeVisible()
  await expect(his.getByText("Celebrations isn't in your plan")).toHaveCount(0)
  await expect(his.getByRole('row', { name: /^Birthdays.*On/ })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Celebrations' })).toBeVisible()
  await expect.poll(visit).toEqual([200, true])
  await expect
    .poll(() => team.call('GET', '/celebration'))
    .toMatchObject({ celebrations: [{ name: 'Birthdays', isOn: true }] })
})
