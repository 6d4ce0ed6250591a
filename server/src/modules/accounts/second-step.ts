import { BACKUP_CODES, CODE_ATTEMPTS_MAX, MFA_STEP_MS } from '@crewline/contract/limits'
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
import { noteCode, userById, spendStep, type UserAccount } from './store/people.ts'
import { addSecret, countTry, secretByToken, spendSecret } from './store/secrets.ts'

/** Time step of the authenticator app, in seconds (RFC 6238). */
const STEP_S = 30

/** Starts the second step of a log-in, and texts the code if the user receives codes by text. */
export async function startSecondStep(
  kernel: Kernel,
  system: Db,
  account: UserAccount,
  { organizationId, guest }: { organizationId: string | undefined; guest: Guest },
) {
  const mfaToken = makeToken(kernel.world)
  await addSecret(system, {
    id: kernel.world.id(),
    tokenHash: tokenHash(mfaToken),
    purpose: 'mfa',
    userId: account.id,
    detail: organizationId ? { organizationId } : {},
    now: kernel.world.now(),
    lifeMs: MFA_STEP_MS,
  })
  const method = account.mfaMethod === 'sms' ? ('sms' as const) : ('totp' as const)
  if (method === 'sms' && account.phone) {
    await sendCode(kernel, system, account, { phone: account.phone, source: 'mfa', from: guest }).catch(
      (error: unknown) => {
        // The previous code may still be valid. The page offers another one after the wait.
        if (!(error instanceof Failure && error.code === 'slow_down')) throw error
      },
    )
  }
  return {
    mfaRequired: true as const,
    mfaToken,
    method,
    maskedDestination: method === 'sms' && account.phone ? maskedPhone(account.phone) : null,
  }
}

/**
 * Completes a log-in with a code from the app, a text, or a backup code. After five tries the log-in must be restarted.
 */
export async function passSecondStep(guest: Guest, request: { mfaToken: string; code: string; trustDevice: boolean }) {
  const { kernel } = guest
  const system = kernel.database.asSystem('two-step login happens before the organization is known')
  const now = kernel.world.now()
  const secret = await secretByToken(system, { tokenHash: tokenHash(request.mfaToken), purpose: 'mfa', now })
  const account = secret && (await userById(system, secret.userId))
  if (!secret || !account || account.deactivatedAt) return fail('mfa_expired')
  const tries = await countTry(system, { id: secret.id, most: CODE_ATTEMPTS_MAX, now })
  if (tries === undefined) return fail('mfa_expired')
  await checkStep(kernel, system, account, { code: request.code, triesLeft: CODE_ATTEMPTS_MAX - tries }).catch(
    (error: unknown) => {
      if (error instanceof Failure && error.code === 'code_wrong')
        noteRefusal(kernel, account.id, { why: 'code', from: guest, requestId: guest.requestId })
      throw error
    },
  )
  if (!(await spendSecret(system, secret.id, now))) return fail('mfa_expired')
  const opened = await openFor(kernel, system, account, {
    from: guest,
    requestId: guest.requestId,
    method: 'code',
    organizationId: secret.detail['organizationId'],
  })
  if (!opened) return fail('invalid_credentials', { internal: 'no organization' })
  return request.trustDevice ? { ...opened, deviceToken: await trust(kernel, system, account, guest) } : opened
}

async function checkStep(
  kernel: Kernel,
  system: Db,
  account: UserAccount,
  { code, triesLeft }: { code: string; triesLeft: number },
): Promise<void> {
  if (!/^\d{6}$/.test(code)) {
    await takeTry(kernel, account)
    const isCorrect = await spendBackupCode(
      system,
      account.id,
      backupCodeFingerprint(kernel, account.id, code),
      kernel.world.now(),
    )
    await noteCode(system, account.id, isCorrect)
    if (!isCorrect) refuseCode(triesLeft)
  } else if (account.mfaMethod === 'sms') {
    const phone = await checkCode(kernel, system, account, { code, source: 'mfa' })
    if (phone !== account.phone) fail('code_dead')
  } else {
    await takeTry(kernel, account, true)
    const isCorrect = await checkAppCode(kernel, system, account, { code, sealed: account.mfaSecret })
    await noteCode(system, account.id, isCorrect)
    if (!isCorrect) refuseCode(triesLeft)
  }
}

/** Checks an app code against the current time step, one step early or late. Each code works once (RFC 6238, 5.2). */
export async function checkAppCode(
  kernel: Kernel,
  system: Db,
  account: UserAccount,
  { code, sealed }: { code: string; sealed: string | null },
): Promise<boolean> {
  if (!sealed) return false
  const timestamp = kernel.world.now().getTime()
  const delta = appOf(account, kernel.encryption.open(appSecretContextOf(account.id), sealed)).validate({
    token: code,
    timestamp,
    window: 1,
  })
  if (delta === null) return false
  return spendStep(system, account.id, Math.floor(timestamp / 1000 / STEP_S) + delta)
}

/** Creates an app secret, its encrypted form for the database, and the URI for the QR code. */
export function newAppSecret(kernel: Kernel, account: UserAccount): { secret: string; uri: string; sealed: string } {
  const secret = new Secret({ buffer: new Uint8Array(kernel.world.bytes(20)).buffer }).base32
  return {
    secret,
    uri: appOf(account, secret).toString(),
    sealed: kernel.encryption.seal(appSecretContextOf(account.id), secret),
  }
}

/** Creates ten backup codes and the fingerprints stored in their place. */
export function newBackupCodes(kernel: Kernel, userId: string): { codes: string[]; fingerprints: Buffer[] } {
  const codes = Array.from({ length: BACKUP_CODES }, () => {
    const text = new Secret({ buffer: new Uint8Array(kernel.world.bytes(10)).buffer }).base32.slice(0, 10)
    // Six digits alone would look like an app code.
    return `${text.slice(0, 5)}-${text.slice(5)}`
  })
  return { codes, fingerprints: codes.map((code) => backupCodeFingerprint(kernel, userId, code.replace('-', ''))) }
}

async function trust(kernel: Kernel, system: Db, account: UserAccount, guest: Guest): Promise<string> {
  const token = makeToken(kernel.world)
  await addDevice(system, {
    id: kernel.world.id(),
    userId: account.id,
    tokenHash: tokenHash(token),
    userAgent: guest.userAgent,
    now: kernel.world.now(),
  })
  return token
}

function appOf(account: UserAccount, secret: string): TOTP {
  return new TOTP({ issuer: 'Crewline', label: account.email, secret, digits: 6, period: STEP_S, algorithm: 'SHA1' })
}

/** Seals the secret of an account again: a copy of a sealed value could keep a key in use that is being replaced. */
export function sealAppSecretAgain(kernel: Kernel, userId: string, sealed: string): string {
  const place = appSecretContextOf(userId)
  return kernel.encryption.seal(place, kernel.encryption.open(place, sealed))
}

/** Returns the encryption context of the secret of an authenticator app. */
export function appSecretContextOf(userId: string): string {
  return `person|mfa_secret|${userId}`
}

function backupCodeFingerprint(kernel: Kernel, userId: string, code: string): Buffer {
  return kernel.encryption.fingerprint(`backup_code|${userId}`, code)
}
