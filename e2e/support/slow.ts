import type { BrowserContext, Locator } from '@playwright/test'

/**
 * Holds back every answer of the API by up to `E2E_SLOW_MS`, as a busy machine or a slow line does. A story that acts on
 * what an earlier step still loads or saves fails here, not once in fifty runs. `E2E_LATE_FRAMES_MS` draws late as well, and
 * `E2E_LATE_EVENTS_MS` holds back every live event. `E2E_LONG_CLICKS_MS` holds the button of every click, and
 * `E2E_LATE_TASKS_MS` holds back what a page does after an event instead of in it.
 */
export async function slowDown(context: BrowserContext): Promise<void> {
  const lateBy = Number(process.env.E2E_LATE_FRAMES_MS ?? 0)
  if (lateBy > 0) await drawLate(context, lateBy)
  const tasksLateBy = Number(process.env.E2E_LATE_TASKS_MS ?? 0)
  if (tasksLateBy > 0) await delayTasks(context, tasksLateBy)
  const eventsLateBy = Number(process.env.E2E_LATE_EVENTS_MS ?? 0)
  if (eventsLateBy > 0) await delayEvents(context, eventsLateBy)
  const clicksLast = Number(process.env.E2E_LONG_CLICKS_MS ?? 0)
  if (clicksLast > 0) context.on('page', (page) => holdClicks(page.locator('html'), clicksLast))
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

/**
 * Holds back every frame that a page asks for, as a busy machine does. A page that moves the focus in the next frame
 * takes it here from the field that a story, or a quick person, already uses.
 */
export async function drawLate(context: BrowserContext, lateBy: number): Promise<void> {
  await context.addInitScript((delay) => {
    const request = window.requestAnimationFrame.bind(window)
    const cancel = window.cancelAnimationFrame.bind(window)
    const requested = new Map<number, number>()
    window.requestAnimationFrame = (draw) => {
      const timer = window.setTimeout(() => {
        const frame = request((at) => {
          requested.delete(timer)
          draw(at)
        })
        requested.set(timer, frame)
      }, delay)
      return timer
    }
    window.cancelAnimationFrame = (timer) => {
      clearTimeout(timer)
      cancel(requested.get(timer) ?? 0)
      requested.delete(timer)
    }
  }, lateBy)
}

/** React draws a large page in many pieces, each begun by a message of the one before: so many of them are late in a row. */
const LATE_PIECES = 5

/**
 * Holds back short timers and the messages by which React begins to draw. Clicks and keys come before both, so on a busy
 * machine several of them can. A page that is drawn in many pieces would never be complete if each of them were late.
 */
async function delayTasks(context: BrowserContext, lateBy: number): Promise<void> {
  await context.addInitScript(
    ([delay, latePieces]) => {
      const start = window.setTimeout.bind(window) as (act: TimerHandler, ms?: number, ...args: unknown[]) => number
      const startLate = (act: TimerHandler, ms = 0, ...args: unknown[]) =>
        start(act, ms <= 50 ? ms + delay : ms, ...args)
      window.setTimeout = startLate as never
      // It is called with its own port below.
      // oxlint-disable-next-line typescript/unbound-method
      const { postMessage } = MessagePort.prototype
      let pieces = 0
      MessagePort.prototype.postMessage = function postLate(this: MessagePort, ...args: unknown[]) {
        // The event that is handled now, as the library that posts cannot be asked.
        const handled: unknown = Reflect.get(window, 'event')
        pieces = handled instanceof MessageEvent ? pieces + 1 : 0
        const send = () => postMessage.apply(this, args as never)
        if (pieces > latePieces) send()
        else start(send, delay)
      }
    },
    [lateBy, LATE_PIECES] as const,
  )
}

/** Holds back everything that the live connections of a browser receive, and their end; the order stays. */
async function delayEvents(context: BrowserContext, lateBy: number): Promise<void> {
  await context.routeWebSocket(/\/ws\?/, (route) => {
    const server = route.connectToServer()
    const later = (act: () => unknown) => void setTimeout(act, lateBy)
    server.onMessage((message) => later(() => route.send(message)))
    // A page may not give a reserved code, such as that of a connection that broke.
    server.onClose((code) => later(() => route.close(code === 1000 ? { code } : {})))
  })
}

let areClicksHeld = false

/**
 * Holds the mouse button during every click, as people do for a tenth of a second. When what is pressed moves, or is
 * replaced, before the button is released, the browser sends no click: the page, or the story, has to prevent that.
 */
function holdClicks(any: Locator, delay: number): void {
  if (areClicksHeld) return
  areClicksHeld = true
  const locators = Object.getPrototypeOf(any) as Locator
  // It is called with its own locator below.
  // oxlint-disable-next-line typescript/unbound-method
  const { click } = locators
  locators.click = function clickLong(this: Locator, options = {}) {
    return click.call(this, { delay, ...options })
  }
}
