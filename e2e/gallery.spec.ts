import { accessibilityProblems, expect, test } from './support/test.ts'

// Visual regression: every shared component in every state, in both color schemes, compared with the approved
// screenshots.

const SECTIONS = [
  'colors',
  'type',
  'depth',
  'buttons',
  'inputs',
  'form',
  'filter-bar',
  'data-table',
  'state-panel',
  'banner',
  'toast',
  'person-avatar',
  'status-tick',
  'contact-status',
]

for (const scheme of ['light', 'dark'] as const) {
  test(`components match the approved screenshots, ${scheme}`, async ({ page }) => {
    test.setTimeout(120_000)
    // Taller than any section, so that no screenshot is taken while scrolling.
    await page.setViewportSize({ width: 1280, height: 1600 })
    await page.clock.setFixedTime(new Date('2026-03-04T15:00:00Z'))
    await page.goto(`/dev/gallery?scheme=${scheme}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    // Skeletons appear after a delay and are part of the screenshots.
    await expect(page.locator('#data-table .mantine-Skeleton-root').first()).toBeVisible()
    for (const id of SECTIONS) await expect(page.locator(`#${id}`)).toHaveScreenshot(`gallery-${id}-${scheme}.png`)
    expect(await accessibilityProblems(page)).toEqual([])
  })
}
