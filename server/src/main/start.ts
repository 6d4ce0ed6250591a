import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { readConfig, type Config } from '../kernel/config.ts'
import { EmbeddedDatabaseFailure, startEmbedded, type EmbeddedDatabase } from '../kernel/db/embedded.ts'
import { migrate } from '../kernel/db/migrate.ts'
import { openReporter, type ErrorReporter } from '../kernel/errors/reporter.ts'
import { makeLog, type Log } from '../kernel/log.ts'
import { realWorld } from '../kernel/world.ts'
import { startProcess, type CrewlineProcess } from './process.ts'
import { seedFirst } from './first-run.ts'

/** Two signals this close together are one wish, in ms. */
const ECHO_MS = 1_000

/** A reason not to start that a person can act on; printed without a stack. */
class Refusal extends Error {}

/** Starts everything this machine was asked to run, prints where it is, and stops cleanly on Ctrl-C or TERM. */
export async function start(): Promise<void> {
  const world = realWorld()
  let embedded: EmbeddedDatabase | undefined
  let running: CrewlineProcess | undefined
  let errors: ErrorReporter
  try {
    const config = readConfig(process.env)
    await refuseTakenPort(config)
    mkdirSync(config.dataDir, { recursive: true })
    const version = versionOf()
    errors = await openReporter(config, world, version)
    const log = makeLog(config.logLevel, undefined, errors.tell)
    tellOfCrashes(log, errors)
    if (!config.databaseUrl) {
      say('Starting the database …')
      embedded = await startEmbedded({ dataDir: join(config.dataDir, 'postgres'), log: (line) => log.debug(line) })
    }
    const databaseUrl = config.databaseUrl ?? (embedded as EmbeddedDatabase).url()
    await migrate(databaseUrl)
    const masterKey = config.masterKey ?? keptKey(config, () => world.bytes(32))
    const parts = { config, databaseUrl, masterKey, world, log, version }
    if (config.demo) await seedFirst(parts, () => say('First start: making the demo …'))
    running = await startProcess(parts)
    greet(config, running.address)
  } catch (error) {
    await embedded?.stop()
    explain(error)
    process.exit(1)
  }
  stopOnSignals(async () => {
    await running.stop()
    await embedded?.stop()
    await errors.flush()
  })
}

/** A process that met what nobody caught is in a state nobody knows: it says so and ends. What it was doing is found again. */
function tellOfCrashes(log: Log, errors: ErrorReporter): void {
  let crashed = false
  const end = async (error: unknown): Promise<void> => {
    if (crashed) process.exit(1)
    crashed = true
    log.fatal({ err: error }, 'the process met an error nobody caught and ends')
    await errors.flush()
    process.exit(1)
  }
  process.on('uncaughtException', (error) => void end(error))
}

function stopOnSignals(end: () => Promise<void>): void {
  let askedAt: number | undefined
  const stop = async (): Promise<void> => {
    const now = performance.now()
    // One Ctrl-C arrives twice, from the terminal and from npm. A later one ends at once: every text in flight is safe
    // to find again.
    if (askedAt !== undefined && now - askedAt < ECHO_MS) return
    if (askedAt !== undefined) process.exit(130)
    askedAt = now
    say('Stopping …')
    await end()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
}

/** Asked before anything is started, so that the answer comes at once. */
async function refuseTakenPort(config: Config): Promise<void> {
  if (config.port === 0) return
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(
          new Refusal(
            `Port ${config.port} is taken by another program. Stop it, or choose another port: PORT=${config.port + 1} npm start`,
          ),
        )
      else if (error.code === 'EACCES')
        reject(new Refusal(`Port ${config.port} needs more rights. Choose one above 1023: PORT=3000 npm start`))
      else if (error.code === 'EADDRNOTAVAIL')
        reject(new Refusal(`This machine has no address ${config.host}. Unset HOST or use 127.0.0.1.`))
      else reject(error)
    })
    probe.listen(config.port, config.host, () => probe.close(() => resolve()))
  })
}

/** The key that unlocks secrets of the embedded database, made once and kept beside it for the owner's eyes only. */
function keptKey(config: Config, make: () => Buffer): string {
  const file = join(config.dataDir, 'master.key')
  if (!existsSync(file)) writeFileSync(file, make().toString('base64'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

function versionOf(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

function greet(config: Config, address: string): void {
  const url = config.port === 0 ? address : config.publicUrl
  const demo = config.demo
    ? `
  Log in as   owner@demo.test      the owner of three organizations
              agent@demo.test      answers people, changes nothing else
              viewer@demo.test     reads only
              pastdue@demo.test    an organization whose account is past due
              (also admin, manager and author@demo.test)
  Password    crewline-demo        the same for all

  Phones      ${url}/dev/phones    the workers' side: read and answer as they would
  Outbox      ${url}/dev/outbox    the e-mails Crewline writes: links to confirm, to reset, to join`
    : ''
  say(`
  Crewline is ready.

  Open        ${url}${demo}

  Stop with Ctrl-C. The data stays in ${config.databaseUrl ? 'your database' : config.dataDir}.
`)
}

function explain(error: unknown): void {
  const known = error as NodeJS.ErrnoException
  if (error instanceof Refusal || error instanceof EmbeddedDatabaseFailure) return sayError(error.message)
  if (known.code === 'ENOSPC' || known.code === '53100')
    return sayError('The disk is full. Free some space and start again; nothing was lost.')
  if (known.code === 'EACCES' || known.code === 'EPERM')
    return sayError(
      `This user may not write to ${known.path ?? 'the data folder'}. Change its owner, or choose another folder: DATA_DIR=./my-data npm start`,
    )
  if (known.code === 'ECONNREFUSED' || known.code === 'ENOTFOUND')
    return sayError('The database at DATABASE_URL does not answer. Check the address and that it runs.')
  if (known.code === '28P01' || known.code === '28000')
    return sayError('The database refused the user or password in DATABASE_URL.')
  sayError(known.stack ?? String(error))
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function sayError(text: string): void {
  process.stderr.write(`\nCrewline could not start.\n${text}\n`)
}

await start()
