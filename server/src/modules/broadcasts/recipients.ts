import { BLOCK_REASONS, type BlockReason, type RecipientCount } from '@crewline/contract/broadcast-audience'
import type { BroadcastContent } from '@crewline/contract/broadcasts'
import type { BodyOf, QueryOf, ReplyOf } from '@crewline/contract/endpoint'
import { parsePhone } from '@crewline/contract/phone'
import type {
  countRecipients,
  listChosen,
  matchNumbers,
  previewBroadcast,
  translateBroadcast,
} from '@crewline/contract/recipients'
import type { ContactSummary } from '@crewline/contract/contacts'
import { countTexts } from '@crewline/contract/segments'
import { cursorOf, readCursor } from '../../kernel/db/paging.ts'
import { allowLong } from '../../kernel/db/timeout.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { requireUserId, type Scope } from '../../kernel/scope.ts'
import { findOrAddByPhone, summariesOf } from '../contacts/index.ts'
import { brandToday } from '../delivery/index.ts'
import { withOffShiftNote } from '../messages/index.ts'
import { settingsOf } from '../organizations/index.ts'
import { translate } from '../translation/index.ts'
import { costOf } from './cost.ts'
import { countAudience } from './counting.ts'
import { chosenContacts } from './views/audience.ts'
import { makeComposer, type ComposedText } from './compose.ts'
import { countResting, notedAmong, restingParts } from './resting.ts'
import { riskWarnings } from './warnings.ts'
import { chosenPage, longestFirst, ownersOf } from './views/chosen.ts'

type CountRequest = BodyOf<typeof countRecipients>

/** Counts who would get a broadcast now, and why others would not. */
export async function count(
  scope: Scope,
  kernel: Kernel,
  request: CountRequest,
): Promise<Omit<ReplyOf<typeof countRecipients>, 'status'>> {
  const { rows, sampleIds, withoutConsent, longestIds } = await countAudience(scope, request.audience, {
    withLongest: request.message !== undefined,
  })
  const everyone = recipientCount(rows, withoutConsent)
  const { byTimeZone } = everyone
  const chosen = () => chosenContacts(scope, request.audience)
  const { noted, ...resting } = await countResting(scope, request, { chosen, byTimeZone })
  const counted = { ...everyone, ...resting }
  const sample = await summariesOf(scope.db, scope.org.country, sampleIds)
  if (!request.message) return { count: counted, cost: null, warnings: [], sample }
  const { kind, poll, message } = request
  const texts = await textsOf(scope, { kind, poll, message }, longestIds ?? [])
  const cost = await costOf(scope, texts, { counted, noted, today: await brandToday(kernel, scope.orgId), request })
  return {
    count: counted,
    cost,
    warnings: await riskWarnings(scope, message, { counted, cost, texts }),
    sample,
  }
}

/** Returns the number of contacts who would get a broadcast now. */
export async function countNow(scope: Scope, audience: CountRequest['audience']): Promise<number> {
  const { rows } = await countAudience(scope, audience)
  return rows.filter((row) => row.reason === null).reduce((sum, row) => sum + row.n, 0)
}

type CountedRow = Awaited<ReturnType<typeof countAudience>>['rows'][number]

function recipientCount(rows: CountedRow[], withoutConsent: number): Omit<RecipientCount, 'inQuietHours' | 'offShift'> {
  const total = (of: CountedRow[]) => of.reduce((sum, row) => sum + row.n, 0)
  const getting = rows.filter((row) => row.reason === null)
  const by = (keyOf: (row: CountedRow) => string) =>
    [...Map.groupBy(getting, keyOf)].map(([key, of]) => ({ key, count: total(of) })).sort((a, b) => b.count - a.count)
  const byReason = Map.groupBy(rows, (row) => row.reason)
  return {
    chosen: total(rows),
    recipients: total(getting),
    blocked: BLOCK_REASONS.flatMap((reason) => {
      const of = byReason.get(reason)
      return of ? [{ reason, count: total(of) }] : []
    }),
    byLanguage: by((row) => row.language).map(({ key, count }) => ({ language: key, count })),
    byTimeZone: by((row) => row.timezone).map(({ key, count }) => ({ timeZone: key, count })),
    withoutConsent,
  }
}

/** Composes the longest texts of a broadcast, to check them before it is sent. */
export async function longestTextsOf(scope: Scope, content: BroadcastContent): Promise<ComposedText[]> {
  const { longestIds } = await countAudience(scope, content.audience, { withLongest: true })
  return textsOf(scope, content, longestIds ?? [])
}

async function textsOf(
  scope: Scope,
  content: Parameters<typeof makeComposer>[1],
  contactIds: string[],
): Promise<ComposedText[]> {
  const composer = await makeComposer({ ...scope, userId: requireUserId(scope) }, content)
  return composer.composeFor(contactIds)
}

