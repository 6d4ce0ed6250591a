import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { openSignals } from '../kernel/signals.ts'
import type { Config } from '../kernel/config.ts'
import { openDatabaseClock } from '../kernel/clock/database-clock.ts'
import { beginEpoch, followMark, noticeRestore } from '../kernel/db/mark.ts'
import { openDatabase } from '../kernel/db/pool.ts'
import { makeApp } from '../kernel/http/app.ts'
import { addHealth } from '../kernel/http/health.ts'
import { closeWithDeadline, endKeptConnections } from '../kernel/http/close-server.ts'
import { addReference } from '../kernel/http/reference.ts'
import { pruneEventLog } from '../kernel/events/prune.ts'
import { pruneIdempotentCalls } from '../kernel/http/idempotency.ts'
import { openJobs } from '../kernel/jobs/queues.ts'
import { startCrons } from '../kernel/jobs/runner.ts'
import type { Kernel, Running } from '../kernel/kernel.ts'
import type { Log } from '../kernel/log.ts'
import { openGateway } from '../kernel/realtime/gateway.ts'
import { followRuns, queueOf } from '../kernel/runs/step.ts'
import { makeEncryption } from '../kernel/secrets/encryption.ts'
import { followKeys, keyFigures, verifyKeys } from '../kernel/secrets/keys-in-use.ts'
import { sealedFiles } from '../kernel/secrets/sealed-columns.ts'
import { sealerAgain } from '../kernel/secrets/seal-again.ts'
import type { World } from '../kernel/world.ts'
import { announceLines, beginReviews, countReviews, warnOfReviews } from '../modules/delivery/index.ts'
import { makePartitions } from '../modules/messages/jobs.ts'
import { connectModules, modules } from './modules.ts'
import { addPages } from './web.ts'

/** The parts of a process. The database is already migrated and the master key known. */
export interface ProcessParts {
  config: Config
  databaseUrl: string
  masterKey: string
  world: World
  log: Log
  version: string
}

/** A running server process. */
export interface CrewlineProcess {
  kernel: Kernel
  app: FastifyInstance
  /** The address it listens on, with the actual port. */
  address: string
  /** Finishes work in progress, releases claimed work and closes everything; a second call returns the first result. */
  stop(): Promise<void>
}

/** Starts one process with the configured roles. */
export async function startProcess(parts: ProcessParts): Promise<CrewlineProcess> {
  connectModules()
  const { databasePooler: pooler, namedStatements } = parts.config
  const database = openDatabase(parts.databaseUrl, undefined, { pooler, namedStatements })
  const encryption = makeEncryption(parts.masterKey, parts.world, parts.config.encryptionKeys)
  try {
    await verifyKeys(database.asSystem('a process checks its keys'), encryption, parts.config)
  } catch (error) {
    await database.close()
    throw error
  }
  const clock = await openDatabaseClock(database, parts.world, parts.log)
  const signals = await openSignals(database, parts.log)
  const kernel: Kernel = {
    config: parts.config,
    world: clock.world,
    log: parts.log,
    database,
    signals,
    jobs: openJobs(parts.databaseUrl, parts.log, parts.config.roles.has('worker')),
    encryption,
  }
  await reviewRestored(kernel)
  await sealFilesAgain(kernel)
  const app = await makeApp(kernel, modules)
  // Ready is what has started completely and does not stop: traffic that arrives earlier finds parts missing.
  let isReady = false
  addHealth(
    app,
    kernel,
    { isReady: () => isReady, doubt: () => clock.doubt(), countHeld: () => countReviews(kernel) },
    [...keyFigures, ...modules.flatMap((module) => module.figures ?? [])],
  )
  addReference(
    app,
    modules.flatMap((module) => module.routes ?? []),
    parts.version,
  )
  await mountSimulators(app, parts.config)
  await addPages(app, parts.config)
  await app.listen({ port: parts.config.port, host: parts.config.host })
  const port = (app.server.address() as AddressInfo).port
  const address = `http://${parts.config.host}:${port}`
  if (parts.config.port === 0 && parts.config.publicUrl.endsWith(':0')) parts.config.publicUrl = address

  const running: Running[] = []
  running.push(followMark(kernel), followKeys(kernel))
  await makePartitions(kernel)
  const gateway = parts.config.roles.has('web') ? await openGateway(app.server, kernel, modules) : undefined
  if (parts.config.simulators) await announceLines(kernel)
  const runs = modules.flatMap((module) => module.durableRuns ?? [])
  await kernel.jobs.start(runs.map(queueOf))
  running.push(kernel.jobs)
  if (parts.config.roles.has('worker')) {
    await startCrons(kernel, [pruneEventLog, pruneIdempotentCalls, ...modules.flatMap((module) => module.crons ?? [])])
    for (const run of runs) running.push(followRuns(kernel, run))
  }
  for (const module of modules) {
    for (const run of [module.runs ?? []].flat())
      if (parts.config.roles.has(run.role)) running.push(await run.start(kernel))
  }
  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    isReady = false
    // A proxy sends requests until it has seen that this process is not ready; they are answered as before.
    endKeptConnections(app.server)
    await wait(parts.config.drainMs)
    // Stops accepting connections first, while requests in progress can still use the database.
    await gateway?.stop()
    await closeWithDeadline(app.server, () => app.close())
    for (const service of running.reverse()) await service.stop()
    await clock.stop()
    await signals.close()
    await database.close()
  }
  isReady = true
  return {
    kernel,
    app,
    address,
    stop: () => (stopped ??= stop()),
  }
}

