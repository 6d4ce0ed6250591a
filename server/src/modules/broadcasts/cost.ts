import type { RecipientCount } from '@crewline/contract/broadcast-audience'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { BroadcastCost, countRecipients } from '@crewline/contract/recipients'
import { instantOf, occurrencesAfter } from '@crewline/contract/schedule-rules'
import { countTexts } from '@crewline/contract/segments'
import type { Scope } from '../../kernel/scope.ts'
import type { BrandToday } from '../delivery/index.ts'
import type { ComposedText } from './compose.ts'
import { spendingLeft } from './ports.ts'
import { minutesToSend } from './rules.ts'
import { monthlySegments } from './views/chosen.ts'
import { waitingUse } from './waiting-use.ts'
import { sendingLines } from './views/sending-lines.ts'

type Request = Pick<BodyOf<typeof countRecipients>, 'message' | 'schedule'>

/** Returns what sending would cost at most, by the longest text of each language, and how long it would take. */
export async function costOf(
  scope: Scope,
  texts: ComposedText[],
  { counted, today, request }: { counted: RecipientCount; today: BrandToday | undefined; request: Request },
): Promise<BroadcastCost> {
  const lines = await sendingLines(scope.db)
  const perSecond = lines.filter((line) => line.isActive).reduce((sum, line) => sum + line.textsPerSecond, 0)
  const counts = texts.map((text) => ({ ...text, count: countTexts(text.body) }))
  const worst = counts.toSorted((a, b) => b.count.segments - a.count.segments || b.count.units - a.count.units)
  const byLanguage = counted.byLanguage.map(({ language, count }) => {
    const longest = worst.find((text) => text.language.split('-')[0] === language.split('-')[0]) ?? worst[0]
    const { segments = 0, units = 0, encoding = 'GSM-7' as const } = longest?.count ?? {}
    return { language, people: count, segments, units, encoding }
  })
  const total = byLanguage.reduce((sum, row) => sum + row.people * row.segments, 0)
  const used = await monthlySegments(scope.db, scope.org.timezone, scope.world.now())
  return {
    texts: total,
    fewest: Math.min(...counts.map((text) => text.count.segments), ...(counts.length === 0 ? [0] : [])),
    most: Math.max(0, ...counts.map((text) => text.count.segments)),
    byLanguage,
    usedAfter: used + total,
    included: null,
    minutes: minutesToSend(
      total,
      perSecond,
      today && { ...today, msLeft: today.endsAt.getTime() - scope.world.now().getTime() },
    ),
    daily: today ? { perDay: today.perDay, left: today.left, later: Math.max(0, total - today.left) } : null,
    cap: await capOf(scope, request, { segments: total, mms: counted.recipients }),
  }
}

/** Returns whether the spending cap would pause the broadcast, after what the month used and what other broadcasts still use. */
async function capOf(
  scope: Scope,
  { message, schedule }: Request,
  needed: { segments: number; mms: number },
): Promise<BroadcastCost['cap']> {
  const left = await spendingLeft.get()(scope, firstDate(schedule, scope.world.now()), (month) =>
    waitingUse(scope, month),
  )
  if (!left) return null
  const kind = message && message.mediaIds.length > 0 ? 'mms' : 'segments'
  const { capCents, leftCents, currency, waiting } = left
  return {
    pausesAfter: needed[kind] > left[kind] ? left[kind] : null,
    resumesAt: left.endsAt.toISOString(),
    waiting: { segments: waiting.segments, mms: waiting.mms },
    money: scope.can('billing.manage') ? { capCents, leftCents, currency } : null,
  }
}

function firstDate(schedule: Request['schedule'], now: Date): Date {
  if (!schedule || schedule.mode === 'now') return now
  const at =
    schedule.mode === 'once'
      ? instantOf(schedule.at, schedule.timeZone)
      : (occurrencesAfter(schedule, now, 1)[0]?.at ?? now)
  return at > now ? at : now
}
