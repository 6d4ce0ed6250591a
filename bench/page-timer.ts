import type { CDPSession, Page } from '@playwright/test'

/** What must be on the page for an action to count as shown. */
export interface Shows {
  selector: string
  /** Text in one of the matched elements. */
  text?: string
  /** No element may match. */
  isGone?: boolean
}

declare global {
  interface Window {
    /** Milliseconds of the timed action. */
    timed?: Promise<number>
    drawnAt?: number[]
    isWatching?: boolean
  }
}

/** The cost of an action, in ms. */
export interface Felt {
  /**
   * From the event in the page until the frame that shows the result is painted, in whole frames, as the user perceives
   * it.
   */
  ms: number
  /** Processor time of the page's main thread, which other load on the machine hardly affects. */
  worked: number
}

/** Times an action from its event in the page until its result shows. */
export async function timeAction(
  page: Page,
  event: 'click' | 'keydown',
  shows: Shows,
  action: () => Promise<unknown>,
): Promise<Felt> {
  const before = await mainThread(page)
  await page.evaluate(
    ([name, { selector, text, isGone }]) => {
      const isShown = () => {
        const elements = [...document.querySelectorAll(selector)]
        if (isGone) return elements.length === 0
        return elements.some((element) => text === undefined || (element.textContent ?? '').includes(text))
      }
      const drawn = (done: () => void) => {
        const channel = new MessageChannel()
        channel.port1.onmessage = done
        channel.port2.postMessage(0)
      }
      window.timed = new Promise((resolve, reject) => {
        const begin = ({ timeStamp }: Event) => {
          const checkFrame = () => {
            if (performance.now() - timeStamp > 20_000) reject(new Error(`${selector} did not appear`))
            else if (isShown()) drawn(() => resolve(performance.now() - timeStamp))
            else requestAnimationFrame(checkFrame)
          }
          requestAnimationFrame(checkFrame)
        }
        addEventListener(name, begin, { capture: true, once: true })
      })
    },
    [event, shows] as const,
  )
  await action()
  const ms = await page.evaluate(() => window.timed as Promise<number>)
  return { ms, worked: (await mainThread(page)) - before }
}

/** Clicks without hovering first, so that nothing is preloaded. */
export function clickAt(page: Page, selector: string): Promise<void> {
  return page.evaluate((target) => {
    const element = document.querySelector<HTMLElement>(target)
    if (!element) throw new Error(`${target} is not on the page`)
    element.click()
  }, selector)
}

/** The gaps between painted frames during an action and the work of the main thread, both in ms. */
export interface Frames {
  gaps: number[]
  worked: number
}

/** Measures the gaps between painted frames during an action and the main thread's processor time, both in ms. */
export async function framesWhile(page: Page, action: () => Promise<unknown>): Promise<Frames> {
  const before = await mainThread(page)
  await page.evaluate(() => {
    const frames: number[] = []
    window.drawnAt = frames
    window.isWatching = true
    const note = (at: number) => {
      frames.push(at)
      if (window.isWatching) requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  await action()
  const at = await page.evaluate(() => {
    window.isWatching = false
    return window.drawnAt ?? []
  })
  const worked = (await mainThread(page)) - before
  return { gaps: at.slice(1).map((time, nth) => time - (at[nth] ?? time)), worked }
}

/** Returns the heap size of the page after garbage collection, in MiB. */
export async function heapOf(page: Page): Promise<number> {
  const session = await sessionOf(page)
  await session.send('HeapProfiler.collectGarbage')
  return (await metric(page, 'JSHeapUsedSize')) / 1_048_576
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** Reuses one session per page: its counters start when it is enabled. */
function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

async function mainThread(page: Page): Promise<number> {
  return (await metric(page, 'TaskDuration')) * 1000
}

async function metric(page: Page, name: string): Promise<number> {
  const session = await sessionOf(page)
  // Thread time, not wall-clock time: excludes processor time used by other programs.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find((entry) => entry.name === name)?.value ?? 0
}
