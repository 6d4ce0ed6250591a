import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Registry } from 'prom-client'
import type { Kernel } from '../kernel.ts'

/** Longest database response time at which this process still counts as ready, in ms. */
const READY_TIMEOUT_MS = 500

/** Adds the endpoints for liveness, readiness and metrics. `isReady` is false during start and shutdown. */
export function addHealth(app: FastifyInstance, kernel: Kernel, isReady: () => boolean): void {
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
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}
