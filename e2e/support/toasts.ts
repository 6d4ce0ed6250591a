import type { Page } from '@playwright/test'

/** Has the page note when a message is first shown and when it is gone: a test may see either a second late. */
export const noteToast = (page: Page, message: string) =>
  page.evaluate((text) => {
    const times: { from?: number; to?: number } = {}
    Object.assign(window, { toastTimes: times })
    const observer = new MutationObserver(() => {
      const isShown = [...document.querySelectorAll('.app-toasts')].some((list) => list.textContent.includes(text))
      if (isShown) times.from ??= performance.now()
      else if (times.from !== undefined) {
        times.to = performance.now()
        observer.disconnect()
      }
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  }, message)

/** How long the noted message was shown, in ms; not a number before it is gone. */
export const shownMs = (page: Page) =>
  page.evaluate(() => {
    const { toastTimes: times } = window as unknown as { toastTimes: { from?: number; to?: number } }
    return (times.to ?? Number.NaN) - (times.from ?? Number.NaN)
  })
