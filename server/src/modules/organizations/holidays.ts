import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { createHoliday, editHoliday, Holiday } from '@crewline/contract/holidays'
import { HOLIDAY_DAYS_MAX, HOLIDAYS_MAX } from '@crewline/contract/limits'
import type { LocalizedText } from '@crewline/contract/words'
import { Temporal } from 'temporal-polyfill'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { HOLIDAYS, OrganizationChanged } from './events.ts'
import { areSameDays, inOrder, lengthOf, type StoredHoliday } from './holiday-rules.ts'
import { deleteHoliday as forget, lockHolidays, writeHoliday } from './store.ts'
import { holidaysOf, organizationOf } from './views.ts'

/** Returns all holidays, current and upcoming ones first. */
export async function listHolidays(scope: Scope): Promise<{ holidays: Holiday[] }> {
  const [{ organization }, stored] = await Promise.all([
    organizationOf(scope.db, scope.orgId),
    holidaysOf(scope.db, scope.orgId),
  ])
  const now = Temporal.Instant.fromEpochMilliseconds(scope.world.now().getTime())
  const today = now.toZonedDateTimeISO(organization.timezone).toPlainDate().toString()
  return { holidays: inOrder(stored, today) }
}

/** Closes the organization on these days. Refuses days that are already a holiday. */
export async function addHoliday(scope: Scope, input: BodyOf<typeof createHoliday>): Promise<{ holidays: Holiday[] }> {
  const holiday = { id: scope.world.id(), ...input }
  refuseOddDays(holiday)
  await scope.tx(async (tx) => {
    await lockHolidays(tx)
    const others = await holidaysOf(tx.db, tx.orgId)
    if (others.length >= HOLIDAYS_MAX) fail('too_many')
    refuseTwice(holiday, others)
    await writeHoliday(tx, holiday)
    tx.publish(OrganizationChanged, { fields: [HOLIDAYS] })
    tx.audit('holiday.created', holiday.id, { ...input })
  })
  return listHolidays(scope)
}

/** Changes a holiday. Missing fields stay unchanged. */
export async function changeHoliday(
  scope: Scope,
  id: string,
  changes: BodyOf<typeof editHoliday>,
): Promise<{ holidays: Holiday[] }> {
  await scope.tx(async (tx) => {
    await lockHolidays(tx)
    const all = await holidaysOf(tx.db, tx.orgId)
    const before = all.find((candidate) => candidate.id === id) ?? fail('not_found')
    if (before.handedDown) fail('managed_elsewhere')
    const holiday: StoredHoliday = {
      id,
      name: changes.name ?? before.name,
      from: changes.from ?? before.from,
      to: changes.to ?? before.to,
      yearly: changes.yearly ?? before.yearly,
    }
    refuseOddDays(holiday)
    refuseTwice(
      holiday,
      all.filter((candidate) => candidate.id !== id),
    )
    await writeHoliday(tx, holiday)
    tx.publish(OrganizationChanged, { fields: [HOLIDAYS] })
    const { name, from, to, yearly } = before
    const { id: _id, ...after } = holiday
    tx.audit('holiday.changed', id, { before: { name, from, to, yearly }, after })
  })
  return listHolidays(scope)
}

/** Deletes a holiday. */
export async function removeHoliday(scope: Scope, id: string): Promise<{ holidays: Holiday[] }> {
  await scope.tx(async (tx) => {
    await lockHolidays(tx)
    const holiday = (await holidaysOf(tx.db, tx.orgId)).find((candidate) => candidate.id === id) ?? fail('not_found')
    if (holiday.handedDown) fail('managed_elsewhere')
    await forget(tx, id)
    tx.publish(OrganizationChanged, { fields: [HOLIDAYS] })
    tx.audit('holiday.deleted', id)
  })
  return listHolidays(scope)
}

const FIRST_DAY = '2000-01-01'
const LAST_DAY = '2099-12-31'

function refuseOddDays({ from, to }: StoredHoliday): void {
  const isOutOfRange = (day: string) => day < FIRST_DAY || day > LAST_DAY
  const outOfRange: LocalizedText = msg({ message: 'Choose a day between 2000 and 2099.' })
  if (isOutOfRange(from)) refuse({ from: outOfRange })
  if (isOutOfRange(to)) refuse({ to: outOfRange })
  if (to < from)
    refuse({
      to: msg({ message: 'Choose the first day or a later one.' }),
    })
  if (lengthOf({ from, to }) > HOLIDAY_DAYS_MAX)
    refuse({
      to: msg({ message: 'Choose {most} days or fewer.', values: { most: HOLIDAY_DAYS_MAX } }),
    })
}

function refuseTwice(holiday: StoredHoliday, others: readonly StoredHoliday[]): void {
  const same = others.find((other) => areSameDays(holiday, other))
  if (!same) return
  refuse({
    from: msg({ message: 'These days are already a holiday: {name}.', values: { name: same.name } }),
  })
}

function refuse(fieldErrors: Record<string, LocalizedText>): never {
  return fail('invalid', { fieldErrors })
}
