import { fastify } from 'fastify'
import { carrierSimulator } from '../simulators/carrier/plugin.ts'

const port = Number(process.env.SIM_PORT ?? 3900)
const dir = process.env.SIM_DIR ?? './data/carrier'

const app = fastify({ forceCloseConnections: true })
await app.register(carrierSimulator, { dir, fsync: process.env.SIM_FSYNC !== 'off' })
const address = await app.listen({ port, host: '127.0.0.1' })
console.log(`Carrier simulator at ${address}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void app.close().then(() => process.exit(0))
  })
}
