import { accessible, addContacts, createTeam, dialogOf, expect, toastOf } from './support/people.ts'
import { test } from './support/test.ts'

// An owner decides how long data is kept, and what must be kept.

test('an owner sets a retention period after a preview, takes it back, and places a hold that stops an erasure', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000)
  const team = await createTeam(page, request, 'Rhea')
  const [anaId] = await addContacts(team, [
    { firstname: 'Ana', lastname: 'Ruiz', phone: '+13125550177' },
    { firstname: 'Bo', lastname: 'Chen', phone: '+13125550178' },
  ])

  await page.goto('/dashboard/settings?tab=data')
  const retention = page.getByRole('region', { name: 'Retention' })
  await expect(retention.getByText('Voicemail recordings')).toBeVisible()
  await accessible(page, 'the data settings')

  // A shorter period is previewed, and starts in a week.
  await retention.getByRole('button', { name: 'Change: Messages' }).press('Enter')
  const period = dialogOf(page, 'How long to keep: Messages')
  await period.getByRole('combobox', { name: 'Keep for' }).click()
  await page.getByRole('option', { name: '1 year' }).click()
  await expect(period.getByText('Nothing would be deleted now')).toBeVisible()
  await accessible(page, 'the preview of a period')
  // An old login asks for the password above the dialog: Escape closes the question alone.
  let needsProof = true
  await page.route('**/api/retention', async (route) => {
    if (!needsProof || route.request().method() === 'GET') return route.fallback()
    needsProof = false
    await route.fulfill({
      status: 422,
      json: { status: 'ERROR', code: 'proof_needed', message: 'Enter your password to continue.', requestId: 'test' },
    })
  })
  await period.getByRole('button', { name: 'Save period' }).click()
  const proof = dialogOf(page, "Confirm it's you")
  await proof.getByLabel('Password', { exact: true }).press('Escape')
  await expect(proof).toBeHidden()
  await period.getByRole('button', { name: 'Save period' }).click()
  const row = retention.getByRole('listitem').filter({ hasText: 'Messages' }).first()
  await expect(row.getByText(/Starts on/)).toBeVisible()
  await expect(row.getByText('1 year')).toBeVisible()
  await row.getByRole('button', { name: 'Undo' }).click()
  await expect(toastOf(page, 'Back to: No limit')).toBeVisible()
  await expect(row.getByText(/Starts on/)).toHaveCount(0)

  // A hold on a contact.
  const holds = page.getByRole('region', { name: 'Legal holds' })
  await holds.getByRole('button', { name: 'Place a hold' }).press('Enter')
  const drawer = dialogOf(page, 'Place a legal hold')
  await drawer.getByRole('button', { name: 'Place hold' }).click()
  await expect(drawer.getByText('Choose at least one person.')).toBeVisible()
  await drawer.getByLabel('Name', { exact: true }).fill('Ruiz v. Rhea')
  await drawer.getByLabel('Reason').fill('Letter of June 3')
  await drawer.getByRole('combobox', { name: 'People' }).fill('Ana')
  await page.getByRole('option', { name: /Ana Ruiz/ }).click()
  await expect(drawer.getByRole('list', { name: 'Chosen people' })).toContainText('Ana Ruiz')
  await accessible(page, 'the form of a hold')
  await drawer.getByRole('button', { name: 'Place hold' }).click()
  const hold = holds.getByRole('listitem').filter({ hasText: 'Ruiz v. Rhea' })
  await expect(hold).toContainText('In force')
  await expect(hold).toContainText('Ana Ruiz')

  // The erasure is refused with a clear sentence.
  const erasing = await team
    .call('POST', '/contact/erase', { contactId: anaId, reason: 'Asked for it', confirm: true })
    .then(() => 'erased')
    .catch(() => 'refused')
  expect(erasing).toBe('refused')

  await hold.getByRole('button', { name: 'Release Ruiz v. Rhea' }).press('Enter')
  const release = dialogOf(page, 'Release the hold Ruiz v. Rhea?')
  await release.getByLabel('Reason').fill('Settled')
  await release.getByRole('button', { name: 'Release hold' }).click()
  await expect(hold).toContainText('Released')
  await expect(hold).toContainText('Settled')
  await team.call('POST', '/contact/erase', { contactId: anaId, reason: 'Asked for it', confirm: true })

  // A file that is no export, and one that the browser can't read; another file can be chosen after both.
  const check = page.getByRole('region', { name: 'Check an export' })
  const file = { name: 'notes.zip', mimeType: 'application/zip', buffer: Buffer.from('not an export') }
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser')
    await check.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles(file)
  }
  await choose()
  await expect(check.getByText('notes.zip is not as it was written')).toBeVisible()
  await page.evaluate(() => {
    File.prototype.arrayBuffer = () => Promise.reject(new DOMException('too large', 'NotReadableError'))
  })
  await choose()
  await expect(check.getByText("notes.zip couldn't be checked")).toBeVisible()
  await expect(check.getByRole('button', { name: 'Choose a file' })).toBeEnabled()
  await accessible(page, 'an export that could not be checked')
})
