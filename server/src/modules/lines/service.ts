import type { Words } from '@crewline/contract/words'
import type { BodyOf } from '@crewline/contract/endpoint'
import { LINE_CHECKS_PER_HOUR } from '@crewline/contract/limits'
import type { addLine as addLineEndpoint, editLine, LineView } from '@crewline/contract/lines'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { accountCheck } from './plugs.ts'
import { linePhone, PACE_OF_TYPE } from './rules.ts'
import {
  addLine,
  changeLine,
  holdLines,
  isInUse,
  makeDefault,
  markReleased,
  pauseLine,
  resumeLine,
  sealedCredentials,
  type Credentials,
  type Line,
  type NewLine,
} from './store.ts'
import { lineInUse, lineView } from './views.ts'

/** Carriers a number can be added at here. */
export function carriersHere(kernel: Kernel): LineView['carrier'][] {
  return kernel.config.simulators ? ['twilio', 'simulated'] : ['twilio']
}

/**
 * Adds a number. Its account is tried at the carrier before anything is written: `carrier_refused` when the carrier does
 * not know it, `upstream` when it does not answer, `phone_taken` when some organization here has the number.
 */
export async function add(kernel: Kernel, scope: Scope, ask: BodyOf<typeof addLineEndpoint>): Promise<LineView> {
  if (!carriersHere(kernel).includes(ask.carrier))
    fail('invalid', { fieldErrors: { carrier: { en: 'Choose a carrier.', es: 'Elige un operador.' } } })
  const phone = linePhone(ask.phone, ask.type, scope.org.country)
  if (phone === null)
    fail('phone_invalid', {
      fieldErrors: {
        phone:
          ask.type === 'short_code'
            ? {
                en: 'Enter the 5 or 6 digits of the short code.',
                es: 'Escribe los 5 o 6 dígitos del código corto.',
              }
            : { en: 'Enter a number with its area code.', es: 'Escribe un número con su código de área.' },
      },
    })
  // Before the carrier is asked: a simulated one would move the number to whoever names its account.
  if (await isInUse(kernel.database.asSystem('a number is of one organization only'), phone)) refuseTaken()
  const now = kernel.world.now()
  const line: NewLine = {
    id: kernel.world.id(),
    orgId: scope.orgId,
    phone,
    label: ask.label,
    carrier: ask.carrier,
    type: ask.type,
    textsPerSecond: ask.textsPerSecond ?? PACE_OF_TYPE[ask.type],
    credentials: credentialsFor(kernel, scope.orgId, ask),
  }
  await tryAccount(kernel, scope, asLine(line, now))
  await orTaken(
    scope.tx(async (tx) => {
      await addLine(tx.db, kernel.seal, line, now)
      tx.audit('line.added', line.id, {
        phone,
        carrier: line.carrier,
        type: ask.type,
        account: line.credentials.account,
      })
    }),
  )
  return shown(kernel, scope, line.id)
}

/** Changes a number; new credentials are tried at the carrier first, the others go on unchanged. */
export async function edit(
  kernel: Kernel,
  scope: Scope,
  { id, changes }: { id: string; changes: BodyOf<typeof editLine> },
): Promise<LineView> {
  const line = (await lineInUse(scope.db, kernel, id)) ?? fail('not_found')
  const credentials = changed(line, changes)
  if (credentials) await tryAccount(kernel, scope, { ...line, credentials })
  await scope.tx(async (tx) => {
    if (!(await holdLines(tx)).some((one) => one.id === id)) fail('not_found')
    const { label, textsPerSecond } = changes
    const sealed = credentials && sealedCredentials(kernel.seal, id, credentials)
    if (label !== undefined || textsPerSecond !== undefined || sealed) {
      await changeLine(tx, id, { label, textsPerSecond, credentials: sealed })
      tx.audit('line.changed', id, {
        label,
        textsPerSecond,
        ...(credentials ? { account: credentials.account, newKey: changes.key !== undefined } : {}),
      })
    }
    if (changes.isDefault) {
      await makeDefault(tx, id)
      tx.audit('line.made-default', id)
    }
    if (changes.paused === true) await pauseLine(tx, id, pausedBy(tx))
    if (changes.paused === false) await resumeLine(tx, id)
  })
  return shown(kernel, scope, id)
}

