import type { CDPSession, Page } from '@playwright/test'

/** What must be on the page for an act to count as shown. */
export interface Shows {
  selector: string
  /** Words in one of the elements found. */
  text?: string
  /** Nothing may be found. */
  isGone?: boolean
}

declare global {
  interface Window {
    /** Milliseconds of the act that is timed. */
    timed?: Promise<number>
    drawnAt?: number[]
    isWatching?: boolean
  }
}

/** What an act cost, in ms. */
export interface Felt {
  /** From its event in the page until the frame that shows it has been drawn; whole frames, as a person sees it. */
  ms: number
  /** Processor time of the page's main thread, which hardly feels a neighbour. */
  worked: number
}

/** Times an act from its event in the page until it shows. */
export async function timeAct(
  page: Page,
  event: 'click' | 'keydown',
  shows: Shows,
  act: () => Promise<unknown>,
): Promise<Felt> {
  const before = await mainThread(page)
  await page.evaluate(
    ([name, { selector, text, isGone }]) => {
      const isShown = () => {
        const found = [...document.querySelectorAll(selector)]
        if (isGone) return found.length === 0
        return found.some((element) => text === undefined || (element.textContent ?? '').includes(text))
      }
      const drawn = (done: () => void) => {
        const channel = new MessageChannel()
        channel.port1.onmessage = done
        channel.port2.postMessage(0)
      }
      window.timed = new Promise((resolve, reject) => {
        const begin = ({ timeStamp }: Event) => {
          const look = () => {
            if (performance.now() - timeStamp > 20_000) reject(new Error(`${selector} did not show`))
            else if (isShown()) drawn(() => resolve(performance.now() - timeStamp))
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        }
        addEventListener(name, begin, { capture: true, once: true })
      })
    },
    [event, shows] as const,
  )
  await act()
  const ms = await page.evaluate(() => window.timed as Promise<number>)
  return { ms, worked: (await mainThread(page)) - before }
}

/** Clicks without coming near first, so that nothing is loaded ahead. */
export function clickAt(page: Page, selector: string): Promise<void> {
  return page.evaluate((one) => {
    const element = document.querySelector<HTMLElement>(one)
    if (!element) throw new Error(`${one} is not there`)
    element.click()
  }, selector)
}

/** The gaps between drawn frames while something was done, in ms, and what the main thread worked, in ms. */
export interface Frames {
  gaps: number[]
  worked: number
}

/** The gaps between drawn frames while something is done, in ms, and the processor time of the main thread meanwhile, in ms. */
export async function framesWhile(page: Page, act: () => Promise<unknown>): Promise<Frames> {
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
  await act()
  const at = await page.evaluate(() => {
    window.isWatching = false
    return window.drawnAt ?? []
  })
  const worked = (await mainThread(page)) - before
  return { gaps: at.slice(1).map((one, nth) => one - (at[nth] ?? one)), worked }
}

/** What the page holds in memory after all garbage is gone, in MiB. */
export async function heapOf(page: Page): Promise<number> {
  const session = await sessionOf(page)
  await session.send('HeapProfiler.collectGarbage')
  return (await metric(page, 'JSHeapUsedSize')) / 1_048_576
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** One session for each page: what is counted begins when it is switched on. */
function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, known)
  return known
}

async function mainThread(page: Page): Promise<number> {
  return (await metric(page, 'TaskDuration')) * 1000
}

async function metric(page: Page, name: string): Promise<number> {
  const session = await sessionOf(page)
  // Time of the thread itself, not of the clock: what another program takes of the processor is not in it.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find((one) => one.name === name)?.value ?? 0
}
