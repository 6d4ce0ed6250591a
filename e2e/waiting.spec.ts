import type { APIRequestContext } from '@playwright/test'
import { freePhone } from './support/accounts.ts'
import {
  accessible,
  addContacts,
  createTeam,
  dialogOf,
  enterAs,
  expect,
  newMember,
  type TestTeam,
} from './support/people.ts'
import { registerPhone } from './support/phones.ts'
import { problemsInBothSchemes, test } from './support/test.ts'

// The waiting queue: who has waited longest, one key to the next, and the note for the next shift.

/** Adds a number and contacts who each text it, in this order. */
async function waitingContacts(request: APIRequestContext, team: TestTeam, names: string[]): Promise<string[]> {
  const line = freePhone()
  await team.call('POST', '/line', { phone: line, label: 'Front desk', carrier: 'simulated' })
  const ids: string[] = []
  for (const firstname of names) {
    const phone = freePhone()
    await registerPhone(request, phone, firstname)
    ids.push(...(await addContacts(team, [{ firstname, lastname: 'Wait', phone }])))
    const texts = `/dev/carrier/control/handsets/${encodeURIComponent(phone)}/texts`
    expect((await request.post(texts, { data: { body: `${firstname} asks`, to: line } })).ok()).toBe(true)
    await expect(async () => {
      const { data } = await team.call<{ data: { id: string }[] }>(
        'GET',
        '/message/conversations-paginated?status=unanswered',
      )
      expect(data.map(({ id }) => id)).toEqual(ids)
    }).toPass()
  }
  return ids
}

test('the inbox opens with who waits, N opens the next, and a shift note hands over', async ({
  page,
  request,
  browserOf,
}) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Wanda')
  const max = await newMember(request, team, { firstname: 'Max', role: 'agent' })
  const [ada, ben, cyd] = await waitingContacts(request, team, ['Ada', 'Ben', 'Cyd'])
  const list = page.getByRole('region', { name: 'Conversations' })
  const strip = page.getByRole('group', { name: 'Waiting for an answer' })

  await page.goto('/dashboard/inbox')
  await expect(page.getByRole('radio', { name: 'Waiting 3' })).toBeChecked()
  await expect(strip).toContainText('3 people waiting')
  await expect(list.locator('[data-conversation]').first()).toContainText('Ada Wait')
  await accessible(page, 'the waiting queue')

  // One key goes through the queue, longest wait first.
  await page.keyboard.press('n')
  await expect(page).toHaveURL(new RegExp(`conversation=${ada}`))
  await page.getByRole('textbox', { name: 'Message to Ada Wait' }).fill('On my way')
  await page.getByRole('textbox', { name: 'Message to Ada Wait' }).press('Control+Enter')
  await expect(strip).toContainText('2 people waiting')
  await page.locator('#screen-title').focus()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(new RegExp(`conversation=(${ben}|${cyd})`))

  // From another list, N comes back to the queue.
  await page.getByText('Open', { exact: true }).first().click()
  await expect(page).toHaveURL(/status=open/)
  await page.locator('#screen-title').focus()
  await page.keyboard.press('n')
  await expect(page).not.toHaveURL(/status=open/)

  // The note says what is left, and the writer's waiting conversations become free.
  const { members } = await team.call<{ members: { userId: string; firstname: string }[] }>('GET', '/message/members')
  const assigneeId = members.find(({ firstname }) => firstname === 'Wanda')?.userId
  await team.call('PATCH', `/message/assign-conversation?id=${cyd}`, { assigneeId })
  await expect(async () => {
    const { mine } = await team.call<{ mine: number }>('GET', '/message/waiting')
    expect(mine).toBe(1)
  }).toPass()
  await page.reload()
  await strip.getByRole('button', { name: 'Shift note' }).click()
  const dialog = dialogOf(page, 'Leave a shift note')
  await expect(dialog).toContainText('Your note says that 2 people are waiting')
  await expect(dialog.getByRole('checkbox', { name: 'Unassign 1 conversation of mine that is waiting' })).toBeChecked()
  expect(await problemsInBothSchemes(page), 'the dialog').toEqual([])
  await dialog.getByRole('textbox', { name: /^Note/ }).fill('Cyd needs the key to dock 4.')
  await dialog.getByRole('button', { name: 'Leave note' }).click()
  await expect(page.getByRole('region', { name: 'Your shift note' })).toContainText('Left 2 people waiting')

  const his = await browserOf(null)
  await enterAs(his, max)
  await his.goto('/dashboard/inbox')
  const note = his.getByRole('region', { name: 'Shift note from Wanda' })
  await expect(note).toContainText('Cyd needs the key to dock 4.')
  await accessible(his, 'the shift note')
  await note.getByRole('button', { name: 'Got it' }).click()
  await expect(note).toHaveCount(0)
  // The author sees live who read it.
  await expect(page.getByRole('region', { name: 'Your shift note' })).toContainText('Read by Max')

  // A search leaves the queue, because a contact with an answer is not in it.
  await his
    .getByRole('textbox', { name: 'Search inbox' })
    .or(his.getByRole('searchbox', { name: 'Search inbox' }))
    .first()
    .fill('Ada')
  await expect(his).toHaveURL(/status=open/)
})
