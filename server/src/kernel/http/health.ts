import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { Doubt } from '../clock/database-clock.ts'
import type { Kernel } from '../kernel.ts'
import { eventFigures } from '../events/figures.ts'
import type { Figure } from '../module.ts'

/** Longest database response time at which this process still counts as ready, in ms. */
const READY_TIMEOUT_MS = 500

/** What a process knows about itself. */
export interface ProcessState {
  /** False during start and shutdown. */
  isReady: () => boolean
  /** Why the time is in doubt. */
  doubt: () => Doubt | undefined
  /** How many organizations send nothing because their database was restored; asks the database. */
  countHeld: () => Promise<number>
}

/**
 * Adds the endpoints for liveness, readiness and metrics. A time in doubt is a warning of a ready process, because
 * everything but texts that have a time goes on.
 */
export function addHealth(
  app: FastifyInstance,
  kernel: Kernel,
  { isReady, doubt, countHeld }: ProcessState,
  figures: readonly Figure[],
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'crewline_' })
  const systemUses = new Counter({
    name: 'crewline_system_access_total',
    help: 'How often work crossed organizations, by the reason it gave.',
    labelNames: ['reason'],
    registers: [],
    collect() {
      this.reset()
      for (const [reason, uses] of kernel.database.systemUses) this.inc({ reason }, uses)
    },
  })
  registry.registerMetric(systemUses)
  for (const figure of [...eventFigures, ...figures]) registry.registerMetric(gaugeOf(figure, kernel))
  registry.registerMetric(
    new Gauge({
      name: 'crewline_clock_step_seconds',
      help: 'How far the clocks are apart while the time is in doubt and texts that have a time wait; else 0.',
      registers: [],
      collect() {
        this.set((doubt()?.ms ?? 0) / 1000)
      },
    }),
  )
  app.get('/healthz', async () => ({ status: 'OK' }))
  app.get('/readyz', async (_request, reply) => {
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('late')), READY_TIMEOUT_MS).unref(),
    )
    const counted = countHeld()
    counted.catch(() => {})
    const held = await Promise.race([counted, late]).catch(() => undefined)
    const ready = held !== undefined && isReady()
    const warnings = [
      ...(doubt() ? [doubt()?.reason] : []),
      ...(held ? [`${held} organizations send nothing until the texts in their restored database are reviewed`] : []),
    ]
    return reply.status(ready ? 200 : 503).send({
      status: ready ? 'OK' : 'ERROR',
      ...(warnings.length > 0 ? { warnings } : {}),
    })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, kernel.config.metricsToken)) return reply.status(404).send()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** A figure that cannot be read is missing from the metrics, which an alert can notice; the others stay. */
function gaugeOf({ name, help, label, read }: Figure, kernel: Kernel): Gauge {
  return new Gauge({
    name: `crewline_${name}`,
    help,
    labelNames: label ? [label] : [],
    registers: [],
    async collect() {
      this.reset()
      const values = await read(kernel).catch((error: unknown) => {
        kernel.log.warn({ err: (error as Error).message, figure: name }, 'metrics: a figure could not be read')
        return []
      })
      for (const { label: of, value } of values) this.set(label && of !== undefined ? { [label]: of } : {}, value)
    },
  })
}

/** With a token only its bearer may read the metrics; without one only a program on this machine, not through a proxy. */
function mayReadMetrics({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) {
    const [given, expected] = [headers.authorization ?? '', `Bearer ${token}`].map((text) => Buffer.from(text))
    return (
      given !== undefined &&
      expected !== undefined &&
      given.length === expected.length &&
      timingSafeEqual(given, expected)
    )
  }
  const isProxied = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined
  return !isProxied && /^(::1|(::ffff:)?127\.[\d.]+)$/.test(socket.remoteAddress ?? '')
}
