import { parseArgs } from 'node:util'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NO_FEATURES } from '@crewline/contract/features'
import { parsePhone } from '@crewline/contract/phone'
import { openBell } from '../kernel/bell.ts'
import { readConfig, type Config } from '../kernel/config.ts'
import { migrate } from '../kernel/db/migrate.ts'
import { openDatabase, type Database } from '../kernel/db/pool.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { makeLog } from '../kernel/log.ts'
import { hashPassword } from '../kernel/secrets/passwords.ts'
import { makeSeal, type Seal } from '../kernel/secrets/seal.ts'
import { realWorld, type World } from '../kernel/world.ts'
import { addPerson } from '../modules/accounts/index.ts'
import { verifyEvery } from '../modules/consent/index.ts'
import { asideForOperator, playAllAgain } from '../modules/delivery/index.ts'
import { addLine } from '../modules/lines/index.ts'
import { addOrganization, organizationBySlug, slugOf } from '../modules/organizations/index.ts'
import { addMember } from '../modules/team/index.ts'

const USAGE = `Usage:
  npm run admin -- add-organization --name NAME --timezone ZONE --owner EMAIL --firstname FIRST --lastname LAST [--country US]
      makes an organization and its owner, and prints the owner's first password
  npm run admin -- add-line --organization SLUG --carrier twilio --phone NUMBER --account SID --key TOKEN [--label WORDS] [--rate TEXTS_PER_SECOND]
      adds a number the organization texts from, and prints the webhook address for the carrier's console
  npm run admin -- verify-consent --organization SLUG
      checks that the consent history of every number is as it was written, and names the numbers where it is not
  npm run admin -- set-aside [--retry all|ID]
      lists what carriers told that could not be stored, of every organization and on this data directory; with --retry plays
      it again: what is stored already stays as it is

All need DATABASE_URL; add-line also MASTER_KEY and PUBLIC_URL, set-aside MASTER_KEY and the DATA_DIR of the server.`

/** A mistake in what was typed; printed with the usage. */
class Mistyped extends Error {}

interface Tools {
  config: Config
  database: Database
  world: World
}

/** Runs one command of the person who operates the installation. */
export async function runAdmin(args: string[], env: Record<string, string | undefined>): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }])),
  })
  const config = readConfig(env)
  if (!config.databaseUrl) throw new Mistyped('Set DATABASE_URL to the database this is for.')
  const command = COMMANDS[positionals[0] ?? '']
  if (!command) throw new Mistyped(`There is no command "${positionals[0] ?? ''}".`)
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

type Given = (name: string) => string | undefined

const COMMANDS: Record<string, (tools: Tools, given: Given) => Promise<string>> = {
  'add-organization': addOwnedOrganization,
  'add-line': addCarrierLine,
  'verify-consent': verifyConsent,
  'set-aside': lookAside,
}

async function addOwnedOrganization({ database, world }: Tools, given: Given): Promise<string> {
  const name = needed(given, 'name')
  const timezone = needed(given, 'timezone')
  if (!Intl.supportedValuesOf('timeZone').includes(timezone))
    throw new Mistyped(`"${timezone}" is not a time zone such as America/Chicago.`)
  const email = needed(given, 'owner')
  const password = world.bytes(12).toString('base64url')
  const system = database.asSystem('the operator adds an organization and its owner')
  const now = world.now()
  const slug = slugOf(name, '')
  if (await organizationBySlug(system, slug)) throw new Mistyped(`There is an organization "${slug}" already.`)
  const orgId = world.id()
  const personId = world.id()
  const isNew = await addPerson(system, {
    id: personId,
    email,
    firstname: needed(given, 'firstname'),
    lastname: needed(given, 'lastname'),
    passwordHash: await hashPassword(password),
    now,
  })
  if (!isNew) throw new Mistyped(`${email} has an account already.`)
  await addOrganization(system, {
    id: orgId,
    name,
    slug,
    timezone,
    country: given('country') ?? 'US',
    features: NO_FEATURES,
    now,
  })
  await addMember(system, { id: world.id(), orgId, personId, role: 'owner', now })
  return `Added ${name} (${slug}). Its owner ${email} can log in with the password ${password}`
}

