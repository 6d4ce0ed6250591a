import { accessibilityProblems, expect, test } from './support/test.ts'

// The look, kept: every shared component in every state, in both schemes, compared with the picture we agreed on.

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
  test(`components look as agreed, ${scheme}`, async ({ page }) => {
    test.setTimeout(120_000)
    // Taller than any section, so that no picture is taken while scrolling.
    await page.setViewportSize({ width: 1280, height: 1600 })
    await page.clock.setFixedTime(new Date('2026-03-04T15:00:00Z'))
    await page.goto(`/dev/gallery?scheme=${scheme}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    // Skeletons show themselves after a moment and are part of the pictures.
    await expect(page.locator('#data-table .mantine-Skeleton-root').first()).toBeVisible()
    for (const id of SECTIONS) await expect(page.locator(`#${id}`)).toHaveScreenshot(`gallery-${id}-${scheme}.png`)
    expect(await accessibilityProblems(page)).toEqual([])
  })
}
