import type { Page } from '@playwright/test'

/** What a page shows of the inbox, without the times that move by themselves. */
export interface Shown {
  /** Name, last words, marks and unread count of each row, in order. */
  rows: string[]
  /** Where the open conversation stands among the rows; -1 when it is not there. */
  openAt: number
  /** Words and states at the end of the open thread, in order; without the times, which end each group and every "New" line. */
  bubbles: string[]
  /** What the bell says. */
  bell: string
}

/** What a page shows now. */
export function shownOn(page: Page): Promise<Shown> {
  return page.evaluate(async () => {
    const words = (element: Element | null | undefined) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim()
    const all = [...document.querySelectorAll('[data-conversation]')]
    const openAt = all.findIndex((row) => row.querySelector('[aria-current]') ?? row.matches('[aria-current]'))
    const rows = all.map((row) => {
      const [first, second] = row.lastElementChild?.children ?? []
      return `${words(first?.querySelector('bdi'))} | ${words(second)}`
    })
    // A thread opens at what is new to the reader, and only what is in sight is in the page: both go to the end.
    const thread = document.querySelector('[role="region"][aria-label="Messages"]')
    thread?.scrollTo(0, thread.scrollHeight)
    await new Promise((drawn) => {
      requestAnimationFrame(() => requestAnimationFrame(drawn))
    })
    const lines = [...(thread?.querySelectorAll('ol > li') ?? [])]
    const bubbles = lines
      .filter((line) => !line.querySelector('[data-new]'))
      .map((line) => words(line).replace(/\d{1,2}:\d\d [AP]M/g, ''))
      .slice(-10)
    const bell = document.querySelector('[aria-label^="Notifications"]')?.getAttribute('aria-label') ?? ''
    return { rows, openAt, bubbles, bell }
  })
}

/** What a page shows without the row that it keeps only because somebody looks at its thread, and as many rows as there are of the other. */
export function withoutKept({ rows, openAt, ...rest }: Shown, many: number): Shown {
  return { ...rest, rows: rows.toSpliced(openAt, openAt === -1 ? 0 : 1).slice(0, many), openAt: -1 }
}

/** Notes every toast of a new message on a page: its words and how many it counts, each time they change. */
export async function noteToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted: string[] = []
    const known = new WeakMap<Element, string>()
    Object.assign(window, { notedToasts: noted })
    function look(): void {
      for (const toast of document.querySelectorAll('.mantine-Notification-root')) {
        const words = (toast.textContent ?? '').replace(/\s+/g, ' ')
        if (known.get(toast) === words || !words.includes('from the gate')) continue
        known.set(toast, words)
        noted.push(words)
      }
    }
    document.addEventListener('DOMContentLoaded', () => {
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  })
}

/** The messages whose toasts these pages showed twice, with where and what it said. */
export async function toastedTwice(pages: Page[]): Promise<{ count: number; twice: string[] }> {
  const noted = await Promise.all(
    pages.map((page) => page.evaluate(() => (window as unknown as { notedToasts: string[] }).notedToasts)),
  )
  const shown = noted.flatMap((all, at) =>
    all.map((words) => ({ id: /Word \d+ from/.exec(words)?.[0], words: `page ${at}: ${words}` })),
  )
  const twice = shown.filter(({ id }) => shown.filter((other) => other.id === id).length > 1)
  return { count: shown.length, twice: twice.map(({ words }) => words) }
}