async function addCarrierLine({ config, database, world }: Tools, given: Given): Promise<string> {
  const carrier = needed(given, 'carrier')
  if (carrier !== 'twilio') throw new Mistyped(`The carrier "${carrier}" is not known; use twilio.`)
  const system = database.asSystem('the operator adds a line')
  const organization = await organizationBySlug(system, needed(given, 'organization'))
  if (!organization) throw new Mistyped(`There is no organization "${given('organization')}".`)
  const phone = parsePhone(needed(given, 'phone'), organization.country)
  if (!phone) throw new Mistyped(`"${given('phone')}" is not a phone number.`)
  const rate = Number(given('rate') ?? '1')
  if (!(rate > 0 && rate <= 1000)) throw new Mistyped('--rate is texts per second, from above 0 to 1000.')
  const key = needed(given, 'key')
  const id = world.id()
  const seal = sealOf(config, world)
  await addLine(
    system,
    seal,
    {
      id,
      orgId: organization.id,
      phone: phone.e164,
      label: given('label') ?? 'Main',
      carrier,
      textsPerSecond: rate,
      credentials: { account: needed(given, 'account'), key, secret: key },
    },
    world.now(),
  )
  return `Added the line ${phone.display}. Enter this address as its incoming-message webhook (POST):\n  ${config.publicUrl}/hooks/${carrier}/${id}`
}

/** Ends with an error where a history is broken, so that a script notices. */
async function verifyConsent({ database }: Tools, given: Given): Promise<string> {
  const system = database.asSystem('the operator checks histories of consent')
  const organization = await organizationBySlug(system, needed(given, 'organization'))
  if (!organization) throw new Mistyped(`There is no organization "${given('organization')}".`)
  const { numbers, broken } = await verifyEvery(database.ofOrg(organization.id))
  if (broken.length > 0)
    throw new Error(`${broken.length} of ${numbers} numbers have a history that was changed:\n${broken.join('\n')}`)
  return `${numbers} numbers checked: every history is as it was written.`
}

/** Lists what could not be stored, or plays it again, and says how much is left. */
async function lookAside({ config, database, world }: Tools, given: Given): Promise<string> {
  const log = makeLog('error')
  const bell = await openBell(database, log)
  const kernel: Kernel = { config, world, log, database, bell, seal: sealOf(config, world) }
  try {
    const retry = given('retry')?.trim()
    const outcome = retry ? await playAllAgain(kernel, retry === 'all' ? undefined : retry) : undefined
    if (outcome?.tried === 0 && retry !== 'all') throw new Mistyped(`Nothing with the id "${retry}" is set aside.`)
    const { events, total, onDisk } = await asideForOperator(kernel)
    return [
      ...(outcome ? [`Tried ${outcome.tried}, stored ${outcome.stored}.`] : []),
      ...events.map(
        ({ id, organization, phone, kind, reason, tries, cameAt }) =>
          `${id}  ${cameAt.toISOString()}  ${organization}  ${phone}  ${kind}  ${reason}  tried ${tries} times`,
      ),
      `${total} set aside.`,
      ...(onDisk > 0 ? [`${onDisk} on this disk belong to no organization or cannot be read.`] : []),
    ].join('\n')
  } finally {
    await bell.close()
  }
}

function sealOf(config: Config, world: World): Seal {
  return makeSeal(config.masterKey ?? readFileSync(join(config.dataDir, 'master.key'), 'utf8').trim(), world)
}

function needed(given: Given, name: string): string {
  const value = given(name)?.trim()
  if (!value) throw new Mistyped(`--${name} is missing.`)
  return value
}

/** What went wrong, for a person at a terminal. */
export function adminTrouble(error: unknown): string {
  const known = error as { code?: string; message?: string }
  if (error instanceof Mistyped || known.code?.startsWith('ERR_PARSE_ARGS')) return `${known.message}\n\n${USAGE}`
  if (known.code === '23505') return 'This e-mail or number is in use already.'
  return known.message ?? String(error)
}
