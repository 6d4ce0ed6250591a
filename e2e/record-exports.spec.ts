import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { accessible, addContacts, choose, createTeam, dialogOf, expect, saved } from './support/people.ts'
import { MANAGER, newContact, openConversation } from './support/inbox.ts'
import { haveSession, pressItem, test } from './support/test.ts'

// What an organization hands to a court: many conversations as one signed file, one conversation as a PDF, and the figures.

const ROOT = join(import.meta.dirname, '..')

test('an owner exports conversations as one signed file, which its verifiers accept until it is changed', async ({
  page,
  request,
}, testInfo) => {
  test.setTimeout(240_000)
  const team = await createTeam(page, request, 'Vera')
  const [anaId] = await addContacts(team, [{ firstname: 'Ana', lastname: 'Ruiz', phone: '+13125550187' }])
  await team.call('POST', '/message/note', {
    clientMessageId: crypto.randomUUID(),
    contactId: anaId,
    body: 'Called about the gate',
  })

  await page.goto('/dashboard/settings?tab=data')
  const exports = page.getByRole('region', { name: 'Exports of records' })
  await exports.getByRole('button', { name: 'New export' }).press('Enter')
  const drawer = dialogOf(page, 'New export of records')
  await drawer.getByRole('button', { name: 'Start export' }).click()
  await expect(drawer.getByText('Choose whose conversations to export.')).toBeVisible()
  await drawer.getByLabel('Title').fill('Case 7')
  await drawer.getByRole('combobox', { name: 'People' }).fill('Ana')
  await page.getByRole('option', { name: /Ana Ruiz/ }).click()
  await accessible(page, 'the form of an export')
  await drawer.getByRole('button', { name: 'Start export' }).click()
  const entry = exports.getByRole('listitem').filter({ hasText: 'Case 7' })
  await expect(entry).toContainText('Ready', { timeout: 90_000 })
  await expect(entry).toContainText('1 conversation')
  await accessible(page, 'an export that is ready')

  const archive = await saved(page, () => entry.getByRole('button', { name: 'Download Case 7' }).click())
  expect(archive.name).toBe('Case-7.zip')

  const check = page.getByRole('region', { name: 'Check an export' })
  const verify = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await check.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles({ name, mimeType: 'application/zip', buffer })
  }
  await verify('case.zip', archive.bytes)
  await expect(check.getByText('case.zip is intact')).toBeVisible()
  const changed = Buffer.from(archive.bytes)
  changed.fill(0, 200, 220)
  await verify('changed.zip', changed)
  await expect(check.getByText('changed.zip is not as it was written')).toBeVisible()

  // The command for people without an account says the same.
  const file = testInfo.outputPath('case.zip')
  await writeFile(file, archive.bytes)
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'bin/verify-records.ts'), file])
  expect(stdout).toContain('Intact.')
})

