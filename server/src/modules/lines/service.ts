import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import type { BodyOf } from '@crewline/contract/endpoint'
import { LINE_CHECKS_PER_HOUR } from '@crewline/contract/limits'
import type { addLine as addLineEndpoint, editLine, LineView } from '@crewline/contract/lines'
import { changeOf } from '../../kernel/audit-change.ts'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { accountCheck } from './ports.ts'
import { linePhone, DEFAULT_RATE_BY_TYPE, telnyxAccountOf } from './rules.ts'
import {
  addLine,
  changeLine,
  lockLines,
  isInUse,
  makeDefault,
  markReleased,
  pauseLine,
  resumeLine,
  encryptedCredentials,
  type Credentials,
  type Line,
  type NewLine,
} from './store.ts'
import { lineInUse, lineView } from './views.ts'

/** Returns the carriers at which this installation can add lines. */
export function carriersHere(kernel: Kernel): LineView['carrier'][] {
  return kernel.config.simulators ? ['twilio', 'telnyx', 'simulated'] : ['twilio', 'telnyx']
}

/**
 * Adds a line. Verifies its account at the carrier before saving: fails with `carrier_refused` when the carrier rejects
 * it, `upstream` when it does not answer, and `phone_taken` when an organization of this installation has the number.
 */
export async function add(kernel: Kernel, scope: Scope, input: BodyOf<typeof addLineEndpoint>): Promise<LineView> {
  if (!carriersHere(kernel).includes(input.carrier))
    fail('invalid', { fieldErrors: { carrier: msg({ message: 'Choose a carrier.' }) } })
  const phone = linePhone(input.phone, input.type, scope.org.country)
  if (phone === null)
    fail('phone_invalid', {
      fieldErrors: {
        phone:
          input.type === 'short_code'
            ? msg({ message: 'Enter the 5 or 6 digits of the short code.' })
            : msg({ message: 'Enter a number with its area code.' }),
      },
    })
  // Must precede the carrier check: the simulated carrier would move the number to the account named in the request.
  if (await isInUse(kernel.database.asSystem('a number can belong to one organization only'), phone)) failPhoneTaken()
  const now = kernel.world.now()
  const line: NewLine = {
    id: kernel.world.id(),
    orgId: scope.orgId,
    phone,
    label: input.label,
    carrier: input.carrier,
    type: input.type,
    textsPerSecond: input.textsPerSecond ?? DEFAULT_RATE_BY_TYPE[input.type],
    credentials: credentialsFor(kernel, scope.orgId, input),
  }
  await tryAccount(kernel, scope, asLine(line, now))
  await refuseTakenPhone(
    scope.tx(async (tx) => {
      await addLine(tx.db, kernel.encryption, line, now)
      tx.audit('line.added', line.id, {
        phone,
        carrier: line.carrier,
        type: input.type,
        account: line.credentials.account,
      })
    }),
  )
  return readLineView(kernel, scope, line.id)
}

/** Edits a line; verifies new credentials at the carrier first and keeps omitted ones. */
export async function edit(
  kernel: Kernel,
  scope: Scope,
  { id, changes }: { id: string; changes: BodyOf<typeof editLine> },
): Promise<LineView> {
  const line = (await lineInUse(scope.db, kernel, id)) ?? fail('not_found')
  const credentials = changed(line, changes)
  if (credentials) await tryAccount(kernel, scope, { ...line, credentials })
  await scope.tx(async (tx) => {
    if (!(await lockLines(tx)).some((lockedLine) => lockedLine.id === id)) fail('not_found')
    const before = (await lineInUse(tx.db, kernel, id)) ?? fail('not_found')
    const { label, textsPerSecond } = changes
    const encrypted = credentials && encryptedCredentials(kernel.encryption, id, credentials)
    if (label !== undefined || textsPerSecond !== undefined || encrypted) {
      await changeLine(tx, id, { label, textsPerSecond, credentials: encrypted })
      const after = {
        label: label ?? before.label,
        textsPerSecond: textsPerSecond ?? before.textsPerSecond,
        account: (credentials ?? before.credentials).account,
      }
      tx.audit('line.changed', id, {
        ...changeOf({ ...before, account: before.credentials.account }, after),
        ...(credentials ? { newKey: changes.key !== undefined } : {}),
      })
    }
    if (changes.isDefault) {
      await makeDefault(tx, id)
      tx.audit('line.made-default', id)
    }
    if (changes.paused === true) await pauseLine(tx, id, pausedBy(tx))
    if (changes.paused === false) await resumeLine(tx, id)
  })
  return readLineView(kernel, scope, id)
}

/**
 * Releases a line permanently; the oldest active line becomes the default. Fails with `last_line` when there is no
 * other line.
 */