/** Quarantined events on this disk stay for long: without this, each of them would keep an old key in use. */
async function sealFilesAgain({ config, encryption, log }: Kernel): Promise<void> {
  for (const files of sealedFiles())
    await files
      .sealAgain({ dataDir: config.dataDir, seal: sealerAgain(encryption) })
      .catch((error: unknown) => log.warn({ err: error }, 'secrets: events on this disk could not be sealed again'))
}

/** Runs before anything is served or sent. */
async function reviewRestored(kernel: Kernel): Promise<void> {
  const { config, world } = kernel
  const system = kernel.database.asSystem('a process compares the database with its data directory')
  const noticed = await noticeRestore(system, config, world)
  if (!noticed) return warnOfReviews(kernel)
  await beginReviews(kernel, noticed)
  await beginEpoch(system, config.restored, world)
}

/** Mounts what stands in for outside companies. */
async function mountSimulators(app: FastifyInstance, config: Config): Promise<void> {
  if (config.simulators && !config.simulatorUrl) await mountSimulator(app, config)
  if (config.stripe?.isSimulated) await mountStripe(app, config)
  if (config.finch?.isSimulated) await mountFinch(app, config)
  if (config.simulators) await mountChat(app, config)
}

async function mountSimulator(app: FastifyInstance, config: Config): Promise<void> {
  const { carrierSimulator } = await import('../simulators/carrier/plugin.ts')
  await app.register(carrierSimulator, { prefix: '/dev/carrier', dir: `${config.dataDir}/simulator` })
}

async function mountStripe(app: FastifyInstance, config: Config): Promise<void> {
  const { stripe } = config
  if (!stripe) return
  const { stripeSimulator } = await import('../simulators/stripe/plugin.ts')
  await app.register(stripeSimulator, {
    ...stripe,
    prefix: '/dev/stripe',
    file: `${config.dataDir}/simulator/stripe.json`,
    url: () => `${config.publicUrl}/dev/stripe`,
    webhookUrl: () => `${config.publicUrl}/hooks/stripe`,
  })
}

async function mountFinch(app: FastifyInstance, config: Config): Promise<void> {
  const { finch } = config
  if (!finch) return
  const { finchSimulator } = await import('../simulators/finch/plugin.ts')
  await app.register(finchSimulator, {
    ...finch,
    prefix: '/dev/finch',
    file: `${config.dataDir}/simulator/finch.json`,
    url: () => `${config.publicUrl}/dev/finch`,
    webhookUrl: () => `${config.publicUrl}/hooks/finch`,
  })
}

async function mountChat(app: FastifyInstance, config: Config): Promise<void> {
  const { chatSimulator } = await import('../simulators/chat/plugin.ts')
  await app.register(chatSimulator, {
    prefix: '/dev/chat',
    file: `${config.dataDir}/simulator/chat.json`,
    url: () => `${config.publicUrl}/dev/chat`,
  })
}
