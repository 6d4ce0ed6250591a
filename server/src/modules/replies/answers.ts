import { AWAY_REPLY_GAP_MS, KEYWORD_ANSWERS_PER_HOUR } from '@crewline/contract/limits'
import { fillMerge, tagsIn } from '@crewline/contract/merge'
import { customMerge } from '@crewline/contract/merge-custom'
import type { OrganizationSettings } from '@crewline/contract/organizations'
import type { Tx } from '../../kernel/scope.ts'
import { judge } from '../consent/index.ts'
import { fieldsOf } from '../fields/index.ts'
import { holidayAt, holidaysOf, isOpen, organizationOf } from '../organizations/index.ts'
import { keywordIn, type Listening } from './matches.ts'
import { countKeywordUses, takeAwayTurns, takeKeywordTurns } from './store.ts'
import { namesOf, optedOutOf } from './views.ts'

/** A worker's text that consent found nothing in. */
export interface Said {
  contactId: string
  phone: string
  words: string
  at: Date
}

/** The answer the organization gives a text by itself. */
export interface AutomaticAnswer {
  contactId: string
  words: string
  why: 'keyword' | 'away'
}

/** What an organization answers by itself: its keywords, and the away reply and hours among its settings. */
export interface Answering {
  keywords: Listening[]
  settings: OrganizationSettings
}

const HOUR_MS = 3_600_000

interface Chosen extends AutomaticAnswer {
  phone: string
  keywordId: string | null
  /** The name of the holiday on which nobody is there; empty on all other days. */
  holiday: string
}

/**
 * The automatic answers to these texts, at most one each: a keyword's, else the away reply outside the hours, once in 12
 * hours a worker. Nobody who opted out, or whose text may be about consent, is answered. Counts what it answers, in the
 * caller's transaction.
 */
export async function answersFor(tx: Tx, rows: Said[], { keywords, settings }: Answering): Promise<AutomaticAnswer[]> {
  const isEverAway = settings.awayReply.trim() !== '' || settings.holidayReply.trim() !== ''
  if (rows.length === 0 || (keywords.length === 0 && !isEverAway)) return []
  const { org } = tx
  const awayAt = isEverAway ? await awayWords(tx, settings) : () => undefined
  const chosen = rows.flatMap((row): Chosen[] => {
    const { contactId, phone } = row
    const keyword = keywordIn(row.words, keywords)
    if (keyword) return [{ contactId, phone, words: keyword.reply, why: 'keyword', keywordId: keyword.id, holiday: '' }]
    const away = awayAt(row.at)
    return away ? [{ contactId, phone, why: 'away', keywordId: null, ...away }] : []
  })
  const asking = new Set(rows.filter((row) => !isPlain(row.words)).map((row) => row.contactId))
  const wanted = chosen.filter((one) => !asking.has(one.contactId))
  if (wanted.length === 0) return []
  const optedOut = await optedOutOf(
    tx.db,
    org.id,
    wanted.map((one) => one.phone),
  )
  const allowed = wanted.filter((one) => !optedOut.has(one.phone))
  const answers = [...(await byKeyword(tx, allowed)), ...(await whileAway(tx, allowed))]
  return filled(tx, answers)
}

/** What is said at a moment at which nobody is there: on a holiday its own words, where there are any. */
async function awayWords(tx: Tx, { awayReply, holidayReply, businessHours }: OrganizationSettings) {
  const calendar = { zone: tx.org.timezone, hours: businessHours, holidays: await holidaysOf(tx.db, tx.orgId) }
  return (moment: Date): { words: string; holiday: string } | undefined => {
    if (isOpen(moment, calendar)) return undefined
    const holiday = holidayAt(moment, calendar)?.name ?? ''
    const words = (holiday !== '' && holidayReply.trim()) || awayReply
    return words.trim() === '' ? undefined : { words, holiday }
  }
}

/** "YES" takes part in consent only for who opted out, and those get no answer anyway. */
function isPlain(words: string): boolean {
  const { verdict, wrongNumber } = judge(words)
  return (verdict === 'none' || verdict === 'yes') && wrongNumber !== 'says'
}

async function byKeyword(tx: Tx, chosen: Chosen[]): Promise<Chosen[]> {
  const asked = chosen.filter((one) => one.why === 'keyword')
  if (asked.length === 0) return []
  const since = new Date(tx.world.now().getTime() - HOUR_MS)
  const contactIds = [...new Set(asked.map((one) => one.contactId))]
  const may = await takeKeywordTurns(tx, contactIds, { since, most: KEYWORD_ANSWERS_PER_HOUR })
  const seen = new Set<string>()
  // The same keyword twice in one moment is a repeat, not a second question.
  const answers = asked.filter((one) => {
    const key = `${one.contactId} ${one.keywordId}`
    if (!may.has(one.contactId) || seen.has(key)) return false
    seen.add(key)
    return true
  })
  await countKeywordUses(
    tx,
    answers.flatMap((one) => one.keywordId ?? []),
  )
  return answers
}

async function whileAway(tx: Tx, chosen: Chosen[]): Promise<Chosen[]> {
  const byContact = new Map(chosen.filter((one) => one.why === 'away').map((one) => [one.contactId, one]))
  if (byContact.size === 0) return []
  const since = new Date(tx.world.now().getTime() - AWAY_REPLY_GAP_MS)
  const may = await takeAwayTurns(tx, [...byContact.keys()], since)
  return [...byContact.values()].filter((one) => may.has(one.contactId))
}

/** Fields of an answer are filled; one that is empty for a worker goes away rather than being shown as it is written. */
async function filled(tx: Tx, answers: Chosen[]): Promise<AutomaticAnswer[]> {
  const plain = answers.map(({ contactId, words, why }): AutomaticAnswer => ({ contactId, words, why }))
  if (!plain.some((one) => tagsIn(one.words).length > 0)) return plain
  const names = await namesOf(
    tx.db,
    tx.orgId,
    plain.map((one) => one.contactId),
  )
  const { organization } = await organizationOf(tx.db, tx.orgId)
  const fields = await fieldsOf(tx.db, tx.orgId)
  return plain.map((one, at) => {
    const name = names.get(one.contactId)
    const values = {
      first_name: name?.firstname ?? '',
      last_name: name?.lastname ?? '',
      full_name: `${name?.firstname ?? ''} ${name?.lastname ?? ''}`.trim(),
      job_title: name?.jobTitle ?? '',
      location: name?.location ?? '',
      organization: organization.name,
    }
    const custom = customMerge(fields, name?.custom ?? {}, name?.language ?? 'en')
    const holiday = answers[at]?.holiday ?? ''
    const own = holiday === '' ? custom : [...custom, { key: 'holiday', value: holiday, fallback: '' }]
    const { body, missing } = fillMerge(one.words, values, own)
    return { ...one, words: missing.reduce((text, field) => withoutField(text, field), body) }
  })
}

function withoutField(text: string, field: string): string {
  return text.replace(new RegExp(` ?\\{ *${field} *\\}`, 'g'), '')
}
