import type { FastifyError, FastifyInstance } from 'fastify'
import { createCallbacks } from './callbacks.ts'
import { createCalls } from './calls.ts'
import { mountControl } from './control.ts'
import { mountCalls, mountMedia, mountTyping } from './control-phones.ts'
import { createDelivery } from './delivery.ts'
import type { Delivery } from './delivery.ts'
import { FieldRefused } from './fields.ts'
import { createIntake } from './intake.ts'
import { openLedger } from './ledger.ts'
import { createLive } from './live.ts'
import { mountNativeFiles } from './native-files.ts'
import { mountNative } from './native.ts'
import { createShelf } from './media.ts'
import { createNetwork } from './network.ts'
import type { Network } from './network.ts'
import { isFinal } from './records.ts'
import { createTimers } from './timers.ts'
import { createRegistry, mountRegistrations } from './registrations.ts'
import { mountTelnyxRegistrations } from './telnyx-registrations.ts'
import { mountTwilioRegistrations } from './twilio-registrations.ts'
import { mountTelnyxNumbers } from './telnyx-numbers.ts'
import { mountTelnyx } from './telnyx.ts'
import { mountTwilioFiles } from './twilio-files.ts'
import { mountTwilioNumbers } from './twilio-numbers.ts'
import { mountTwilio } from './twilio.ts'

const RESUME_WINDOW_MS = 3_600_000

/** `dir` holds the ledger; `now` is the clock in milliseconds; `fsync: false` trades durability for speed in tests. */
export type CarrierSimulatorOptions = { dir: string; now?: () => number; fsync?: boolean }

/**
 * Simulates a carrier with virtual phones, as a Fastify plugin: native, Twilio and Telnyx dialects, signed callbacks,
 * faults and a control API. Accepted messages survive a kill; stopping leaves no timers or open responses behind.
 */
export async function carrierSimulator(app: FastifyInstance, options: CarrierSimulatorOptions): Promise<void> {
  const now = options.now ?? Date.now
  const network = createNetwork()
  const ledger = await openLedger({ dir: options.dir, fsync: options.fsync ?? true }, network.apply)
  network.submissions.removeOld(now())
  const timers = createTimers()
  const shelf = createShelf(options.dir)
  const callbacks = createCallbacks(timers, now, network.carrier)
  const delivery = createDelivery({ network, callbacks, shelf, timers, note: ledger.note, now })
  const intake = createIntake({ network, ledger, delivery, timers, now })
  const live = createLive(network)
  const registry = createRegistry(network, ledger)

  resumeTexts(network, delivery, now() - RESUME_WINDOW_MS)

  refuseOtherSites(app)
  readBodies(app)
  answerErrors(app)
  mountNative(app, network, intake)
  mountNativeFiles(app, network, shelf)
  mountTwilio(app, network, intake)
  mountTwilioFiles(app, network, shelf)
  mountTwilioNumbers(app, network, ledger)
  mountTelnyx(app, network, { intake, shelf })
  mountTelnyxNumbers(app, network, ledger)
  mountRegistrations(app, network, registry)
  mountTwilioRegistrations(app, network, registry)
  mountTelnyxRegistrations(app, network, registry)
  mountControl(app, { network, ledger, delivery, callbacks, live, now })
  mountTyping(app, { network, ledger, delivery, live, shelf, now })
  mountCalls(app, createCalls({ network, ledger, callbacks, shelf, now }))
  mountMedia(app, shelf)

  app.addHook('preClose', async () => {
    timers.close()
    shelf.close()
    live.close()
    intake.releaseHanging()
  })
  app.addHook('onClose', async () => {
    await callbacks.close()
    await ledger.close()
  })
}

/** Resumes messages in progress from the last run, so that a restart does not leave them undecided forever. */
function resumeTexts(network: Network, delivery: Delivery, since: number): void {
  for (const submission of network.submissions.all()) {
    if (!isFinal(submission.state) && submission.at > since) delivery.carry(submission)
  }
  for (const { texts } of network.handsets.values()) {
    for (const text of texts) {
      if (text.state === 'sending' && text.at > since) delivery.deliverTyped(text)
    }
  }
}

/** The control API needs no key, so a page of another site in the same browser must not reach it. */
function refuseOtherSites(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      return reply.code(403).send({ code: 403, message: 'Other sites may not use the carrier simulator' })
    }
  })
}

/** Uses its own parsers, so that it reads bodies the same way regardless of the surrounding application. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) => {
      try {
        return JSON.parse(String(body)) as unknown
      } catch {
        throw new FieldRefused('body', 'The body is not valid JSON')
      }
    },
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) => formFields(String(body)),
  )
}

/** A repeated name becomes a list, as with Twilio's MediaUrl. */
function formFields(form: string): Record<string, string | string[]> {
  const values = new URLSearchParams(form)
  return Object.fromEntries(
    [...new Set(values.keys())].map((name) => {
      const all = values.getAll(name)
      return [name, all.length === 1 ? (all[0] as string) : all]
    }),
  )
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const field = error instanceof FieldRefused ? { field: error.field } : {}
    const status = error.statusCode ?? 503
    if (status >= 500) request.log.error(error)
    void reply.code(status).send({ code: status === 400 ? 20001 : status, message: error.message, ...field })
  })
}
