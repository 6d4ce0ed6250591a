import type { BodyOf } from '@crewline/contract/endpoint'
import type { createHoliday, editHoliday, Holiday } from '@crewline/contract/holidays'
import { HOLIDAY_DAYS_MAX, HOLIDAYS_MAX } from '@crewline/contract/limits'
import type { Words } from '@crewline/contract/words'
import { Temporal } from 'temporal-polyfill'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { areSameDays, inOrder, lengthOf, type KeptHoliday } from './holiday-rules.ts'
import { deleteHoliday as forget, holdHolidays, writeHoliday } from './store.ts'
import { holidaysOf, organizationOf } from './views.ts'

/** Every holiday, what is now or comes next first. */
export async function listHolidays(scope: Scope): Promise<{ holidays: Holiday[] }> {
  const [{ organization }, kept] = await Promise.all([
    organizationOf(scope.db, scope.orgId),
    holidaysOf(scope.db, scope.orgId),
  ])
  const now = Temporal.Instant.fromEpochMilliseconds(scope.world.now().getTime())
  const today = now.toZonedDateTimeISO(organization.timezone).toPlainDate().toString()
  return { holidays: inOrder(kept, today) }
}

/** Closes the organization on these days; those that are a holiday already are refused. */
export async function addHoliday(scope: Scope, ask: BodyOf<typeof createHoliday>): Promise<{ holidays: Holiday[] }> {
  const holiday = { id: scope.world.id(), ...ask }
  refuseOddDays(holiday)
  await scope.tx(async (tx) => {
    await holdHolidays(tx)
    const others = await holidaysOf(tx.db, tx.orgId)
    if (others.length >= HOLIDAYS_MAX) fail('too_many')
    refuseTwice(holiday, others)
    await writeHoliday(tx, holiday)
    tx.audit('holiday.created', holiday.id, { ...ask })
  })
  return listHolidays(scope)
}

/** Changes a holiday; what is not given stays. */
export async function changeHoliday(
  scope: Scope,
  id: string,
  changes: BodyOf<typeof editHoliday>,
): Promise<{ holidays: Holiday[] }> {
  await scope.tx(async (tx) => {
    await holdHolidays(tx)
    const all = await holidaysOf(tx.db, tx.orgId)
    const before = all.find((one) => one.id === id) ?? fail('not_found')
    const holiday: KeptHoliday = {
      id,
      name: changes.name ?? before.name,
      from: changes.from ?? before.from,
      to: changes.to ?? before.to,
      yearly: changes.yearly ?? before.yearly,
    }
    refuseOddDays(holiday)
    refuseTwice(
      holiday,
      all.filter((one) => one.id !== id),
    )
    await writeHoliday(tx, holiday)
    tx.audit('holiday.changed', id, { ...changes })
  })
  return listHolidays(scope)
}

/** Forgets a holiday. */
export async function removeHoliday(scope: Scope, id: string): Promise<{ holidays: Holiday[] }> {
  await scope.tx(async (tx) => {
    if (!(await forget(tx, id))) fail('not_found')
    tx.audit('holiday.deleted', id)
  })
  return listHolidays(scope)
}

const FIRST_DAY = '2000-01-01'
const LAST_DAY = '2099-12-31'

function refuseOddDays({ from, to }: KeptHoliday): void {
  const isFar = (day: string) => day < FIRST_DAY || day > LAST_DAY
  const far: Words = {
    en: 'Choose a day between 2000 and 2099.',
    es: 'Elige un día entre 2000 y 2099.',
  }
  if (isFar(from)) refuse({ from: far })
  if (isFar(to)) refuse({ to: far })
  if (to < from)
    refuse({
      to: { en: 'Choose the first day or a later one.', es: 'Elige el primer día o uno posterior.' },
    })
  if (lengthOf({ from, to }) > HOLIDAY_DAYS_MAX)
    refuse({
      to: {
        en: `Choose ${HOLIDAY_DAYS_MAX} days or fewer.`,
        es: `Elige ${HOLIDAY_DAYS_MAX} días o menos.`,
      },
    })
}

function refuseTwice(holiday: KeptHoliday, others: readonly KeptHoliday[]): void {
  const same = others.find((other) => areSameDays(holiday, other))
  if (!same) return
  refuse({
    from: {
      en: `These days are a holiday already: ${same.name}.`,
      es: `Estos días ya son festivos: ${same.name}.`,
    },
  })
}

function refuse(fieldErrors: Record<string, Words>): never {
  return fail('invalid', { fieldErrors })
}
