import type { Page } from '@playwright/test'

/** What a page shows of the inbox, without the times that change by themselves. */
export interface InboxView {
  /** Name, last message, marks and unread count of each row, in order. */
  rows: string[]
  /** Index of the open conversation among the rows; -1 when it is not in the list. */
  openAt: number
  /**
   * Texts and statuses at the end of the open thread, in order; without the times, which end each group, and without
   * the "New" line.
   */
  bubbles: string[]
  /** The label of the notifications button. */
  notificationsLabel: string
}

/** Reads what the inbox shows: rows, open row, newest bubbles and the label of the notification button. */
export function readInbox(page: Page): Promise<InboxView> {
  return page.evaluate(async () => {
    const textOf = (element: Element | null | undefined) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim()
    const all = [...document.querySelectorAll('[data-conversation]')]
    const openAt = all.findIndex((row) => row.querySelector('[aria-current]') ?? row.matches('[aria-current]'))
    const rows = all.map((row) => {
      const [first, second] = row.lastElementChild?.children ?? []
      return `${textOf(first?.querySelector('bdi'))} | ${textOf(second)}`
    })
    // A thread opens at the first unread message, and only visible rows are rendered: this scrolls both pages to the
    // end.
    const thread = document.querySelector('[role="region"][aria-label="Messages"]')
    thread?.scrollTo(0, thread.scrollHeight)
    await new Promise((drawn) => {
      requestAnimationFrame(() => requestAnimationFrame(drawn))
    })
    const lines = [...(thread?.querySelectorAll('ol > li') ?? [])]
    const bubbles = lines
      .filter((line) => !line.querySelector('[data-new]'))
      .map((line) => textOf(line).replace(/\d{1,2}:\d\d [AP]M/g, ''))
      .slice(-10)
    const notificationsLabel = document.querySelector('[aria-label^="Notifications"]')?.getAttribute('aria-label') ?? ''
    return { rows, openAt, bubbles, notificationsLabel }
  })
}

/**
 * Removes the row that a page keeps only because its thread is open, and cuts the list to `many` rows for the
 * comparison.
 */
export function withoutOpenRow({ rows, openAt, ...rest }: InboxView, rowCount: number): InboxView {
  return { ...rest, rows: rows.toSpliced(openAt, openAt === -1 ? 0 : 1).slice(0, rowCount), openAt: -1 }
}

/** Records every toast of a new message on a page: its text and count, at each change. */
export async function noteToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const toasts: string[] = []
    const lastTexts = new WeakMap<Element, string>()
    Object.assign(window, { notedToasts: toasts })
    function recordToasts(): void {
      for (const toast of document.querySelectorAll('.mantine-Notification-root')) {
        const text = (toast.textContent ?? '').replace(/\s+/g, ' ')
        if (lastTexts.get(toast) === text || !text.includes('from the gate')) continue
        lastTexts.set(toast, text)
        toasts.push(text)
      }
    }
    document.addEventListener('DOMContentLoaded', () => {
      new MutationObserver(recordToasts).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  })
}

/** Returns the messages whose toasts these pages showed twice, with page and text. */
export async function toastedTwice(pages: Page[]): Promise<{ count: number; twice: string[] }> {
  const toastsByPage = await Promise.all(
    pages.map((page) => page.evaluate(() => (window as unknown as { notedToasts: string[] }).notedToasts)),
  )
  const toasts = toastsByPage.flatMap((all, at) =>
    all.map((text) => ({ id: /Word \d+ from/.exec(text)?.[0], words: `page ${at}: ${text}` })),
  )
  const twice = toasts.filter(({ id }) => toasts.filter((otherToast) => otherToast.id === id).length > 1)
  return { count: toasts.length, twice: twice.map(({ words }) => words) }
}
