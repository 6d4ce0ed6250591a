import type { RecipientCount } from '@crewline/contract/broadcast-audience'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { BroadcastCost, countRecipients } from '@crewline/contract/recipients'
import { instantOf, occurrencesAfter } from '@crewline/contract/schedule-rules'
import { countTexts, type TextCount } from '@crewline/contract/segments'
import type { Scope } from '../../kernel/scope.ts'
import type { BrandToday } from '../delivery/index.ts'
import { withOffShiftNote } from '../messages/index.ts'
import type { ComposedText } from './compose.ts'
import { spendingLeft } from './ports.ts'
import { minutesToSend } from './rules.ts'
import { monthlySegments } from './views/chosen.ts'
import { waitingUse } from './waiting-use.ts'
import { sendingLines } from './views/sending-lines.ts'

type Request = Pick<BodyOf<typeof countRecipients>, 'message' | 'schedule'>

/** How many people get the sentence that no reply is needed before their shift, by language. */
type Noted = ReadonlyMap<string, number>

/** Returns what sending would cost at most, by the longest text of each language, and how long it would take. */
export async function costOf(
  scope: Scope,
  texts: ComposedText[],
  {
    counted,
    noted,
    today,
    request,
  }: { counted: RecipientCount; noted: Noted; today: BrandToday | undefined; request: Request },
): Promise<BroadcastCost> {
  const lines = await sendingLines(scope.db)
  const perSecond = lines.filter((line) => line.isActive).reduce((sum, line) => sum + line.textsPerSecond, 0)
  const byLanguage = counted.byLanguage.map(({ language, count }) => {
    const people = { language, count, noted: noted.get(language) ?? 0 }
    return lengthsOf(textsIn(texts, language), people)
  })
  const total = byLanguage.reduce((sum, row) => sum + row.texts, 0)
  const used = await monthlySegments(scope.db, scope.org.timezone, scope.world.now())
  return {
    texts: total,
    fewest: Math.min(...byLanguage.map(({ fewest }) => fewest), ...(byLanguage.length === 0 ? [0] : [])),
    most: Math.max(0, ...byLanguage.map(({ longest }) => longest.segments)),
    byLanguage: byLanguage.map(({ language, people, longest }) => ({ language, people, ...longest })),
    noted: [...noted.values()].reduce((sum, people) => sum + people, 0),
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

const NO_TEXT = { segments: 0, units: 0, encoding: 'GSM-7' as const }

/** Returns the texts of people with a language, else those of a language like it, else all. */
function textsIn(texts: ComposedText[], language: string): ComposedText[] {
  const base = (name: string) => name.split('-', 1)[0]
  const own = texts.filter((text) => text.contactLanguage === language)
  const like = own.length > 0 ? own : texts.filter((text) => base(text.contactLanguage) === base(language))
  return like.length > 0 ? like : texts
}

/** Counts the texts of the people with a language: those who get the sentence about their shift by their longer text. */
function lengthsOf(texts: ComposedText[], people: { language: string; count: number; noted: number }) {
  const { language, count, noted } = people
  const plain = count > noted ? texts.map(({ body }) => countTexts(body)) : []
  const withNote = noted > 0 ? texts.map(({ body }) => countTexts(withOffShiftNote(body, language))) : []
  const [longest = NO_TEXT, longestNoted = NO_TEXT] = [longestOf(plain), longestOf(withNote)]
  const all = [...plain, ...withNote]
  return {
    language,
    people: count,
    texts: (count - noted) * longest.segments + noted * longestNoted.segments,
    fewest: Math.min(...all.map(({ segments }) => segments), ...(all.length === 0 ? [0] : [])),
    longest: longestOf(all) ?? NO_TEXT,
  }
}

function longestOf(counts: TextCount[]): Pick<TextCount, 'segments' | 'units' | 'encoding'> | undefined {
  const [longest] = counts.toSorted((a, b) => b.segments - a.segments || b.units - a.units)
  return longest && { segments: longest.segments, units: longest.units, encoding: longest.encoding }
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
