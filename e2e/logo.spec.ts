import { deflateSync, crc32 } from 'node:zlib'
import type { Page } from '@playwright/test'
import { callAs, callApi, fillLogIn, mailedLink } from './support/accounts.ts'
import { accessible, createTeam, expect, newMember, open, tabTo, undo } from './support/people.ts'
import { expectNoSidewaysScroll, problemsInBothSchemes, test } from './support/test.ts'

// The logo of the organization: from the file to the menu and the pages that workers open.

/** Makes a PNG of one color, as a file of a logo. */
function png(width: number, height: number, [red, green, blue]: [number, number, number]): Buffer {
  const part = (name: string, data: Buffer): Buffer => {
    const content = Buffer.concat([Buffer.from(name), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(content), 4)
    return Buffer.concat([ends.subarray(0, 4), content, ends.subarray(4)])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([red, green, blue]))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([magic, part('IHDR', header), part('IDAT', pixels), part('IEND', Buffer.alloc(0))])
}

/** Chooses a file with the keyboard on the focused button. */
async function chooseFile(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  // On a busy machine the browser may forget the key press before it would open the dialog.
  await expect(async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: 10_000 })
    await page.keyboard.press('Enter')
    await (await chooser).setFiles({ name, mimeType, buffer })
  }).toPass()
}