export async function release(scope: Scope, id: string): Promise<void> {
  await scope.tx(async (tx) => {
    const held = await lockLines(tx)
    const line = held.find((lockedLine) => lockedLine.id === id) ?? fail('not_found')
    const others = held.filter((lockedLine) => lockedLine.id !== id)
    const next = others.find((otherLine) => otherLine.state === 'active') ?? others[0] ?? fail('last_line')
    await markReleased(tx, id)
    if (line.isDefault) await makeDefault(tx, next.id)
    tx.audit('line.released', id)
  })
}

async function tryAccount(kernel: Kernel, scope: Scope, line: Line): Promise<void> {
  // Without the limit, stolen tokens could be tried out here.
  await makeLimit(kernel, 'line-check', LINE_CHECKS_PER_HOUR, 3600).take(scope.orgId)
  const checkResult = await accountCheck.get()(kernel, line, line.label)
  if (checkResult === 'ok') return
  if (checkResult === 'unreachable')
    fail('upstream', { internal: `the carrier ${line.carrier} did not answer a check` })
  fail('carrier_refused', {
    fieldErrors:
      checkResult === 'unknown_account'
        ? {
            key: msg({ message: "The carrier didn't recognize this account and token." }),
          }
        : checkResult === 'no_profile'
          ? { phone: msg({ message: 'This number has no messaging profile at the carrier. Assign one there first.' }) }
          : { phone: msg({ message: "This number isn't in that account." }) },
  })
}

/** A simulated line needs no account from the user: the organization has its own simulated account. */
export function credentialsFor(
  kernel: Kernel,
  orgId: string,
  input: Pick<BodyOf<typeof addLineEndpoint>, 'carrier' | 'account' | 'key' | 'publicKey'>,
): Credentials {
  if (input.carrier === 'simulated') {
    const hex = () => kernel.world.bytes(16).toString('hex')
    return {
      account: input.account ?? `crewline-${orgId}-${hex().slice(0, 8)}`,
      key: input.key ?? hex(),
      secret: hex(),
    }
  }
  const missing: Record<string, LocalizedText> = {}
  if (input.carrier === 'telnyx') {
    if (!input.key) missing['key'] = msg({ message: 'Enter the API key.' })
    if (!input.publicKey) missing['publicKey'] = msg({ message: 'Enter the public key.' })
    if (!input.key || !input.publicKey) fail('invalid', { fieldErrors: missing })
    return { account: telnyxAccountOf(input.key), key: input.key, secret: input.publicKey }
  }
  if (!input.account) missing['account'] = msg({ message: 'Enter the account SID.' })
  if (!input.key) missing['key'] = msg({ message: 'Enter the auth token.' })
  if (!input.account || !input.key) fail('invalid', { fieldErrors: missing })
  return { account: input.account, key: input.key, secret: input.key }
}

/**
 * Returns the changed credentials; undefined when they stay. At Twilio the auth token also signs webhooks, at Telnyx the
 * public key verifies them.
 */
function changed(line: Line, { account, key, publicKey }: BodyOf<typeof editLine>): Credentials | undefined {
  if (account === undefined && key === undefined && publicKey === undefined) return undefined
  const stored = line.credentials
  if (line.carrier === 'telnyx') {
    const newKey = key ?? stored.key
    return { account: telnyxAccountOf(newKey), key: newKey, secret: publicKey ?? stored.secret }
  }
  const secret = line.carrier === 'twilio' ? (key ?? stored.secret) : stored.secret
  return { account: account ?? stored.account, key: key ?? stored.key, secret }
}

/** Returns the view of a line of the organization. */
export async function readLineView(kernel: Kernel, scope: Scope, id: string): Promise<LineView> {
  return lineView(kernel, scope, (await lineInUse(scope.db, kernel, id)) ?? fail('not_found'))
}

/** Returns a line to insert as it will be stored. */
export function asLine(line: NewLine, now: Date): Line {
  return { ...line, type: line.type ?? 'local', state: 'active', pausedReason: null, isDefault: false, createdAt: now }
}

function pausedBy({ actor }: Tx): LocalizedText {
  if (actor.kind !== 'member') return msg({ message: 'Paused by the operator.' })
  const name = `${actor.firstname} ${actor.lastname}`.trim()
  return msg({ message: 'Paused by {name}.', values: { name } })
}

/** Maps the unique violation of PostgreSQL to `phone_taken`. */
export async function refuseTakenPhone(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    failPhoneTaken()
  }
}

/** Fails with `phone_taken`. */
export function failPhoneTaken(): never {
  return fail('phone_taken', {
    fieldErrors: { phone: msg({ message: 'You already use this number.' }) },
  })
}
