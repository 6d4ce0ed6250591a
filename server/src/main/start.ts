import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { readServerConfig, WrongSetting, type Config } from '../kernel/config.ts'
import { EmbeddedDatabaseFailure, startEmbedded, type EmbeddedDatabase } from '../kernel/db/embedded.ts'
import { migrate, SchemaMismatch } from '../kernel/db/migrate.ts'
import { openReporter, type ErrorReporter } from '../kernel/errors/reporter.ts'
import { makeLog, type Log } from '../kernel/log.ts'
import { MissingKey } from '../kernel/secrets/keys-in-use.ts'
import { WrongMasterKey } from '../kernel/secrets/master-key.ts'
import { realWorld } from '../kernel/world.ts'
import { startProcess, type CrewlineProcess } from './process.ts'
import { seedFirst } from './first-run.ts'

/** Two signals this close together count as one, in ms. */
const ECHO_MS = 1_000

/** A start error with a message for the operator; printed without a stack. */
class Refusal extends Error {}

/** What has started so far. */
interface Started {
  embedded?: EmbeddedDatabase
  running?: CrewlineProcess
  errors?: ErrorReporter
}

/** Starts everything configured on this machine, prints the addresses, and stops cleanly on Ctrl-C or TERM. */
export async function start(): Promise<void> {
  const started: Started = {}
  let isStopping = false
  const starting = launch(started, () => isStopping)
  // Before anything has started, so that a signal never finds the default handler, which ends without a grace period.
  stopOnSignals(async () => {
    isStopping = true
    await starting.catch(() => {})
    await started.running?.stop()
    await started.embedded?.stop()
    await started.errors?.flush()
  })
  try {
    await starting
  } catch (error) {
    if (isStopping) return
    await started.embedded?.stop()
    explain(error)
    process.exit(1)
  }
}

/** Starts one part after the other; ends early, between two parts, when the process has been told to stop. */
async function launch(started: Started, isStopping: () => boolean): Promise<void> {
  const world = realWorld()
  const config = readServerConfig(process.env)
  await refuseTakenPort(config)
  mkdirSync(config.dataDir, { recursive: true })
  const version = versionOf()
  started.errors = await openReporter(config, world, version)
  const log = makeLog(config.logLevel, undefined, started.errors.report)
  reportCrashes(log, started.errors)
  if (isStopping()) return
  if (!config.databaseUrl) {
    print('Starting the database …')
    started.embedded = await startEmbedded({
      dataDir: join(config.dataDir, 'postgres'),
      log: (line) => log.debug(line),
      alert: (event) => log.error({ part: 'database', event }, 'The embedded database ended or was restarted.'),
    })
  }
  if (isStopping()) return
  const databaseUrl = config.databaseUrl ?? (started.embedded as EmbeddedDatabase).url()
  await migrate(databaseUrl, { loginPassword: config.databasePooler?.password })
  const masterKey = config.masterKey ?? readOrCreateMasterKey(config, () => world.bytes(32))
  const parts = { config, databaseUrl, masterKey, world, log, version }
  if (isStopping()) return
  if (config.demo) await seedFirst(parts, () => print('First start: creating the demo …'))
  if (isStopping()) return
  started.running = await startProcess(parts)
  if (!isStopping()) greet(config, started.running.address)
}

/** Reports and exits: after an uncaught error the state of the process is unknown. Unfinished work is recovered. */
function reportCrashes(log: Log, errors: ErrorReporter): void {
  let crashed = false
  const end = async (error: unknown): Promise<void> => {
    if (crashed) process.exit(1)
    crashed = true
    log.fatal({ err: error }, 'process: uncaught error, exiting')
    await errors.flush()
    process.exit(1)
  }
  process.on('uncaughtException', (error) => void end(error))
}

function stopOnSignals(end: () => Promise<void>): void {
  let stopRequestedAt: number | undefined
  const stop = async (): Promise<void> => {
    const now = performance.now()
    // One Ctrl-C arrives twice, from the terminal and from npm. A later one exits at once: every message in flight can
    // be recovered.
    if (stopRequestedAt !== undefined && now - stopRequestedAt < ECHO_MS) return
    if (stopRequestedAt !== undefined) process.exit(130)
    stopRequestedAt = now
    print('Stopping …')
    await end()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
}

/** Checked before anything starts, so that the message appears at once. */
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
        reject(new Refusal(`Port ${config.port} requires more privileges. Choose one above 1023: PORT=3000 npm start`))
      else if (error.code === 'EADDRNOTAVAIL')
        reject(new Refusal(`This machine has no address ${config.host}. Unset HOST or use 127.0.0.1.`))
      else reject(error)
    })
    probe.listen(config.port, config.host, () => probe.close(() => resolve()))
  })
}

/**
 * Returns the key that decrypts secrets of the embedded database, created once and stored next to it, readable only by
 * the owner.
 */
function readOrCreateMasterKey(config: Config, make: () => Buffer): string {
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
              agent@demo.test      replies to contacts, changes nothing else
              viewer@demo.test     reads only
              pastdue@demo.test    an organization whose account is past due
              suspended@demo.test  one that is suspended, and about to lose its number
              (also admin, manager and author@demo.test)
  Password    crewline-demo        the same for all

  Phones      ${url}/dev/phones    the contacts' phones: read and reply as they would
  Outbox      ${url}/dev/outbox    the emails Crewline sends: links to confirm, reset and join`
    : ''
  print(`
  Crewline is ready.

  Open        ${url}${demo}

  Stop with Ctrl-C. The data stays in ${config.databaseUrl ? 'your database' : config.dataDir}.
`)
}

const IN_WORDS = [Refusal, WrongSetting, WrongMasterKey, MissingKey, EmbeddedDatabaseFailure, SchemaMismatch]

/** A connection that ended, or a server that is going down or coming up: SQLSTATE class 57, or no SQLSTATE at all. */
const DATABASE_GONE = /^57P0|^ECONNRESET$|^EPIPE$/

function explain(error: unknown): void {
  const details = error as NodeJS.ErrnoException
  if (IN_WORDS.some((kind) => error instanceof kind)) return printError((error as Error).message)
  if (details.code === 'ENOSPC' || details.code === '53100')
    return printError('The disk is full. Free some space and start again. No data was lost.')
  if (details.code === 'EACCES' || details.code === 'EPERM')
    return printError(
      `This user cannot write to ${details.path ?? 'the data folder'}. Change its owner, or choose another folder: DATA_DIR=./my-data npm start`,
    )
  if (details.code === 'ECONNREFUSED' || details.code === 'ENOTFOUND')
    return printError(
      'The database at DATABASE_URL does not respond. Check the address, and that the database is running.',
    )
  if (details.code === '28P01' || details.code === '28000')
    return printError('The database rejected the user or password in DATABASE_URL.')
  if (DATABASE_GONE.test(details.code ?? '') || details.message?.startsWith('Connection terminated'))
    return printError('The database stopped responding during the start. Check that it is running, then start again.')
  printError(details.stack ?? String(error))
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function printError(text: string): void {
  process.stderr.write(`\nCrewline could not start.\n${text}\n`)
}

await start()