test('an owner adds the logo by keyboard, sees it in the menu and on a public page, removes it and takes that back', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const team = await createTeam(page, request, 'Lola')
  const body = {
    content: { title: 'October news', blocks: [{ id: 'b00001', type: 'paragraph', text: [{ text: 'Hello' }] }] },
  }
  const { issue } = await team.call<{ issue: { id: string; version: number; code: string; url?: string } }>(
    'POST',
    '/news',
    body,
  )
  const published = await team.call<{ issue: { link: string } }>('POST', `/news/${issue.id}/publish`, {
    version: issue.version,
    expiresAt: null,
  })
  await open(page, '/dashboard/settings?tab=organization#logo', 'Settings')
  const card = page.getByRole('region', { name: 'Logo' })
  const light = card.getByRole('group', { name: 'On light backgrounds' })
  const dark = card.getByRole('group', { name: 'On dark backgrounds' })
  const menu = page.getByRole('navigation').locator('img').first()
  await expect(light.getByText('Lola and Sons')).toBeVisible()
  await expect(dark).toHaveCount(0)
  expect(await problemsInBothSchemes(page), 'no logo').toEqual([])

  // A drawing is refused beside the button, and nothing is lost.
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Lola and Daughters')
  const upload = light.getByRole('button', { name: 'Upload…' })
  await tabTo(page, upload)
  await chooseFile(page, 'logo.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(light.getByRole('alert')).toHaveText(/SVG files can contain scripts.*Save the logo as PNG\.$/)
  await expect(upload).toBeFocused()
  await chooseFile(page, 'logo.png', 'image/png', png(320, 80, [180, 30, 40]))
  await expect(light.getByRole('img', { name: 'Lola and Sons' })).toBeVisible()
  await expect(light.getByRole('alert')).toHaveText('')
  await expect(light.getByRole('button', { name: 'Replace…' })).toBeFocused()
  await expect(menu).toBeVisible()

  // The name that was being edited is saved as before: the logo is no change of a teammate.
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect(bar).toHaveCount(0)

  await tabTo(page, dark.getByRole('button', { name: 'Upload…' }))
  await chooseFile(page, 'logo-dark.png', 'image/png', png(320, 80, [250, 200, 60]))
  await expect(dark.getByRole('button', { name: 'Remove' })).toBeVisible()
  expect(await problemsInBothSchemes(page), 'two logos').toEqual([])

  // A worker opens the news without a session, in light and in dark.
  const worker = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const phone = await worker.newPage()
  const address = new URL(published.issue.link).pathname
  const logo = phone.getByRole('banner').getByRole('img', { name: 'Lola and Daughters' })
  const shown = () =>
    logo.evaluate((image) => (image instanceof HTMLImageElement && image.naturalWidth > 0 ? image.currentSrc : ''))
  await phone.goto(`${baseURL}${address}`)
  await expect.poll(shown).toContain('/public/logo/')
  const first = await shown()
  await phone.emulateMedia({ colorScheme: 'dark' })
  await expect
    .poll(async () => [await shown()].filter((address) => address !== first).join())
    .toContain('/public/logo/')
  await phone.emulateMedia({ colorScheme: 'light' })

  // Removed by keyboard: the menu and the page have the name again, until it is taken back.
  await tabTo(page, light.getByRole('button', { name: 'Remove' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(light.getByText('Lola and Daughters')).toBeVisible()
  await expect(light.getByRole('button', { name: 'Upload…' })).toBeFocused()
  await expect(menu).toHaveCount(0)
  await phone.reload()
  await expect(phone.getByRole('banner')).toHaveText(/Lola and Daughters/)
  await undo(page, 'Both logos removed.')
  await expect(dark.getByRole('img', { name: 'Lola and Daughters' })).toBeVisible()
  await expect(menu).toBeVisible()
  await accessible(page, 'after Undo')
  await phone.reload()
  await expect(logo).toBeVisible()
  await worker.close()

  // What changed is in the audit log.
  await open(page, '/dashboard/settings?tab=audit', 'Settings')
  await page
    .getByRole('button', { name: /Organization settings changed/ })
    .first()
    .click()
  await expect(page.getByText(/^Logo\b/).first()).toBeVisible()
})

test('a member of two organizations sees the logo of one and the initials of the other after login and in the switcher', async ({
  page,
  request,
  browser,
}) => {
  test.setTimeout(240_000)
  const plain = await createTeam(page, request, 'Pia')
  const team = await createTeam(page, request, 'Orla')
  const upload = async (color: [number, number, number]) =>
    (await team.call<{ logo: { id: string } }>('POST', '/organization/logo?name=logo.png', png(320, 80, color))).logo.id
  const [light, dark] = [await upload([180, 30, 40]), await upload([250, 200, 60])]
  await team.call('PATCH', '/organization', { logo: { light, dark } })
  const member = await newMember(request, plain, { firstname: 'Bo', role: 'agent' })
  await team.call('POST', '/organization/team', { email: member.email, role: 'manager' })
  const session = await callApi<{ token: string }>(request, ['POST', '/login'], {
    email: member.email,
    password: member.password,
  })
  const link = await mailedLink(request, member.email, '/auth/accept-invitation/', 1)
  const token = link.split('/').at(-1) ?? ''
  await callAs(request, session.token, ['POST', '/user/accept-invitation'], { token })

  const context = await browser.newContext()
  const phone = await context.newPage()
  await phone.goto('/auth/login')
  await fillLogIn(phone, member)
  await expect(phone.getByRole('heading', { name: 'Choose an organization' })).toBeVisible()
  const withLogo = phone.getByRole('listitem').filter({ hasText: 'Orla and Sons' })
  const withInitials = phone.getByRole('listitem').filter({ hasText: 'Pia and Sons' })
  /** The address of the logo in a row, once the picture is there. */
  const shownIn = async () =>
    withLogo
      .locator('img')
      .evaluate((image) => (image instanceof HTMLImageElement && image.naturalWidth > 0 ? image.currentSrc : ''))
  const showsBoth = async () => {
    await phone.emulateMedia({ colorScheme: 'light' })
    await expect.poll(shownIn).toContain(light)
    await phone.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(shownIn).toContain(dark)
    await expect(withInitials.getByText('PS', { exact: true })).toBeVisible()
    await expect(withInitials.locator('img')).toHaveCount(0)
  }
  await showsBoth()
  expect(await problemsInBothSchemes(phone), 'the page after login').toEqual([])
  await phone.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(phone)
  await phone.setViewportSize({ width: 1280, height: 800 })
  await withLogo.getByRole('button').click()
  await phone.waitForURL(/\/dashboard/)
  await phone.getByRole('button', { name: 'Orla and Sons' }).click()
  await expect(phone.getByRole('group', { name: 'Organizations' })).toBeVisible()
  await showsBoth()
  await context.close()
})
