import type { SsoSettings } from '@crewline/contract/sso'
import { readTxtRecords } from '../../kernel/egress/txt-records.ts'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { readSettings, recordNameOf, recordValueOf } from './read-settings.ts'
import { requireOwner } from './settings.ts'
import { addDomain, deleteDomain, lockConnection, markVerified } from './store.ts'
import { listDomains } from './views.ts'

type Answer = Promise<{ sso: SsoSettings }>

/** Look-ups of domains of one organization in an hour. */
const LOOKUPS_PER_HOUR = 60

/** Adds an email domain. It counts once its holder has published the record. */
export async function add(kernel: Kernel, scope: Scope, domain: string): Answer {
  requireOwner(scope)
  const token = scope.world.bytes(18).toString('base64url')
  await scope.tx(async (tx) => {
    // One at a time, so that the limit holds.
    await lockConnection(tx)
    await addDomain(tx, { domain, token })
    tx.audit('sso.domain_added', null, { domain })
  })
  return readSettings(kernel, scope)
}

/** Looks for the DNS record of a domain: only its holder can publish it. Fails with `domain_not_proved` without it. */
export async function verify(kernel: Kernel, scope: Scope, domain: string): Answer {
  requireOwner(scope)
  const found = (await listDomains(scope.db, scope.orgId)).find((listed) => listed.domain === domain)
  if (!found) return fail('not_found')
  if (found.verifiedAt) return readSettings(kernel, scope)
  await makeLimit(kernel, 'sso-domain', LOOKUPS_PER_HOUR, 3600).take(scope.orgId)
  const records = await readTxtRecords(recordNameOf(domain), kernel.config.dnsServers)
  if (!records.some((record) => record.trim() === recordValueOf(found.token))) return fail('domain_not_proved')
  await scope.tx(async (tx) => {
    await markVerified(tx, domain)
    tx.audit('sso.domain_verified', null, { domain })
  })
  return readSettings(kernel, scope)
}

/** Removes a domain. Its addresses can no longer log in through the identity provider; sessions stay. */
export async function remove(kernel: Kernel, scope: Scope, domain: string): Answer {
  requireOwner(scope)
  await scope.tx(async (tx) => {
    if (!(await deleteDomain(tx, domain))) fail('not_found')
    tx.audit('sso.domain_removed', null, { domain })
  })
  return readSettings(kernel, scope)
}
