import type { BrowserContext } from '@playwright/test'

/**
 * Holds back every answer of the API by up to `E2E_SLOW_MS`, as a busy machine or a slow line does. A story that acts on
 * what an earlier step still loads or saves fails here, not once in fifty runs.
 */
export async function slowDown(context: BrowserContext): Promise<void> {
  const most = Number(process.env.E2E_SLOW_MS ?? 0)
  if (most === 0) return
  await context.addInitScript((upTo) => {
    const send = window.fetch.bind(window)
    window.fetch = async (input, init) => {
      const answer = await send(input, init)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * upTo))
      return answer
    }
  }, most)
}
