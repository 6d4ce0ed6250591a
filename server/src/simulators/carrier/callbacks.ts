import { Agent, request } from 'undici'
import { signNative, signTelnyx, signTwilio } from './signatures.ts'
import type { Carrier, Line } from './records.ts'
import type { Timers } from './timers.ts'

const IN_FLIGHT = 64
const WAITING_MAX = 200_000
const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 60_000
const RETRY_FOR_MS = 24 * 3600 * 1000
const ANSWER_TIMEOUT_MS = 15_000

export type Callback = {
  url: string
  line: Line
  payload: Record<string, unknown>
  onAnswered?: () => void
}

export type Callbacks = {
  post: (callback: Callback) => void
  counts: () => { waiting: number; retrying: number; dropped: number }
  close: () => Promise<void>
}

type Attempt = Callback & { firstAt: number; attempts: number }

/**
 * Posts signed callbacks, 64 at a time, and retries each one not answered 2xx after 0.5 s, then with doubled delays up
 * to 60 s, for 24 h. Never throws; beyond 200,000 waiting callbacks the newest are dropped and counted. The carrier
 * faults can lose some for good, or double all.
 */
export function createCallbacks(timers: Timers, now: () => number, carrier: Carrier): Callbacks {
  const agent = new Agent({ connections: IN_FLIGHT, headersTimeout: ANSWER_TIMEOUT_MS, bodyTimeout: ANSWER_TIMEOUT_MS })
  let waiting: Attempt[] = []
  let head = 0
  let inFlight = 0
  let retrying = 0
  let dropped = 0
  let isClosed = false

  const enqueue = (attempt: Attempt): void => {
    if (isClosed) return
    if (waiting.length - head + retrying >= WAITING_MAX) {
      dropped += 1
      return
    }
    waiting.push(attempt)
    pump()
  }

  const pump = (): void => {
    while (inFlight < IN_FLIGHT && head < waiting.length) {
      const attempt = waiting[head] as Attempt
      head += 1
      inFlight += 1
      void deliver(attempt)
    }
    if (head > 1024 && head * 2 > waiting.length) {
      waiting = waiting.slice(head)
      head = 0
    }
  }

  const deliver = async (attempt: Attempt): Promise<void> => {
    const isAnswered = await attemptOnce(agent, attempt, now)
    inFlight -= 1
    if (isAnswered) attempt.onAnswered?.()
    else if (!isClosed) repeatLater(attempt)
    if (!isClosed) pump()
  }

  const repeatLater = (attempt: Attempt): void => {
    if (now() - attempt.firstAt > RETRY_FOR_MS) return
    const delayMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt.attempts)
    attempt.attempts += 1
    retrying += 1
    timers.after(delayMs, () => {
      retrying -= 1
      enqueue(attempt)
    })
  }

  return {
    post: (callback) => {
      if (Math.random() * 100 < carrier.lostCallbacksPct) return callback.onAnswered?.()
      enqueue({ ...callback, firstAt: now(), attempts: 0 })
      if (carrier.doubledCallbacks) enqueue({ ...callback, firstAt: now(), attempts: 0 })
    },
    counts: () => ({ waiting: waiting.length - head + inFlight, retrying, dropped }),
    close: async () => {
      isClosed = true
      waiting = []
      head = 0
      await agent.destroy()
    },
  }
}

async function attemptOnce(agent: Agent, attempt: Attempt, now: () => number): Promise<boolean> {
  try {
    // Signed again for each attempt: receivers refuse a native signature that is minutes old.
    const { headers, body } = signed(attempt, now())
    const answer = await request(attempt.url, { dispatcher: agent, method: 'POST', headers, body })
    await answer.body.dump()
    return answer.statusCode >= 200 && answer.statusCode < 300
  } catch {
    return false
  }
}

/** A signed request in the dialect of a line. */
export type Signed = { headers: Record<string, string>; body: string }

/** Signs a callback with the current time. */
export function signed(callback: Callback, nowMs: number): Signed {
  if (callback.line.dialect === 'twilio') return asTwilioForm(callback)
  return callback.line.dialect === 'telnyx' ? asTelnyxJson(callback, nowMs) : asNativeJson(callback, nowMs)
}

function asTelnyxJson(callback: Callback, nowMs: number): Signed {
  const body = JSON.stringify(callback.payload)
  const second = Math.floor(nowMs / 1000)
  const signature = signTelnyx(second, body)
  const headers = { 'telnyx-timestamp': String(second), 'telnyx-signature-ed25519': signature }
  return { body, headers: { 'content-type': 'application/json', ...headers } }
}

function asNativeJson(callback: Callback, nowMs: number): Signed {
  const body = JSON.stringify(callback.payload)
  const signature = signNative(callback.line.secret, Math.floor(nowMs / 1000), body)
  return { body, headers: { 'content-type': 'application/json', 'x-carrier-signature': signature } }
}

function asTwilioForm(callback: Callback): Signed {
  const form: Record<string, string> = {}
  for (const [field, value] of Object.entries(callback.payload)) form[field] = String(value)
  return {
    body: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signTwilio(callback.line.secret, callback.url, form),
    },
  }
}
