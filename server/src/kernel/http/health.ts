import { sql } from 'kysely'
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { Kernel } from '../kernel.ts'
import type { Figure } from '../module.ts'

/** Longest database response time at which this process still counts as ready, in ms. */
const READY_TIMEOUT_MS = 500

/** Adds the endpoints for liveness, readiness and metrics. `isReady` is false during start and shutdown. */
export function addHealth(
  app: FastifyInstance,
  kernel: Kernel,
  isReady: () => boolean,
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
  for (const figure of figures) registry.registerMetric(gaugeOf(figure, kernel))
  const system = kernel.database.asSystem('the readiness check reads no data')
  app.get('/healthz', async () => ({ status: 'OK' }))
  app.get('/readyz', async (_request, reply) => {
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('late')), READY_TIMEOUT_MS).unref(),
    )
    const answered = sql`select 1`.execute(system)
    answered.catch(() => {})
    const ready = await Promise.race([answered, late]).then(
      () => isReady(),
      () => false,
    )
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'OK' : 'ERROR' })
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
