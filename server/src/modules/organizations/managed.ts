import { isDeepStrictEqual } from 'node:util'
import { HOLIDAYS_MAX } from '@crewline/contract/limits'
import type { OrganizationSettings } from '@crewline/contract/organizations'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { HOLIDAYS, HOURS, OrganizationChanged } from './events.ts'
import { areSameDays, type StoredHoliday } from './holiday-rules.ts'
import {
  lockHolidays,
  lockOrganization,
  releaseManagedHolidays,
  replaceManagedHolidays,
  saveHours,
  saveHoursManager,
} from './store.ts'
import { holidaysOf, hoursManagerOf, settingsOf } from './views.ts'

type Hours = OrganizationSettings['businessHours']

/** Gives the organization of the transaction the business hours of its parent, which only the parent changes. Idempotent. */
export async function keepManagedHours(tx: Tx, hours: Hours, { managedBy }: { managedBy: string }): Promise<void> {
  await lockOrganization(tx)
  const { businessHours } = await settingsOf(tx.db, tx.orgId)
  if ((await hoursManagerOf(tx.db, tx.orgId)) !== managedBy) await saveHoursManager(tx, managedBy)
  if (isDeepStrictEqual(businessHours, hours)) return
  await saveHours(tx, hours)
  tx.publish(OrganizationChanged, { fields: [HOURS] })
  tx.audit('organization.hours-handed-down', tx.orgId, {
    before: { [HOURS]: businessHours },
    after: { [HOURS]: hours },
  })
}

/** Makes the business hours those of the organization itself: those from before, or as they are when it had none. */
export async function releaseHours(tx: Tx): Promise<void> {
  await lockOrganization(tx)
  if ((await hoursManagerOf(tx.db, tx.orgId)) === null) return
  await saveHoursManager(tx, null)
  tx.publish(OrganizationChanged, { fields: [HOURS] })
  tx.audit('organization.hours-released', tx.orgId)
}

/**
 * Gives the organization of the transaction the holidays of its parent, beside its own; its own of the same days stay
 * instead. Fails with `too_many` when both together are. Idempotent.
 */
export async function keepManagedHolidays(
  tx: Tx,
  holidays: readonly StoredHoliday[],
  { managedBy }: { managedBy: string },
): Promise<void> {
  await lockHolidays(tx)
  const all = await holidaysOf(tx.db, tx.orgId)
  const ids = new Set(holidays.map(({ id }) => id))
  const own = all.filter(({ id, handedDown }) => !handedDown && !ids.has(id))
  const wanted = holidays.filter((holiday) => !own.some((other) => replaces(other, holiday)))
  if (own.length + wanted.length > HOLIDAYS_MAX) fail('too_many')
  const before = all.filter(({ handedDown }) => handedDown)
  if (isDeepStrictEqual(before.map(comparable).toSorted(), wanted.map(comparable).toSorted())) return
  await replaceManagedHolidays(tx, wanted, managedBy)
  tx.publish(OrganizationChanged, { fields: [HOLIDAYS] })
  tx.audit('holiday.handed-down', tx.orgId, { names: wanted.map(({ name }) => name).slice(0, 20) })
}

/** Makes the holidays of the parent those of the organization itself. */
export async function releaseHolidays(tx: Tx): Promise<void> {
  await lockHolidays(tx)
  if (!(await holidaysOf(tx.db, tx.orgId)).some(({ handedDown }) => handedDown)) return
  await releaseManagedHolidays(tx)
  tx.publish(OrganizationChanged, { fields: [HOLIDAYS] })
  tx.audit('holiday.released', tx.orgId)
}

/** Whether a holiday of the organization itself closes it on all days of one of the parent; the same days exist once. */
function replaces(own: StoredHoliday, ofParent: StoredHoliday): boolean {
  if (own.from === ofParent.from && own.to === ofParent.to) return true
  return areSameDays(own, ofParent) && (own.yearly || !ofParent.yearly)
}

function comparable({ id, name, from, to, yearly }: StoredHoliday): string {
  return JSON.stringify([id, name, from, to, yearly])
}
