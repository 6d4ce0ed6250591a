import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * Takes the browser of a page offline, and waits until a call of the page fails: the browser hands the change to its
 * network process, and on a busy machine a call that follows at once still gets through.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  const reach = () =>
    page.evaluate(() =>
      fetch('/readyz', { cache: 'no-store' }).then(
        () => 'reached',
        () => 'offline',
      ),
    )
  await expect.poll(reach).toBe('offline')
}
