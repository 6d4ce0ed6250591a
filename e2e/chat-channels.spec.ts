import { demoCall } from './support/inbox.ts'
import { registerPhone } from './support/phones.ts'
import { expect, haveSession, pressItem, problemsInBothSchemes, test } from './support/test.ts'

const OWNER = 'owner@demo.test'
/** The line of the owner's first organization. */
const LINE = '+13125550101'

interface SimulatedChannel {
  id: string
  url: string
  posts: { lines: string[]; link: string }[]
}

// A supervisor's channel: connected, tested, a voicemail posted, and its webhook removed in Slack.

test('a Slack channel is connected, gets a voicemail, and shows when its webhook was removed', async ({
  page,
  request,
}) => {
  const channels = '/dev/chat/control/channels'
  const made = await request.post(channels, { data: { kind: 'slack', name: '#night-shift' } })
  const { id, url } = (await made.json()) as SimulatedChannel
  const posts = async () => {
    const all = (await (await request.get(channels)).json()) as SimulatedChannel[]
    return all.find((one) => one.id === id)?.posts ?? []
  }
  await haveSession(page, OWNER)
  await page.goto('/dashboard/settings?tab=integrations#chat-channels')
  const card = page.getByRole('region', { name: 'Slack and Microsoft Teams' })

  await card.getByRole('button', { name: 'Connect channel' }).focus()
  await page.keyboard.press('Enter')
  await pressItem(page.getByRole('menuitem', { name: 'Slack' }))
  const form = page.getByRole('dialog', { name: 'Connect Slack' })
  await form.getByLabel('Webhook URL').fill('https://hooks.slack.com.evil.test/services/T/B/x')
  await form.getByLabel('Channel', { exact: true }).fill('#night-shift')
  await form.getByRole('button', { name: 'Connect channel' }).click()
  await expect(form).toContainText('it begins with https://hooks.slack.com/services/')
  await form.getByLabel('Webhook URL').fill(url)
  await form.getByRole('checkbox', { name: 'A text waits too long for a reply' }).uncheck()
  await expect(form.getByRole('switch', { name: 'Show what people wrote' })).not.toBeChecked()
  expect(await problemsInBothSchemes(page)).toEqual([])
  await form.getByRole('button', { name: 'Connect channel' }).click()
  await expect(form).toBeHidden()
  const entry = card.getByRole('listitem').filter({ hasText: '#night-shift' })
  await expect(entry).toContainText('Nothing posted yet')

  await entry.getByRole('button', { name: 'Send a test' }).click()
  await expect(entry).toContainText('Last post')
  expect((await posts())[0]?.lines.join(' ')).toContain('This channel is connected to Crewline')

  const phone = `+1555${2_000_000 + (Date.now() % 900_000)}`
  await registerPhone(request, phone, 'Nadine Okoro')
  const call = await demoCall(request, OWNER)
  await call('POST', '/contact', { firstname: 'Nadine', lastname: 'Okoro', phone })
  const calls = `/dev/carrier/control/handsets/${encodeURIComponent(phone)}/calls`
  const ringing = (await (await request.post(calls, { data: { to: LINE } })).json()) as { call: { id: string } }
  await request.post(`${calls}/${ringing.call.id}/message`, { data: { seconds: 12 } })
  await expect.poll(async () => (await posts()).length).toBe(2)
  const [, left] = await posts()
  expect(left?.lines.join(' ')).toContain('Nadine Okoro left a voicemail, 0:12')
  await page.goto(left?.link ?? '')
  await expect(page.getByRole('button', { name: 'Play voicemail' })).toBeVisible()

  await page.goto('/dev/chat')
  await expect(page.getByRole('region').filter({ hasText: url })).toContainText('What you chose will be posted here.')

  await request.patch(`${channels}/${id}`, { data: { isRevoked: true } })
  await page.goto('/dashboard/settings?tab=integrations#chat-channels')
  await entry.getByRole('button', { name: 'Send a test' }).click()
  await expect(entry).toContainText('Slack says this webhook no longer works')
  await expect(entry).toContainText("Turned off: posts don't arrive")
  expect(await problemsInBothSchemes(page)).toEqual([])
  await entry.getByRole('button', { name: 'More options for #night-shift' }).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(entry).toHaveCount(0)
})
