import { parseArgs } from 'node:util'
import { NEW_ORGANIZATION_FEATURES } from '@crewline/contract/features'
import { parsePhone } from '@crewline/contract/phone'
import { readConfig } from '../kernel/config.ts'
import { migrate } from '../kernel/db/migrate.ts'
import { openDatabase } from '../kernel/db/pool.ts'
import { hashPassword } from '../kernel/secrets/passwords.ts'
import { realWorld } from '../kernel/world.ts'
import { addUser } from '../modules/accounts/index.ts'
import { quarantineForOperator, replayAllQuarantined } from '../modules/delivery/index.ts'
import { addLine, telnyxAccountOf, type NewLine } from '../modules/lines/index.ts'
import { addOrganization, organizationBySlug, slugOf } from '../modules/organizations/index.ts'
import { addMember } from '../modules/team/index.ts'
import { backUp, restore, withDatabase } from './admin-backup.ts'
import { USAGE } from './admin-usage.ts'
import { encryptionOf, withKernel, type Tools } from './admin-kernel.ts'
import { isYes, Mistyped, mistype, needed, type OptionReader } from './admin-options.ts'
import { decideRestored, showRestored } from './admin-restored.ts'
import { verifyExport } from './admin-records.ts'
import { auditVerify, verifyConsent } from './admin-verify.ts'
import { showClock } from './admin-clock.ts'
import { showKeys } from './admin-keys.ts'
import { showPacks, writePack } from './admin-translation.ts'
import { connectModules } from './modules.ts'

/** Runs one command of the operator of the installation. */
export async function runAdmin(
  args: string[],
  env: Record<string, string | undefined>,
  say: (line: string) => void = () => {},
): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }])),
  })
  const readOption = (option: string) => values[option] ?? (option === 'file' ? positionals[1] : undefined)
  const name = positionals[0] ?? ''
  const world = realWorld()
  if (name === 'backup') {
    const config = readConfig(env, { needsMasterKey: false })
    return backUp({ config, world }, positionals[1], readOption('files') === 'yes')
  }
  if (name === 'restore') {
    const config = readConfig(env, { needsMasterKey: false })
    return restore({ config, world }, positionals[1] ?? mistype('Name the backup to restore.'))
  }
  if (name === 'translation-packs') return showPacks(readConfig(env, { needsMasterKey: false }).dataDir, readOption)
  if (name === 'make-translation-pack') return writePack(readOption)
  const command = COMMANDS[name]
  if (!command) throw new Mistyped(`There is no command "${name}".`)
  const config = readConfig(env)
  connectModules()
  return withDatabase(config, async (url) => {
    await migrate(url)
    const database = openDatabase(url, { app: 2, system: 2 })
    try {
      return await command({ config: { ...config, databaseUrl: url }, database, world, say }, readOption)
    } finally {
      await database.close()
    }
  })
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
  'public-key',
  'retry',
  'files',
  'unasked',
  'confirm',
  'rotate',
  'damaged',
  'import',
  'remove',
  'from',
  'to',
  'version',
  'license',
  'source',
  'model',
  'vocabulary',
  'target-vocabulary',
  'sentences',
]

const COMMANDS: Record<string, (tools: Tools, given: OptionReader) => Promise<string>> = {
  'add-organization': addOwnedOrganization,
  'add-line': addCarrierLine,
  'verify-consent': verifyConsent,
  'audit-verify': auditVerify,
  'export-verify': (tools, readOption) => verifyExport(tools, needed(readOption, 'file'), readOption('public-key')),
  quarantine: showQuarantined,
  'restore-status': (tools) => showRestored(tools),
  'restore-release': (tools, readOption) => decideWith('release')(tools, readOption),
  'restore-cancel': (tools, readOption) => decideWith('cancel')(tools, readOption),
  'encryption-keys': (tools, readOption) =>
    showKeys(tools, {
      isRotating: isYes(readOption, 'rotate'),
      acceptsDamaged: isYes(readOption, 'damaged'),
      say: tools.say,
    }),
  clock: ({ database }, readOption) => showClock(database, readOption('confirm')),
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
    features: NEW_ORGANIZATION_FEATURES,
    now,
  })
  await addMember(system, { id: world.id(), orgId, userId, role: 'owner', now })
  return `Added ${name} (${slug}). Its owner ${email} can log in with the password ${password}`
}

async function addCarrierLine({ config, database, world }: Tools, readOption: OptionReader): Promise<string> {
  const carrier = needed(readOption, 'carrier')
  if (carrier !== 'twilio' && carrier !== 'telnyx')
    throw new Mistyped(`The carrier "${carrier}" is unknown; use twilio or telnyx.`)
  const system = database.asSystem('the operator adds a line')
  const organization = await organizationBySlug(system, needed(readOption, 'organization'))
  if (!organization) throw new Mistyped(`There is no organization "${readOption('organization')}".`)
  const phone = parsePhone(needed(readOption, 'phone'), organization.country)
  if (!phone) throw new Mistyped(`"${readOption('phone')}" is not a phone number.`)
  const rate = Number(readOption('rate') ?? '1')
  if (!(rate > 0 && rate <= 1000)) throw new Mistyped('--rate is messages per second, above 0 and at most 1000.')
  const credentials = carrier === 'telnyx' ? telnyxAccount(readOption) : twilioAccount(readOption)
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
      credentials,
    },
    world.now(),
  )
  const place = carrier === 'telnyx' ? 'the webhook of its messaging profile' : 'its incoming-message webhook (POST)'
  return `Added the line ${phone.display}. Set this address as ${place}:\n  ${config.publicUrl}/hooks/${carrier}/${id}`
}

function twilioAccount(readOption: OptionReader): NewLine['credentials'] {
  const key = needed(readOption, 'key')
  return { account: needed(readOption, 'account'), key, secret: key }
}

function telnyxAccount(readOption: OptionReader): NewLine['credentials'] {
  const key = needed(readOption, 'key')
  const secret = needed(readOption, 'public-key')
  if (!/^[A-Za-z0-9+/]{43}=$/.test(secret))
    throw new Mistyped('--public-key is the whole public key, which ends with =.')
  return { account: telnyxAccountOf(key), key, secret }
}

/** Lists the quarantined events, or retries them, and prints how many remain. */
function showQuarantined(tools: Tools, readOption: OptionReader): Promise<string> {
  return withKernel(tools, async (kernel) => {
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
  })
}

/** Ends the review of one organization with a decision. */
const decideWith =
  (decision: 'release' | 'cancel') =>
  (tools: Tools, readOption: OptionReader): Promise<string> =>
    decideRestored(tools, {
      slug: needed(readOption, 'organization'),
      decision,
      isForced: readOption('unasked') === 'yes',
    })

/** Explains an error to a person at a terminal. */
export function explainAdminError(error: unknown): string {
  const details = error as { code?: string; message?: string }
  if (error instanceof Mistyped || details.code?.startsWith('ERR_PARSE_ARGS')) return `${details.message}\n\n${USAGE}`
  if (details.code === '23505') return 'This email or number is already in use.'
  return details.message ?? String(error)
}
