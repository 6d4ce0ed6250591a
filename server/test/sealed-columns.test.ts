import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sealedColumns } from '../src/kernel/secrets/sealed-columns.ts'
import { connectModules } from '../src/main/modules.ts'

const SOURCE = join(import.meta.dirname, '../src')

/** Where values are sealed, and the column that keeps them; null: what is kept by a browser or page for some minutes. */
const SEALS: Record<string, string | null> = {
  'kernel/http/idempotency.ts': 'idempotent_call.sealed',
  'modules/accounts/requests.ts': 'mail_request.sealed',
  'modules/accounts/second-step.ts': 'user_account.mfa_secret, user_account.mfa_secret_offered',
  'modules/carrier-registration/form.ts': 'carrier_registration_form.ein',
  'modules/delivery/quarantine.ts': 'quarantined_event.sealed',
  'modules/forms/proof.ts': null,
  'modules/hr/connecting.ts': 'hr_connection.token',
  'modules/integrations/service.ts': 'chat_channel.url',
  'modules/lines/store.ts': 'line.credentials',
  'modules/mail/queue.ts': 'mail.sealed',
  'modules/notifications/devices.ts': 'push_device.sealed',
  'modules/notifications/following.ts': 'push_message.sealed',
  'modules/opt-in/phone-codes.ts': null,
  'modules/sso/log-in.ts': 'sso_attempt.request',
  'modules/sso/settings.ts': 'sso_connection.client_secret',
  'modules/webhooks/service.ts': 'webhook_endpoint.secret, webhook_endpoint.previous_secret',
}

/** What proves that a process has a key, the command itself, and the spool, which tests of the command cover. */
const OTHERS = [
  'kernel/secrets/keys-in-use.ts',
  'kernel/secrets/master-key.ts',
  'kernel/secrets/seal-again.ts',
  'modules/delivery/spool.ts',
]

test('every call that seals a value is known here, so that its column is listed for the rotation of keys', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('secrets/encryption.ts'))
    .filter((path) => /\.seal\(/.test(readFileSync(join(SOURCE, path), 'utf8')))
  expect(files.toSorted()).toEqual([...Object.keys(SEALS), ...OTHERS].toSorted())
  connectModules()
  const listed = sealedColumns().map(({ table, column }) => `${table}.${column}`)
  expect(listed.toSorted()).toEqual(
    Object.values(SEALS)
      .flatMap((columns) => columns?.split(', ') ?? [])
      .toSorted(),
  )
})
