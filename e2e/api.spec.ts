import { startReceiver } from '../server/test/kit/receiver.ts'
import { createAccount, newUser } from './support/accounts.ts'
import { enter, expect, problemsInBothSchemes, test } from './support/test.ts'

// A developer's first hour: a key, a call with it, a webhook, a signed event, the log, and sending it again.

test('an owner creates a key, a program works with it, and a webhook tells of it', async ({ page, request }) => {
  const receiver = await startReceiver()
  try {
    const user = newUser('Devi')
    await enter(page, await createAccount(request, user, 'Devi Works'))
    await page.goto('/dashboard/settings?tab=api')
    await expect(page.getByText('No API keys yet')).toBeVisible()

    await page.getByRole('button', { name: 'Create key' }).click()
    const form = page.getByRole('dialog', { name: 'Create API key' })
    await form.getByRole('button', { name: 'Create key' }).click()
    await expect(form).toContainText('Enter a name.')
    await expect(form).toContainText('Choose at least one permission.')
    await form.getByLabel('Name').fill('Roster sync')
    for (const permission of ['View contacts', 'Add and edit contacts'])
      await form.getByRole('checkbox', { name: permission }).check()
    expect(await problemsInBothSchemes(page)).toEqual([])
    await form.getByRole('button', { name: 'Create key' }).click()
    const shown = page.getByRole('dialog', { name: 'Your key "Roster sync"' })
    await expect(shown).toContainText("We won't show it again.")
    const key = (await shown.getByText(/^crewline_/).textContent()) ?? ''
    expect(await problemsInBothSchemes(page)).toEqual([])
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('Roster sync')).toBeVisible()
    await expect(page.getByText(key)).toBeHidden()

    await page.getByRole('button', { name: 'Add webhook' }).click()
    const webhook = page.getByRole('dialog', { name: 'Add webhook' })
    await webhook.getByLabel('URL').fill('ftp://warehouse')
    await webhook.getByRole('button', { name: 'Add webhook' }).click()
    await expect(webhook).toContainText('Use a URL that starts with https://.')
    await webhook.getByLabel('URL').fill(`${receiver.url}/crewline`)
    await webhook.getByLabel('Name (optional)').fill('Warehouse')
    await webhook.getByRole('checkbox', { name: 'Contact added or changed' }).check()
    await webhook.getByRole('button', { name: 'Add webhook' }).click()
    const secretDialog = page.getByRole('dialog', { name: 'Signing secret' })
    const secret = (await secretDialog.getByText(/^whsec_/).textContent()) ?? ''
    await secretDialog.getByRole('button', { name: 'Done' }).click()

    const created = await request.post('/api/contact', {
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'roster-1' },
      data: { firstname: 'Rosa', lastname: 'Roster' },
    })
    expect(created.status()).toBe(200)
    expect(created.headers()['ratelimit']).toMatch(/^"api-key";r=\d+;t=\d+$/)
    await expect.poll(() => receiver.received.length).toBe(1)
    const [event] = receiver.received
    expect(receiver.verify(event, secret)).toMatchObject({
      type: 'contact.changed',
      data: { contact: { firstname: 'Rosa', lastname: 'Roster' } },
    })

    await page.reload()
    await expect(page.getByRole('region', { name: 'API keys' })).toContainText('Last used')
    await page.getByRole('button', { name: 'Log' }).click()
    const log = page.getByRole('dialog', { name: 'Events sent to Warehouse' })
    const entry = log.getByRole('button', { name: /Contact added or changed/ })
    await expect(entry).toContainText('Delivered')
    await entry.press('Enter')
    await expect(log.getByLabel('Content')).toContainText('"firstname": "Rosa"')
    expect(await problemsInBothSchemes(page)).toEqual([])
    await log.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => receiver.received.length).toBe(2)
    expect(receiver.received[1]?.headers['webhook-id']).toBe(event?.headers['webhook-id'])
    await log.getByRole('button', { name: 'Send test event' }).click()
    await expect(log.getByRole('button', { name: /Test event/ })).toContainText('Delivered')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'More options for Roster sync' }).click()
    await page.getByRole('menuitem', { name: 'Change permissions…' }).click()
    const editor = page.getByRole('dialog', { name: 'What "Roster sync" may do' })
    await expect(editor.getByRole('textbox')).toHaveCount(0)
    expect(await problemsInBothSchemes(page)).toEqual([])
    const team = { headers: { authorization: `Bearer ${key}` } }
    expect((await request.get('/api/organization/team', team)).status()).toBe(422)
    await editor.getByRole('checkbox', { name: 'View the team' }).check()
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(editor).toHaveCount(0)
    expect((await request.get('/api/organization/team', team)).status()).toBe(200)

    await page.getByRole('button', { name: 'More options for Roster sync' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await expect(page.getByRole('region', { name: 'API keys' })).toContainText('Revoked')
    const refused = await request.get('/api/contact/views', { headers: { authorization: `Bearer ${key}` } })
    expect(refused.status()).toBe(403)
  } finally {
    await receiver.close()
  }
})
