import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Kernel } from '../kernel.ts'

/** How long the database may take to answer while we still call ourselves ready, in ms. */
const READY_WITHIN_MS = 500

/** Says whether this process lives, whether it can serve, and how it does. `draining` turns readiness off before the end. */
export function addHealth(app: FastifyInstance, kernel: Kernel, draining: () => boolean): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'crewline_' })
  const system = kernel.database.asSystem('readiness asks the database for nothing of anyone')
  app.get('/healthz', async () => ({ status: 'OK' }))
  app.get('/readyz', async (_request, reply) => {
    const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), READY_WITHIN_MS).unref())
    const answered = sql`select 1`.execute(system)
    answered.catch(() => {})
    const ready = await Promise.race([answered, late]).then(
      () => !draining(),
      () => false,
    )
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'OK' : 'ERROR' })
  })
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}
