import { parseArgs } from 'node:util'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NO_FEATURES } from '@crewline/contract/features'
import { parsePhone } from '@crewline/contract/phone'
import { openJobs } from '../kernel/jobs/queues.ts'
import { openSignals } from '../kernel/signals.ts'
import { readConfig, type Config } from '../kernel/config.ts'
import { migrate } from '../kernel/db/migrate.ts'
import { openDatabase, type Database } from '../kernel/db/pool.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { makeLog } from '../kernel/log.ts'
import { hashPassword } from '../kernel/secrets/passwords.ts'
import { makeEncryption, type Encryption } from '../kernel/secrets/encryption.ts'
import { verifyMasterKey } from '../kernel/secrets/master-key.ts'
import { realWorld, type World } from '../kernel/world.ts'
import { addUser } from '../modules/accounts/index.ts'
import { verifyEvery } from '../modules/consent/index.ts'
import { quarantineForOperator, replayAllQuarantined } from '../modules/delivery/index.ts'
import { addLine } from '../modules/lines/index.ts'
import { addOrganization, organizationBySlug, slugOf } from '../modules/organizations/index.ts'
import { addMember } from '../modules/team/index.ts'
import { connectModules } from './modules.ts'

const USAGE = `Usage:
  npm run admin -- add-organization --name NAME --timezone ZONE --owner EMAIL --firstname FIRST --lastname LAST [--country US]
      creates an organization and its owner, and prints the owner's first password
  npm run admin -- add-line --organization SLUG --carrier twilio --phone NUMBER --account SID --key TOKEN [--label LABEL] [--rate MESSAGES_PER_SECOND]
      adds a number the organization texts from, and prints the webhook address for the carrier's console
  npm run admin -- verify-consent --organization SLUG
      checks that no consent history was changed, and lists the numbers whose history was
  npm run admin -- quarantine [--retry all|ID]
      lists the quarantined carrier events of every organization and of this data directory; with --retry retries
      them: events that are already stored do not change

All need DATABASE_URL; add-line also MASTER_KEY and PUBLIC_URL, quarantine MASTER_KEY and the DATA_DIR of the server.`

/** A usage error; printed with the usage. */
class Mistyped extends Error {}

interface Tools {
  config: Config
  database: Database
  world: World
}

/** Runs one command of the operator of the installation. */
export async function runAdmin(args: string[], env: Record<string, string | undefined>): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }])),
  })
  const config = readConfig(env)
  if (!config.databaseUrl) throw new Mistyped('Set DATABASE_URL to the database this command is for.')
  const command = COMMANDS[positionals[0] ?? '']
  if (!command) throw new Mistyped(`There is no command "${positionals[0] ?? ''}".`)
  connectModules()
  await migrate(config.databaseUrl)
  const database = openDatabase(config.databaseUrl, { app: 2, system: 2 })
  try {
    return await command({ config, database, world: realWorld() }, (name) => values[name])
  } finally {
    await database.close()
  }
}

const OPTIONS = [
  'name',
  'timezone',
  'owner',
  'firstname',
  'lastname',
  'country',
  'organization',
  'carrier',
  'phone',
  'account',
  'key',
  'label',
  'rate',
  'retry',
]

type OptionReader = (name: string) => string | undefined

const COMMANDS: Record<string, (tools: Tools, given: OptionReader) => Promise<string>> = {
  'add-organization': addOwnedOrganization,
  'add-line': addCarrierLine,
  'verify-consent': verifyConsent,
  quarantine: showQuarantined,
}

async function addOwnedOrganization({ database, world }: Tools, readOption: OptionReader): Promise<string> {
  const name = needed(readOption, 'name')
  const timezone = needed(readOption, 'timezone')
  if (!Intl.supportedValuesOf('timeZone').includes(timezone))
    throw new Mistyped(`"${timezone}" is not a time zone such as America/Chicago.`)
  const email = needed(readOption, 'owner')
  const password = world.bytes(12).toString('base64url')
  const system = database.asSystem('the operator adds an organization and its owner')
  const now = world.now()
  const slug = slugOf(name, '')
  if (await organizationBySlug(system, slug)) throw new Mistyped(`The organization "${slug}" already exists.`)
  const orgId = world.id()
  const userId = world.id()
  const isNew = await addUser(system, {
    id: userId,
    email,
    firstname: needed(readOption, 'firstname'),
    lastname: needed(readOption, 'lastname'),
    passwordHash: await hashPassword(password),
    now,
  })
  if (!isNew) throw new Mistyped(`${email} already has an account.`)
  await addOrganization(system, {
    id: orgId,
    name,
    slug,
    timezone,
    country: readOption('country') ?? 'US',
    features: NO_FEATURES,
    now,
  })
  await addMember(system, { id: world.id(), orgId, userId, role: 'owner', now })
  return `Added ${name} (${slug}). Its owner ${email} can log in with the password ${password}`
}

