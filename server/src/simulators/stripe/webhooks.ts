import { createHmac } from 'node:crypto'
import type { StripeEvent } from './objects.ts'

/** How webhooks arrive: `held` until they are released, so that a test can shuffle, repeat or lose them. */
export type WebhookMode = 'sent' | 'held'

/** Signs a body as Stripe does. */
export function signatureOf(body: string, secret: string, atS: number): string {
  return `t=${atS},v1=${createHmac('sha256', secret).update(`${atS}.${body}`).digest('hex')}`
}

/** Waits between attempts, in ms. */
const RETRY_MS = [200, 1_000, 5_000, 30_000]

/** Sends events to the product, in order of their making, each until it is accepted or the attempts are used up. */
export class Webhooks {
  mode: WebhookMode = 'sent'
  private readonly target: { url: () => string; secret: string; nowMs: () => number }
  private readonly timers = new Set<NodeJS.Timeout>()
  private readonly sending = new Set<Promise<void>>()
  private isClosed = false

  constructor(target: { url: () => string; secret: string; nowMs: () => number }) {
    this.target = target
  }

  /** Sends an event, unless webhooks are held. */
  post(event: StripeEvent): void {
    if (this.mode === 'sent') this.attempt(event, 0)
  }

  /** Sends one event now and returns the status of the answer. */
  async send(event: StripeEvent): Promise<number> {
    const body = JSON.stringify(event)
    const answer = await fetch(this.target.url(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(body, this.target.secret, Math.floor(this.target.nowMs() / 1_000)),
      },
      body,
    })
    await answer.arrayBuffer()
    return answer.status
  }

  async close(): Promise<void> {
    this.isClosed = true
    for (const timer of this.timers) clearTimeout(timer)
    await Promise.all(this.sending)
  }

  private attempt(event: StripeEvent, nth: number): void {
    const sent = this.send(event)
      .then((status) => status < 300)
      .catch(() => false)
      .then((isAccepted) => {
        const waitMs = RETRY_MS[nth]
        if (isAccepted || waitMs === undefined || this.isClosed) return
        const timer = setTimeout(() => {
          this.timers.delete(timer)
          this.attempt(event, nth + 1)
        }, waitMs)
        this.timers.add(timer)
      })
    this.sending.add(sent)
    void sent.finally(() => this.sending.delete(sent))
  }
}