/** Lists the chosen people who get the text, those of them who rest, or those blocked for one reason, by name. */
export async function chosenList(
  scope: Scope,
  query: QueryOf<typeof listChosen>,
  { audience, schedule, options }: BodyOf<typeof listChosen>,
): Promise<Omit<ReplyOf<typeof listChosen>, 'status'>> {
  const after = query.cursor ? readCursor(query.cursor) : undefined
  const chosen = await chosenContacts(scope, audience)
  const parts = query.resting
    ? await restingParts(scope, { schedule, options }, { chosen, reason: query.resting })
    : undefined
  const rows = await chosenPage(scope.db, chosen, { reason: query.reason ?? null, parts, after, page: query })
  const shown = rows.slice(0, query.pageSize)
  const summaries = await summariesById(
    scope,
    shown.map((row) => row.id),
  )
  const last = rows.length > query.pageSize ? shown.at(-1) : undefined
  return {
    data: shown.flatMap((row) => {
      const contact = summaries.get(row.id)
      return contact ? [{ contact, reason: row.reason as BlockReason | null }] : []
    }),
    page: query.page,
    pageSize: query.pageSize,
    ...(last ? { nextCursor: cursorOf({ key: last.sortName, id: last.id }) } : {}),
  }
}

async function summariesById(scope: Scope, ids: string[]): Promise<Map<string, ContactSummary>> {
  const summaries = await summariesOf(scope.db, scope.org.country, ids)
  return new Map(summaries.map((summary) => [summary.id, summary]))
}

/** Previewed texts per page, and how far a member can page. */
const PREVIEWS = 10
const PREVIEW_PAGES = 20

/** Shows the text as real recipients get it, the longest first. */
export async function preview(
  scope: Scope,
  query: QueryOf<typeof previewBroadcast>,
  body: BodyOf<typeof previewBroadcast>,
): Promise<Omit<ReplyOf<typeof previewBroadcast>, 'status'>> {
  const chosen = await chosenContacts(scope, body.audience)
  const page = Math.min(query.page, PREVIEW_PAGES)
  const ids = query.contactId
    ? [query.contactId]
    : await longestFirst(scope.db, chosen, { after: (page - 1) * PREVIEWS, most: PREVIEWS })
  const composer = await makeComposer({ ...scope, userId: requireUserId(scope) }, body)
  const [texts, summaries] = await Promise.all([composer.composeFor(ids), summariesById(scope, ids)])
  const noted = await notedAmong(scope, body, [...summaries.values()])
  const data = texts
    .flatMap(({ contactId, language, contactLanguage, body: written, missing }) => {
      const contact = summaries.get(contactId)
      const text = noted.has(contactId) ? withOffShiftNote(written, contactLanguage) : written
      const { segments, encoding } = countTexts(text)
      return contact ? [{ contact, language, body: text, segments, encoding, missing }] : []
    })
    .sort((a, b) => b.segments - a.segments || b.body.length - a.body.length)
  return {
    data,
    page,
    pageSize: PREVIEWS,
    ...(ids.length === PREVIEWS && page < PREVIEW_PAGES ? { nextCursor: String(page + 1) } : {}),
  }
}

/** Translates the text whole into each language, or says why not. */
export async function translateTexts(
  scope: Scope,
  kernel: Kernel,
  { body, from, to }: BodyOf<typeof translateBroadcast>,
): Promise<Omit<ReplyOf<typeof translateBroadcast>, 'status'>> {
  const { translation } = await settingsOf(scope.db, scope.orgId)
  const variants = await Promise.all(
    to.map(async (language) => {
      const request = { orgId: scope.orgId, text: body, from, to: language, keep: translation.glossary }
      const made = await translate(kernel, scope.db, { ...request, purpose: 'send' })
      if (made.kind === 'reviewed' || made.kind === 'machine') return { language, kind: made.kind, body: made.text }
      return { language, kind: made.kind, body, ...(made.kind === 'refused' ? { reason: made.reason } : {}) }
    }),
  )
  return { variants }
}

/** Pasted entries that are read at most. */
const PASTED_MAX = 5000

/** Finds the contacts of pasted numbers: one per line, or separated by commas or semicolons. */
export async function match(
  scope: Scope,
  { text }: BodyOf<typeof matchNumbers>,
): Promise<Omit<ReplyOf<typeof matchNumbers>, 'status'>> {
  const entries = text
    .split(/[\n\r,;\t]+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .slice(0, PASTED_MAX)
  const parsed = entries.map((entry) => ({ entry, phone: parsePhone(entry, scope.org.country)?.e164 ?? null }))
  const phones = [...new Set(parsed.flatMap(({ phone }) => phone ?? []))]
  const found = await ownersOf(scope.db, phones)
  const known = new Set(found.map((row) => row.phone))
  const ids = found.map((row) => row.id)
  return {
    contacts: await summariesOf(scope.db, scope.org.country, ids),
    unknown: phones.filter((phone) => !known.has(phone)),
    invalid: parsed
      .filter(({ phone }) => phone === null)
      .map(({ entry }) => entry.slice(0, 60))
      .slice(0, 100),
    duplicates: parsed.filter(({ phone }) => phone !== null).length - phones.length,
  }
}

/** Adds contacts for numbers that have none. */
export async function addByNumber(scope: Scope, numbers: string[]): Promise<{ contacts: ContactSummary[] }> {
  const phones = numbers.flatMap((number) => parsePhone(number, scope.org.country)?.e164 ?? [])
  const ids = await scope.tx(async (tx) => {
    await allowLong(tx.db, 'adds contacts for pasted numbers')
    const byPhone = await findOrAddByPhone(tx, phones)
    tx.audit('contacts.added-by-number', null, { contacts: byPhone.size })
    return [...byPhone.values()].map((contact) => contact.id)
  })
  return { contacts: await summariesOf(scope.db, scope.org.country, ids) }
}