async function addCarrierLine({ config, database, world }: Tools, readOption: OptionReader): Promise<string> {
  const carrier = needed(readOption, 'carrier')
  if (carrier !== 'twilio') throw new Mistyped(`The carrier "${carrier}" is unknown; use twilio.`)
  const system = database.asSystem('the operator adds a line')
  const organization = await organizationBySlug(system, needed(readOption, 'organization'))
  if (!organization) throw new Mistyped(`There is no organization "${readOption('organization')}".`)
  const phone = parsePhone(needed(readOption, 'phone'), organization.country)
  if (!phone) throw new Mistyped(`"${readOption('phone')}" is not a phone number.`)
  const rate = Number(readOption('rate') ?? '1')
  if (!(rate > 0 && rate <= 1000)) throw new Mistyped('--rate is messages per second, above 0 and at most 1000.')
  const key = needed(readOption, 'key')
  const id = world.id()
  const encryption = await encryptionOf(config, database, world)
  await addLine(
    system,
    encryption,
    {
      id,
      orgId: organization.id,
      phone: phone.e164,
      label: readOption('label') ?? 'Main',
      carrier,
      textsPerSecond: rate,
      credentials: { account: needed(readOption, 'account'), key, secret: key },
    },
    world.now(),
  )
  return `Added the line ${phone.display}. Set this address as its incoming-message webhook (POST):\n  ${config.publicUrl}/hooks/${carrier}/${id}`
}

/** Exits with an error when a history is broken, so that a script notices. */
async function verifyConsent({ database }: Tools, readOption: OptionReader): Promise<string> {
  const system = database.asSystem('the operator verifies consent histories')
  const organization = await organizationBySlug(system, needed(readOption, 'organization'))
  if (!organization) throw new Mistyped(`There is no organization "${readOption('organization')}".`)
  const { numbers, broken } = await verifyEvery(database.ofOrg(organization.id))
  if (broken.length > 0)
    throw new Error(`${broken.length} of ${numbers} numbers have a history that was changed:\n${broken.join('\n')}`)
  return `${numbers} numbers checked: no history was changed.`
}

/** Lists the quarantined events, or retries them, and prints how many remain. */
async function showQuarantined({ config, database, world }: Tools, readOption: OptionReader): Promise<string> {
  const log = makeLog('error')
  const signals = await openSignals(database, log)
  const jobs = openJobs(config.databaseUrl ?? '', log)
  const kernel: Kernel = {
    config,
    world,
    log,
    database,
    signals,
    jobs,
    encryption: await encryptionOf(config, database, world),
  }
  try {
    const retry = readOption('retry')?.trim()
    const outcome = retry ? await replayAllQuarantined(kernel, retry === 'all' ? undefined : retry) : undefined
    if (outcome?.attempted === 0 && retry !== 'all')
      throw new Mistyped(`There is no quarantined event with the id "${retry}".`)
    const { events, total, onDisk } = await quarantineForOperator(kernel)
    return [
      ...(outcome ? [`Tried ${outcome.attempted}, stored ${outcome.stored}.`] : []),
      ...events.map(
        ({ id, organization, phone, kind, reason, tries, cameAt }) =>
          `${id}  ${cameAt.toISOString()}  ${organization}  ${phone}  ${kind}  ${reason}  tried ${tries} times`,
      ),
      `${total} in quarantine.`,
      ...(onDisk > 0 ? [`${onDisk} on this disk belong to no organization or cannot be read.`] : []),
    ].join('\n')
  } finally {
    await signals.close()
  }
}

async function encryptionOf(config: Config, database: Database, world: World): Promise<Encryption> {
  const masterKey = config.masterKey ?? readFileSync(join(config.dataDir, 'master.key'), 'utf8').trim()
  const encryption = makeEncryption(masterKey, world)
  await verifyMasterKey(database.asSystem('a command of the operator checks the master key'), encryption)
  return encryption
}

function needed(readOption: OptionReader, name: string): string {
  const value = readOption(name)?.trim()
  if (!value) throw new Mistyped(`--${name} is missing.`)
  return value
}

/** Explains an error to a person at a terminal. */
export function explainAdminError(error: unknown): string {
  const details = error as { code?: string; message?: string }
  if (error instanceof Mistyped || details.code?.startsWith('ERR_PARSE_ARGS')) return `${details.message}\n\n${USAGE}`
  if (details.code === '23505') return 'This email or number is already in use.'
  return details.message ?? String(error)
}
