import { BACKUP_CODES, CODE_TRIES, MFA_STEP_MS } from '@crewline/contract/limits'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '../../kernel/db/pool.ts'
import { Failure, fail } from '../../kernel/failure.ts'
import type { Guest } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { checkCode, refuseCode, sendCode, takeTry } from './codes.ts'
import { noteRefusal } from './refusals.ts'
import { maskedPhone } from './rules.ts'
import { openFor } from './sessions.ts'
import { addDevice, spendBackupCode } from './store/codes.ts'
import { noteCode, personById, spendStep, type Person } from './store/people.ts'
import { addSecret, countTry, secretByToken, spendSecret } from './store/secrets.ts'

/** The step of the app's clock, in seconds (RFC 6238). */
const STEP_S = 30

/** Lets a log-in wait for its second step, and texts the code where that is the way. */
export async function askSecondStep(
  kernel: Kernel,
  system: Db,
  person: Person,
  { organizationId, guest }: { organizationId: string | undefined; guest: Guest },
) {
  const mfaToken = makeToken(kernel.world)
  await addSecret(system, {
    id: kernel.world.id(),
    tokenHash: tokenHash(mfaToken),
    purpose: 'mfa',
    personId: person.id,
    detail: organizationId ? { organizationId } : {},
    now: kernel.world.now(),
    lifeMs: MFA_STEP_MS,
  })
  const method = person.mfaMethod === 'sms' ? ('sms' as const) : ('totp' as const)
  if (method === 'sms' && person.phone) {
    await sendCode(kernel, system, person, { phone: person.phone, source: 'mfa', from: guest }).catch(
      (error: unknown) => {
        // The last code may still be good; the page offers another when its time has come.
        if (!(error instanceof Failure && error.code === 'slow_down')) throw error
      },
    )
  }
  return {
    mfaRequired: true as const,
    mfaToken,
    method,
    maskedDestination: method === 'sms' && person.phone ? maskedPhone(person.phone) : null,
  }
}

/** Finishes a log-in with a code from the app, a text, or a backup code; five tries, and then from the start. */
export async function passSecondStep(guest: Guest, ask: { mfaToken: string; code: string; trustDevice: boolean }) {
  const { kernel } = guest
  const system = kernel.database.asSystem('the second step comes before any organization is known')
  const now = kernel.world.now()
  const secret = await secretByToken(system, { tokenHash: tokenHash(ask.mfaToken), purpose: 'mfa', now })
  const person = secret && (await personById(system, secret.personId))
  if (!secret || !person || person.deactivatedAt) return fail('mfa_expired')
  const tries = await countTry(system, { id: secret.id, most: CODE_TRIES, now })
  if (tries === undefined) return fail('mfa_expired')
  await checkStep(kernel, system, person, { code: ask.code, left: CODE_TRIES - tries }).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'code_wrong')
      noteRefusal(kernel, person.id, { why: 'code', from: guest, requestId: guest.requestId })
    throw error
  })
  if (!(await spendSecret(system, secret.id, now))) return fail('mfa_expired')
  const opened = await openFor(kernel, system, person, {
    from: guest,
    requestId: guest.requestId,
    organizationId: secret.detail['organizationId'],
  })
  if (!opened) return fail('invalid_credentials', { internal: 'no organization' })
  return ask.trustDevice ? { ...opened, deviceToken: await trust(kernel, system, person, guest) } : opened
}

async function checkStep(
  kernel: Kernel,
  system: Db,
  person: Person,
  { code, left }: { code: string; left: number },
): Promise<void> {
  if (!/^\d{6}$/.test(code)) {
    await takeTry(kernel, person)
    const isRight = await spendBackupCode(system, person.id, backupMark(kernel, person.id, code), kernel.world.now())
    await noteCode(system, person.id, isRight)
    if (!isRight) refuseCode(left)
  } else if (person.mfaMethod === 'sms') {
    const phone = await checkCode(kernel, system, person, { code, source: 'mfa' })
    if (phone !== person.phone) fail('code_dead')
  } else {
    await takeTry(kernel, person, true)
    const isRight = await checkAppCode(kernel, system, person, { code, sealed: person.mfaSecret })
    await noteCode(system, person.id, isRight)
    if (!isRight) refuseCode(left)
  }
}

/** Whether a code comes from the person's app now, one step early or late; each works once (RFC 6238, 5.2). */
export async function checkAppCode(
  kernel: Kernel,
  system: Db,
  person: Person,
  { code, sealed }: { code: string; sealed: string | null },
): Promise<boolean> {
  if (!sealed) return false
  const timestamp = kernel.world.now().getTime()
  const delta = appOf(person, kernel.seal.open(appPlace(person.id), sealed)).validate({
    token: code,
    timestamp,
    window: 1,
  })
  if (delta === null) return false
  return spendStep(system, person.id, Math.floor(timestamp / 1000 / STEP_S) + delta)
}

/** A new secret for an app, sealed for the database, with what the QR code holds. */
export function newAppSecret(kernel: Kernel, person: Person): { secret: string; uri: string; sealed: string } {
  const secret = new Secret({ buffer: new Uint8Array(kernel.world.bytes(20)).buffer }).base32
  return { secret, uri: appOf(person, secret).toString(), sealed: kernel.seal.seal(appPlace(person.id), secret) }
}

/** Ten new backup codes, and how they are kept. */
export function newBackupCodes(kernel: Kernel, personId: string): { codes: string[]; marks: Buffer[] } {
  const codes = Array.from({ length: BACKUP_CODES }, () => {
    const text = new Secret({ buffer: new Uint8Array(kernel.world.bytes(10)).buffer }).base32.slice(0, 10)
    // Six digits alone would look like a code of the app.
    return `${text.slice(0, 5)}-${text.slice(5)}`
  })
  return { codes, marks: codes.map((code) => backupMark(kernel, personId, code.replace('-', ''))) }
}

async function trust(kernel: Kernel, system: Db, person: Person, guest: Guest): Promise<string> {
  const token = makeToken(kernel.world)
  await addDevice(system, {
    id: kernel.world.id(),
    personId: person.id,
    tokenHash: tokenHash(token),
    userAgent: guest.userAgent,
    now: kernel.world.now(),
  })
  return token
}

function appOf(person: Person, secret: string): TOTP {
  return new TOTP({ issuer: 'Crewline', label: person.email, secret, digits: 6, period: STEP_S, algorithm: 'SHA1' })
}

function appPlace(personId: string): string {
  return `person|mfa_secret|${personId}`
}

function backupMark(kernel: Kernel, personId: string, code: string): Buffer {
  return kernel.seal.mark(`backup_code|${personId}`, code)
}
