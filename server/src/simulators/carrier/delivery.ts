import { usualReceiptDelayMs } from './network.ts'
import type { Network } from './network.ts'
import type { Callbacks } from './callbacks.ts'
import type { Shelf } from './media.ts'
import { inboundPayload, statusPayload } from './payloads.ts'
import type { Faults, LedgerRecord, Submission, Text, TextState } from './records.ts'
import { createSignal } from './signal.ts'
import type { Timers } from './timers.ts'

const SENT_MS = 150
const SLOW_MS = 20_000
const NO_SIGNAL_MS = 15_000
const SECOND_RECEIPT_MS = 200
/** The phone cannot show files (https://www.twilio.com/docs/api/errors/30011). */
const NO_MMS = 30011
/** Reported late by the dialect of Telnyx; the others refuse such a phone at once. */
const LANDLINE = 30006
const NOT_IN_USE = 30005
/** A file behind a link could not be fetched (https://www.twilio.com/docs/api/errors/11200). */
const FILE_NOT_FETCHED = 11200

export type Plan = { sentAfterMs: number | null; finalAfterMs: number; final: TextState; errorCode: number | null }

export type Delivery = {
  carry: (text: Submission) => void
  deliverTyped: (text: Text) => void
  signalBack: (phone: string) => void
}

type Parts = {
  network: Network
  callbacks: Callbacks
  shelf: Shelf
  timers: Timers
  note: (record: LedgerRecord) => void
  now: () => number
}

/**
 * Plans what happens to an accepted message and when; `scale` 1 is the usual speed, `random` in [0, 1) varies it by 20
 * %.
 */
export function planDelivery(
  delivery: Faults['delivery'],
  validitySeconds: number | null,
  scale: number,
  random: number,
): Plan {
  const spread = scale * (0.9 + random * 0.2)
  const plan: Plan = {
    sentAfterMs: SENT_MS * spread,
    finalAfterMs: usualReceiptDelayMs * spread,
    final: 'delivered',
    errorCode: null,
  }
  if (delivery === 'slow') plan.finalAfterMs = SLOW_MS * scale
  if (delivery === 'no_signal') Object.assign(plan, { finalAfterMs: NO_SIGNAL_MS * scale, ...undelivered(30003) })
  if (delivery === 'landline') Object.assign(plan, undelivered(LANDLINE))
  if (delivery === 'not_in_use') Object.assign(plan, undelivered(NOT_IN_USE))
  if (delivery === 'filtered') Object.assign(plan, { sentAfterMs: null, ...undelivered(30007) })
  if (validitySeconds !== null && plan.finalAfterMs > validitySeconds * 1000) {
    Object.assign(plan, { finalAfterMs: validitySeconds * 1000, ...undelivered(30036) })
  }
  return plan
}

/**
 * Delivers accepted messages to handsets and typed messages to lines, with the receipts that the handset's faults
 * allow.
 */
export function createDelivery({ network, callbacks, shelf, timers, note, now }: Parts): Delivery {
  const signal = createSignal()

  const settle = (phone: string, text: Text, state: TextState, errorCode: number | null): void => {
    const record: LedgerRecord = { kind: 'state', phone, id: text.id, state, errorCode }
    network.apply(record)
    note(record)
  }

  const report = (text: Submission, state: TextState, errorCode: number | null): void => {
    const line = network.lines.get(text.from)
    if (!text.callbackUrl || !line) return
    callbacks.post({ url: text.callbackUrl, line, payload: statusPayload(text, { state, errorCode, now: now() }) })
  }

  const carry = (text: Submission): void => {
    const { delivery, receipts } = network.faultsOf(text.to)
    const scale = network.carrier.receiptDelayMs / usualReceiptDelayMs
    const plan = planDelivery(delivery, text.validitySeconds, scale, Math.random())
    let isReportedSent = false
    const step = (state: TextState, errorCode: number | null): void => {
      settle(text.to, text, state, errorCode)
      if (receipts === 'lost') return
      if (receipts === 'shuffled' && state === 'sent') return
      report(text, state, errorCode)
      if (receipts === 'doubled') timers.after(SECOND_RECEIPT_MS * scale, () => report(text, state, errorCode))
      if (receipts === 'shuffled' && isReportedSent)
        timers.after(SECOND_RECEIPT_MS * scale, () => report(text, 'sent', null))
    }
    const finish = (final: TextState, errorCode: number | null): void => {
      stopSent()
      stopFinal()
      cancelSignalWait()
      step(final, errorCode)
    }
    if (text.dialect === 'twilio' && receipts !== 'lost') report(text, 'accepted', null)
    const stopSent =
      plan.sentAfterMs === null
        ? () => undefined
        : timers.after(plan.sentAfterMs, () => {
            isReportedSent = true
            step('sent', null)
          })
    const arrive = async (): Promise<void> => {
      if (plan.final !== 'delivered' || !text.mediaUrls?.length) return finish(plan.final, plan.errorCode)
      if (delivery === 'no_mms') return finish('undelivered', NO_MMS)
      const media = await shelf.fetch(text.mediaUrls)
      if (timers.isClosed()) return
      if (media === null) return finish('undelivered', FILE_NOT_FETCHED)
      const record: LedgerRecord = { kind: 'media', phone: text.to, id: text.id, media }
      network.apply(record)
      note(record)
      finish(plan.final, plan.errorCode)
    }
    const stopFinal = timers.after(plan.finalAfterMs, () => void arrive())
    const cancelSignalWait =
      delivery === 'no_signal' ? signal.wait(text.to, () => finish('delivered', null)) : () => undefined
  }

  const deliverTyped = (text: Text): void => {
    const line = network.lines.get(text.to)
    if (!line) return settle(text.from, text, 'failed', 21211)
    const post = (): void =>
      callbacks.post({
        url: line.inboundUrl,
        line,
        payload: inboundPayload(text, line),
        onAnswered: () => settle(text.from, text, 'delivered', null),
      })
    if (network.faultsOf(text.from).delivery !== 'no_signal') return post()
    const cancelWait = signal.wait(text.from, () => {
      cancelWait()
      post()
    })
  }

  return {
    carry,
    deliverTyped,
    signalBack: signal.isBack,
  }
}

function undelivered(errorCode: number): Pick<Plan, 'final' | 'errorCode'> {
  return { final: 'undelivered', errorCode }
}
