import { freePhone, textedCode } from './support/accounts.ts'
import { addLine } from './support/broadcasts.ts'
import { accessible, createTeam, expect, open, rowOf, tabTo } from './support/people.ts'
import { test } from './support/test.ts'

// Trying out the text of a celebration on the phone of the member who writes it.

const texts = [
  { en: '{years} years, {first_name|friend}!', es: '¡{years} años!' },
  { en: 'Another text for {years} years.' },
]

test('a member gets a saved text on their own phone in each language', async ({ page, request }) => {
  const team = await createTeam(page, request, 'Tess')
  await addLine(team)
  const content = { name: 'Work anniversaries', kind: 'anniversary', texts }
  await team.call('POST', '/celebration', content)
  await open(page, '/dashboard/apps/birthday', 'Celebrations')
  await rowOf(page, 'Work anniversaries').click()
  const button = page.getByRole('button', { name: 'Send me a test' })
  await expect(button).toBeEnabled()

  // Without a verified mobile, the page says what to do.
  await button.click()
  await expect(page.getByText('Add and verify your mobile number in your settings first.')).toBeVisible()
  await accessible(page, 'a test without a mobile number')

  const phone = freePhone()
  await team.call('POST', '/user/send-verification-code', { phone, source: 'settings' })
  const code = await textedCode(request, phone)
  const { proof } = await team.call<{ proof: string }>('POST', '/user/verify-phone-code', { phone, code })
  await team.call('POST', '/user/prove', { password: team.owner.password })
  await team.call('PATCH', '/user/settings', { phone, phoneProof: proof })

  // By keyboard: what is not saved is not tested, and the saved text arrives in both languages.
  const text = page.getByRole('textbox', { name: 'Text 1', exact: true })
  await text.fill('Changed')
  await expect(button).toBeDisabled()
  await expect(page.getByText('Save your changes to test them.')).toBeVisible()
  await text.fill('{years} years, {first_name|friend}!')
  await expect(button).toBeEnabled()
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Sent 2 texts to your phone.' })).toBeVisible()
  await expect(button).toBeFocused()
  await accessible(page, 'a test that was sent')
  await expect(async () => {
    const answer = await request.get(`/dev/carrier/control/handsets/${encodeURIComponent(phone)}`)
    const { texts: all } = (await answer.json()) as { texts: { body: string }[] }
    expect(all.filter(({ body }) => /5 (years|años)/.test(body))).toHaveLength(2)
  }).toPass({ timeout: 30_000 })
})