test('an owner exports who matches a filter with the keyboard, and the manifest says which', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000)
  const team = await createTeam(page, request, 'Fil')
  const ids = await addContacts(team, [
    { firstname: 'Ana', lastname: 'Ruiz', phone: '+13125550191', location: 'Joliet' },
    { firstname: 'Ben', lastname: 'Cho', phone: '+13125550192', location: 'Dayton' },
  ])
  for (const contactId of ids)
    await team.call('POST', '/message/note', {
      clientMessageId: crypto.randomUUID(),
      contactId,
      body: 'About the gate',
    })

  await page.goto('/dashboard/settings?tab=data')
  const exports = page.getByRole('region', { name: 'Exports of records' })
  await exports.getByRole('button', { name: 'New export' }).press('Enter')
  const drawer = dialogOf(page, 'New export of records')
  const start = drawer.getByRole('button', { name: 'Start export' })
  await drawer.getByLabel('Title').fill('Joliet')
  await drawer.getByRole('radio', { name: 'People who match a filter' }).press('Space')
  await start.press('Enter')
  await expect(drawer.getByText('Complete at least one condition.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Add condition', exact: true }).press('Enter')
  const values = drawer.getByRole('combobox', { name: 'Values for Location' })
  await values.fill('Joliet')
  await values.press('Enter')
  await expect(drawer.getByRole('region', { name: 'Who matches' })).toContainText('1 contact')
  await expect(drawer.getByRole('region', { name: 'Who matches' })).toContainText('Ana Ruiz')

  // A second condition without a value would be left out, and more people exported than it says.
  await drawer.getByRole('button', { name: 'Add condition', exact: true }).press('Enter')
  await expect(drawer.locator('li[data-part="1"]')).toBeVisible()
  await start.press('Enter')
  await expect(drawer.getByText('Complete or remove the unfinished conditions.')).toBeVisible()
  await accessible(page, 'the filter of an export')
  await drawer.locator('li[data-part="1"]').getByRole('button', { name: 'Move or remove' }).press('Enter')
  await pressItem(page.getByRole('menuitem', { name: 'Remove' }))
  await expect(drawer.locator('li[data-part="1"]')).toHaveCount(0)

  // The field is deleted while the form is open: its sentence appears beside the filter, and nothing is lost.
  await page.route('**/api/record-export', async (route) => {
    const body = route.request().postData()
    if (body === null) return route.continue()
    return route.continue({ postData: body.replace('"location"', '"custom.gone"') })
  })
  await start.press('Enter')
  await expect(drawer.getByRole('alert')).toHaveText('Location: There is no such field. Choose another one.')
  await expect(drawer.getByLabel('Title')).toHaveValue('Joliet')
  await page.unroute('**/api/record-export')

  await start.press('Enter')
  const entry = exports.getByRole('listitem').filter({ hasText: 'People who match: Location is any of Joliet' })
  await expect(entry).toContainText('Ready', { timeout: 90_000 })
  await expect(entry).toContainText('1 conversation')
  await accessible(page, 'an export chosen by a filter')
  const archive = await saved(page, () => entry.getByRole('button', { name: 'Download Joliet' }).press('Enter'))
  const check = page.getByRole('region', { name: 'Check an export' })
  const chooser = page.waitForEvent('filechooser')
  await check.getByRole('button', { name: 'Choose a file' }).press('Enter')
  await (await chooser).setFiles({ name: 'joliet.zip', mimeType: 'application/zip', buffer: archive.bytes })
  await expect(check.getByText('joliet.zip is intact')).toBeVisible()
  await expect(check).toContainText('Location is any of Joliet')
})

test('a teammate downloads the proof of one conversation as a PDF', async ({ page, request }) => {
  const ana = await newContact(request, 'Ana')
  await ana.text('The gate is closed')
  await haveSession(page, MANAGER)
  await openConversation(page, ana)
  const more = page.getByRole('button', { name: 'More', exact: true })
  const proof = await saved(page, () => choose(page, more, 'Proof (PDF)'))
  expect(proof.name).toBe('proof.pdf')
  expect(proof.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(proof.bytes.subarray(-1024).toString('latin1')).toContain('%%EOF')
})

test('an owner downloads the figures of the chosen days as a file, and the audit log has it', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  const team = await createTeam(page, request, 'Fay')
  await addContacts(team, [{ firstname: 'Ana', lastname: 'Ruiz', phone: '+13125550185' }])
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await main.getByLabel('Date range').selectOption('Last 7 days')
  await expect(page).toHaveURL(/startDate=/)
  const [start, end] = ['startDate', 'endDate'].map((name) => new URL(page.url()).searchParams.get(name))
  const exporting = main.getByRole('button', { name: 'Export' })
  const csv = await saved(page, () => choose(page, exporting, 'CSV (.csv)'))
  expect(csv.name).toBe(`figures-${start}-${end}.csv`)
  const rows = csv.bytes
    .toString('utf8')
    .split('\r\n')
    .map((line) => line.split(','))
  expect(rows.find(([, name]) => name === 'These days')?.slice(2, 4)).toEqual([start, end])
  expect(rows.filter(([part]) => part === 'Day')).toHaveLength(7)
  const workbook = await saved(page, () => choose(page, exporting, 'Excel (.xlsx)'))
  expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK')
  await page.goto('/dashboard/settings?tab=audit&action=analytics.exported')
  await expect(page.getByRole('list', { name: 'Entries' }).getByRole('listitem')).toHaveCount(2)
})
