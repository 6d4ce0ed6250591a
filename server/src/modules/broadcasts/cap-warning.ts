import type { RecipientCount } from '@crewline/contract/broadcast-audience'
import { formatDate, formatMoney, formatNumber } from '@crewline/contract/formats'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import type { BroadcastCost } from '@crewline/contract/recipients'
import { languageOf, type Scope } from '../../kernel/scope.ts'

interface Capped {
  counted: RecipientCount
  cost: BroadcastCost
  cap: NonNullable<BroadcastCost['cap']>
  /** Then each recipient gets an MMS. */
  hasFiles: boolean
}

/** Says that the spending cap would pause a broadcast, and when; with amounts only for members who manage billing. */
export function capText(scope: Scope, { counted, cost, cap, hasFiles }: Capped): LocalizedText {
  const language = languageOf(scope)
  const number = (value: number) => formatNumber(value, language)
  const date = formatDate(cap.resumesAt, 'day', language, scope.org.timezone)
  const after = cap.pausesAfter ?? 0
  if (!cap.money)
    return msg({
      message:
        'The spending cap of the month would pause this before everyone gets it. It goes on {date}, or when an owner or admin raises the cap.',
      values: { date },
    })
  const { capCents, leftCents, currency } = cap.money
  const [whole, left] = [formatMoney(capCents, currency, language), formatMoney(leftCents, currency, language)]
  const isShared = cap.waiting.segments > 0 || cap.waiting.mms > 0
  if (isShared)
    return sharedText({
      left,
      cap: whole,
      after,
      needed: hasFiles ? counted.recipients : cost.texts,
      date,
      hasFiles,
      number,
    })
  if (after === 0)
    return msg({
      message:
        'The month reached its spending cap of {cap}, so broadcasts are paused until {date}, or until you raise the cap in Settings, Billing.',
      values: { cap: whole, date },
    })
  if (hasFiles)
    return msg({
      message:
        '{left} of the spending cap of {cap} is left this month. This uses up to {needed} MMS, so it would pause after {after}. It goes on {date}, or when you raise the cap in Settings, Billing.',
      values: { left, cap: whole, needed: number(counted.recipients), after: number(after), date },
    })
  return msg({
    message:
      '{left} of the spending cap of {cap} is left this month. This uses up to {needed} segments, so it would pause after {after}. It goes on {date}, or when you raise the cap in Settings, Billing.',
    values: { left, cap: whole, needed: number(cost.texts), after: number(after), date },
  })
}

/** The same when other broadcasts wait, which are counted as sent. */
function sharedText({
  left,
  cap,
  after,
  needed,
  date,
  hasFiles,
  number,
}: {
  left: string
  cap: string
  after: number
  needed: number
  date: string
  hasFiles: boolean
  number: (value: number) => string
}): LocalizedText {
  if (after === 0)
    return msg({
      message:
        'With the broadcasts that wait, the month reaches its spending cap of {cap}, so this would be paused until {date}, or until you raise the cap in Settings, Billing.',
      values: { cap, date },
    })
  const values = { left, cap, needed: number(needed), after: number(after), date }
  if (hasFiles)
    return msg({
      message:
        '{left} of the spending cap of {cap} is left this month after the broadcasts that wait. This uses up to {needed} MMS, so it would pause after {after}. It goes on {date}, or when you raise the cap in Settings, Billing.',
      values,
    })
  return msg({
    message:
      '{left} of the spending cap of {cap} is left this month after the broadcasts that wait. This uses up to {needed} segments, so it would pause after {after}. It goes on {date}, or when you raise the cap in Settings, Billing.',
    values,
  })
}