/** Gives a number up for good; the oldest one that works takes its place as default. `last_line` when there is no other. */
export async function release(scope: Scope, id: string): Promise<void> {
  await scope.tx(async (tx) => {
    const held = await holdLines(tx)
    const line = held.find((one) => one.id === id) ?? fail('not_found')
    const others = held.filter((one) => one.id !== id)
    const next = others.find((one) => one.state === 'active') ?? others[0] ?? fail('last_line')
    await markReleased(tx, id)
    if (line.isDefault) await makeDefault(tx, next.id)
    tx.audit('line.released', id)
  })
}

async function tryAccount(kernel: Kernel, scope: Scope, line: Line): Promise<void> {
  // Otherwise this would be a way to try out stolen tokens.
  await makeLimit(kernel, 'line-check', LINE_CHECKS_PER_HOUR, 3600).take(scope.orgId)
  const verdict = await accountCheck.get()(kernel, line, line.label)
  if (verdict === 'ok') return
  if (verdict === 'unreachable') fail('upstream', { internal: `the carrier ${line.carrier} did not answer a check` })
  fail('carrier_refused', {
    fieldErrors:
      verdict === 'unknown_account'
        ? {
            key: {
              en: 'The carrier does not know this account with this token.',
              es: 'El operador no reconoce esta cuenta con este token.',
            },
          }
        : { phone: { en: 'This number is not in that account.', es: 'Este número no está en esa cuenta.' } },
  })
}

/** A simulated number needs no account from people: the organization has one of its own there. */
function credentialsFor(kernel: Kernel, orgId: string, ask: BodyOf<typeof addLineEndpoint>): Credentials {
  if (ask.carrier === 'simulated') {
    const hex = () => kernel.world.bytes(16).toString('hex')
    return { account: ask.account ?? `crewline-${orgId}-${hex().slice(0, 8)}`, key: ask.key ?? hex(), secret: hex() }
  }
  const missing: Record<string, Words> = {}
  if (!ask.account) missing['account'] = { en: 'Enter the account SID.', es: 'Escribe el SID de la cuenta.' }
  if (!ask.key) missing['key'] = { en: 'Enter the auth token.', es: 'Escribe el token de acceso.' }
  if (!ask.account || !ask.key) fail('invalid', { fieldErrors: missing })
  return { account: ask.account, key: ask.key, secret: ask.key }
}

/** Credentials after a change; undefined when they stay. Twilio signs with the token itself. */
function changed(line: Line, { account, key }: BodyOf<typeof editLine>): Credentials | undefined {
  if (account === undefined && key === undefined) return undefined
  const kept = line.credentials
  const secret = line.carrier === 'twilio' ? (key ?? kept.secret) : kept.secret
  return { account: account ?? kept.account, key: key ?? kept.key, secret }
}

async function shown(kernel: Kernel, scope: Scope, id: string): Promise<LineView> {
  return lineView(kernel, scope, (await lineInUse(scope.db, kernel, id)) ?? fail('not_found'))
}

function asLine(line: NewLine, now: Date): Line {
  return { ...line, type: line.type ?? 'local', state: 'active', pausedReason: null, isDefault: false, createdAt: now }
}

function pausedBy({ actor }: Tx): Words {
  if (actor.kind !== 'member') return { en: 'Paused by the operator.', es: 'En pausa por quien opera el servicio.' }
  const name = `${actor.firstname} ${actor.lastname}`.trim()
  return { en: `Paused by ${name}.`, es: `En pausa por ${name}.` }
}

/** PostgreSQL's word for a value that must be unique and is there already. */
async function orTaken(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    refuseTaken()
  }
}

function refuseTaken(): never {
  return fail('phone_taken', {
    fieldErrors: { phone: { en: 'This number is in use here already.', es: 'Este número ya se usa aquí.' } },
  })
}
