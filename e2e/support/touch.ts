import type { Page } from '@playwright/test'

/** Lists what people tap that is lower than 44 pixels. Links within a sentence are exempt (WCAG 2.2, 2.5.8). */
export async function smallTargets(page: Page): Promise<string[]> {
  return page
    .locator('a, button, input, textarea, select, [role="button"], [role="option"], [role="tab"]')
    .filter({ visible: true })
    .evaluateAll((targets) =>
      targets.flatMap((target) => {
        if (target.closest('[aria-hidden="true"]')) return []
        // A label is tapped as well as its field; a row that is one link or button is tapped anywhere.
        const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : []
        const field = target.closest('label, .mantine-Input-wrapper') ?? target
        const heights = [target, ...labels, field].map((area) => area.getBoundingClientRect().height)
        const height = Math.max(...heights, Number.parseFloat(getComputedStyle(target, '::after').height) || 0)
        const isOffScreen = target.getBoundingClientRect().bottom < 0 || target.getBoundingClientRect().width < 2
        const isInText = target.tagName === 'A' && target.closest('p, li, td, dd') !== null
        if (isOffScreen || isInText || height >= 43.5) return []
        const name = target.getAttribute('aria-label') ?? target.textContent.trim().slice(0, 30)
        return [
          `${target.tagName.toLowerCase()}.${target.className.toString().split(' ').slice(0, 3).join('.')} "${name}" ${Math.round(height)}`,
        ]
      }),
    )
}
