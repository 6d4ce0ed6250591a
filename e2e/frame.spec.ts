import { addContacts, createTeam } from './support/people.ts'
import { expect, haveSession, test } from './support/test.ts'
import { noteToast, shownMs } from './support/toasts.ts'

const owner = 'owner@demo.test'

test('a message in a server response is a toast at the top right, red or green, for four seconds', async ({
  page,
  request,
}) => {
  // In an organization of its own: elsewhere a change by another story fetches the list again, with another toast.
  await addContacts(await createTeam(page, request, 'Fran'), [{ firstname: 'Ana' }])
  await page.goto('/dashboard/contacts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const answers = [
    {
      http: 422,
      status: 'ERROR',
      code: 'not_permitted',
      title: 'Not today',
      message: 'The list is being counted.',
      role: 'alert',
    },
    { http: 200, status: 'OK', code: undefined, title: 'Counted', message: 'All are here.', role: 'status' },
  ]
  for (const { http, title, message, role, ...rest } of answers) {
    await page.route('**/api/group/contacts*', (route) =>
      route.fulfill({
        status: http,
        json: {
          ...rest,
          message,
          requestId: 'r',
          notification: { title, message },
          data: [],
          total: 0,
          totalIsExact: true,
          page: 1,
          pageSize: 25,
        },
      }),
    )
    await noteToast(page, message)
    await page.getByRole('searchbox').first().fill(`x${http}`)
    // A search may send two requests; each response shows a toast.
    const toast = page
      .locator('.app-toasts')
      .getByRole(role as 'alert')
      .filter({ hasText: message })
      .first()
    await expect(toast).toBeVisible()
    await expect(toast.getByText(title)).toBeVisible()
    const box = await toast.boundingBox()
    const width = page.viewportSize()?.width ?? 0
    expect(box && box.y < 200 && box.x + box.width > width - 60).toBe(true)
    const tone = await toast.evaluate((element) => getComputedStyle(element).getPropertyValue('--toast-color'))
    const [red = 0, green = 0] = [tone.slice(1, 3), tone.slice(3, 5)].map((part) => Number.parseInt(part, 16))
    expect({ message, isRed: red > green }).toEqual({ message, isRed: http !== 200 })
    await expect(toast.locator('svg').first()).toBeVisible()
    await expect(toast).toHaveCount(0)
    await expect.poll(() => shownMs(page)).toBeGreaterThan(3000)
    await page.unroute('**/api/group/contacts*')
  }
})

test('a blue line of three pixels runs at the top while a page loads', async ({ page }) => {
  await haveSession(page, owner)
  await page.goto('/dashboard/contacts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    const lines: { height: number; color: string; top: number }[] = []
    Object.assign(window, { seenLines: lines })
    const recordLines = (): void => {
      for (const line of document.querySelectorAll<HTMLElement>(
        '.mantine-NavigationProgress-root [role="progressbar"], .mantine-Progress-section',
      )) {
        const { height, top, width } = line.getBoundingClientRect()
        if (width > 0) lines.push({ height, top, color: getComputedStyle(line).backgroundColor })
      }
      requestAnimationFrame(recordLines)
    }
    recordLines()
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click()
  await page.waitForURL('**/dashboard/team')
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { seenLines: unknown[] }).seenLines.length))
    .toBeGreaterThan(0)
  const [line] = await page.evaluate(
    () => (window as unknown as { seenLines: { height: number; color: string; top: number }[] }).seenLines,
  )
  expect(line).toMatchObject({ height: 3, top: 0 })
  const [red = 255, , blue = 0] = (line?.color.match(/\d+/g) ?? []).map(Number)
  expect(blue).toBeGreaterThan(red)
})

test('the color scheme is kept in a cookie for 30 days and the next page starts in it without a flash', async ({
  page,
}) => {
  await haveSession(page, owner)
  await page.goto('/dashboard/contacts')
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'color-scheme')
  expect(cookie?.value).toBe('dark')
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 2_592_000)).toBeLessThan(300)
  // The page is already dark before the first module runs.
  await page.route('**/assets/index-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark', { timeout: 10_000 })
  const account = page.getByRole('button', { name: /Your account/ })
  await expect(account).toBeVisible()
  // Not while scripts load: a request that was held back could be left without an answer, and the page stays empty.
  await page.unrouteAll({ behavior: 'wait' })
  await account.click()
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Same as device').click()
})
