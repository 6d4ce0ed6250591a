import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { openBell } from '../kernel/bell.ts'
import type { Config } from '../kernel/config.ts'
import { openDatabase } from '../kernel/db/pool.ts'
import { makeApp } from '../kernel/http/app.ts'
import { addHealth } from '../kernel/http/health.ts'
import { hurry } from '../kernel/http/hurry.ts'
import { addReference } from '../kernel/http/reference.ts'
import { pruneFacts } from '../kernel/facts/prune.ts'
import { startJobs } from '../kernel/jobs/runner.ts'
import type { Kernel, Running } from '../kernel/kernel.ts'
import type { Log } from '../kernel/log.ts'
import { openGateway } from '../kernel/realtime/gateway.ts'
import { makeSeal } from '../kernel/secrets/seal.ts'
import type { World } from '../kernel/world.ts'
import { announceLines } from '../modules/delivery/index.ts'
import { makePartitions } from '../modules/messages/index.ts'
import { rooms } from './rooms.ts'
import { addPages } from './web.ts'

/** What a process is made of. The database is migrated and the master key known before. */
export interface ProcessParts {
  config: Config
  databaseUrl: string
  masterKey: string
  world: World
  log: Log
  version: string
}

/** A process that serves. */
export interface CrewlineProcess {
  kernel: Kernel
  app: FastifyInstance
  /** Where it listens, with the port it really got. */
  address: string
  /** Finishes what is in flight, gives work back and closes everything; asked again, it answers for the first time. */
  stop(): Promise<void>
}

/** Starts one process with the roles its configuration names. */
export async function startProcess(parts: ProcessParts): Promise<CrewlineProcess> {
  const database = openDatabase(parts.databaseUrl)
  const bell = await openBell(database, parts.log)
  const kernel: Kernel = {
    config: parts.config,
    world: parts.world,
    log: parts.log,
    database,
    bell,
    seal: makeSeal(parts.masterKey, parts.world),
  }
  const app = await makeApp(kernel, rooms)
  let draining = false
  addHealth(app, kernel, () => draining)
  addReference(
    app,
    rooms.flatMap((room) => room.routes ?? []),
    parts.version,
  )
  if (parts.config.simulators && !parts.config.simulatorUrl) await mountSimulator(app, parts.config)
  await addPages(app, parts.config.simulators)
  await app.listen({ port: parts.config.port, host: parts.config.host })
  const port = (app.server.address() as AddressInfo).port
  const address = `http://${parts.config.host}:${port}`
  if (parts.config.port === 0 && parts.config.publicUrl.endsWith(':0')) parts.config.publicUrl = address

  const running: Running[] = []
  await makePartitions(kernel)
  const gateway = parts.config.roles.has('web') ? await openGateway(app.server, kernel, rooms) : undefined
  if (parts.config.simulators) await announceLines(kernel)
  if (parts.config.roles.has('worker')) {
    const crons = [pruneFacts, ...rooms.flatMap((room) => room.crons ?? [])]
    running.push(await startJobs(kernel, parts.databaseUrl, crons))
  }
  for (const room of rooms) {
    for (const run of [room.runs ?? []].flat())
      if (parts.config.roles.has(run.role)) running.push(await run.start(kernel))
  }
  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    draining = true
    // The door first, so that nothing new comes in and what is under way still has its database.
    await gateway?.stop()
    await hurry(app.server, () => app.close())
    for (const one of running.reverse()) await one.stop()
    await bell.close()
    await database.close()
  }
  return {
    kernel,
    app,
    address,
    stop: () => (stopped ??= stop()),
  }
}

async function mountSimulator(app: FastifyInstance, config: Config): Promise<void> {
  const { carrierSimulator } = await import('../simulators/carrier/plugin.ts')
  await app.register(carrierSimulator, { prefix: '/dev/carrier', dir: `${config.dataDir}/simulator` })
}
