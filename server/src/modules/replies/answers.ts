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

/** An inbound message that is not about consent. */
export interface AnswerableMessage {
  contactId: string
  phone: string
  body: string
  at: Date
}

/** An automatic answer to a message. */
export interface AutomaticAnswer {
  contactId: string
  body: string
  why: 'keyword' | 'away'
}

/** What an organization answers automatically: its keywords, and the away reply and hours in its settings. */
export interface Answering {
  keywords: Listening[]
  settings: OrganizationSettings
}

const HOUR_MS = 3_600_000

interface Chosen extends AutomaticAnswer {
  phone: string
  keywordId: string | null
  /** The name of the current holiday; empty on other days. */
  holiday: string
}

/**
 * Returns the automatic answers to these messages, at most one each: the answer of a keyword, otherwise the away reply
 * outside business hours, once in 12 hours per contact. Contacts who opted out, or whose message may be about consent,
 * get none. Counts the answers in the caller's transaction.
 */
export async function answersFor(
  tx: Tx,
  rows: AnswerableMessage[],
  { keywords, settings }: Answering,
): Promise<AutomaticAnswer[]> {
  const isEverAway = settings.awayReply.trim() !== '' || settings.holidayReply.trim() !== ''
  if (rows.length === 0 || (keywords.length === 0 && !isEverAway)) return []
  const { org } = tx
  const awayAt = isEverAway ? await makeAwayReply(tx, settings) : () => undefined
  const chosen = rows.flatMap((row): Chosen[] => {
    const { contactId, phone } = row
    const keyword = keywordIn(row.body, keywords)
    if (keyword) return [{ contactId, phone, body: keyword.reply, why: 'keyword', keywordId: keyword.id, holiday: '' }]
    const away = awayAt(row.at)
    return away ? [{ contactId, phone, why: 'away', keywordId: null, ...away }] : []
  })
  const asking = new Set(rows.filter((row) => !isPlain(row.body)).map((row) => row.contactId))
  const candidates = chosen.filter((answer) => !asking.has(answer.contactId))
  if (candidates.length === 0) return []
  const optedOut = await optedOutOf(
    tx.db,
    org.id,
    candidates.map((answer) => answer.phone),
  )
  const allowed = candidates.filter((answer) => !optedOut.has(answer.phone))
  const answers = [...(await byKeyword(tx, allowed)), ...(await whileAway(tx, allowed))]
  return filled(tx, answers)
}

/** Returns the reply for a moment when the organization is closed: on a holiday the holiday reply, if set. */
async function makeAwayReply(tx: Tx, { awayReply, holidayReply, businessHours }: OrganizationSettings) {
  const calendar = { zone: tx.org.timezone, hours: businessHours, holidays: await holidaysOf(tx.db, tx.orgId) }
  return (moment: Date): { body: string; holiday: string } | undefined => {
    if (isOpen(moment, calendar)) return undefined
    const holiday = holidayAt(moment, calendar)?.name ?? ''
    const body = (holiday !== '' && holidayReply.trim()) || awayReply
    return body.trim() === '' ? undefined : { body, holiday }
  }
}

/** "YES" is about consent only for contacts who opted out, and those get no answer anyway. */
function isPlain(body: string): boolean {
  const { intent, wrongNumber } = judge(body)
  return (intent === 'none' || intent === 'yes') && wrongNumber !== 'says'
}

async function byKeyword(tx: Tx, chosen: Chosen[]): Promise<Chosen[]> {
  const keywordAnswers = chosen.filter((answer) => answer.why === 'keyword')
  if (keywordAnswers.length === 0) return []
  const since = new Date(tx.world.now().getTime() - HOUR_MS)
  const contactIds = [...new Set(keywordAnswers.map((answer) => answer.contactId))]
  const may = await takeKeywordTurns(tx, contactIds, { since, most: KEYWORD_ANSWERS_PER_HOUR })
  const seen = new Set<string>()
  // The same keyword twice in one batch is a repeat, not a second question.
  const answers = keywordAnswers.filter((answer) => {
    const key = `${answer.contactId} ${answer.keywordId}`
    if (!may.has(answer.contactId) || seen.has(key)) return false
    seen.add(key)
    return true
  })
  await countKeywordUses(
    tx,
    answers.flatMap((answer) => answer.keywordId ?? []),
  )
  return answers
}

async function whileAway(tx: Tx, chosen: Chosen[]): Promise<Chosen[]> {
  const byContact = new Map(
    chosen.filter((answer) => answer.why === 'away').map((answer) => [answer.contactId, answer]),
  )
  if (byContact.size === 0) return []
  const since = new Date(tx.world.now().getTime() - AWAY_REPLY_GAP_MS)
  const may = await takeAwayTurns(tx, [...byContact.keys()], since)
  return [...byContact.values()].filter((answer) => may.has(answer.contactId))
}

/** Fills the merge fields of answers. A field that is empty for a contact is removed instead of shown as written. */
async function filled(tx: Tx, answers: Chosen[]): Promise<AutomaticAnswer[]> {
  const plain = answers.map(({ contactId, body, why }): AutomaticAnswer => ({ contactId, body, why }))
  if (!plain.some((answer) => tagsIn(answer.body).length > 0)) return plain
  const names = await namesOf(
    tx.db,
    tx.orgId,
    plain.map((answer) => answer.contactId),
  )
  const { senderName } = await organizationOf(tx.db, tx.orgId)
  const fields = await fieldsOf(tx.db, tx.orgId)
  return plain.map((answer, at) => {
    const name = names.get(answer.contactId)
    const values = {
      first_name: name?.firstname ?? '',
      last_name: name?.lastname ?? '',
      full_name: `${name?.firstname ?? ''} ${name?.lastname ?? ''}`.trim(),
      job_title: name?.jobTitle ?? '',
      location: name?.location ?? '',
      organization: senderName,
    }
    const custom = customMerge(fields, name?.custom ?? {}, name?.language ?? 'en')
    const holiday = answers[at]?.holiday ?? ''
    const withHoliday = holiday === '' ? custom : [...custom, { key: 'holiday', value: holiday, fallback: '' }]
    const { body, missing } = fillMerge(answer.body, values, withHoliday)
    return { ...answer, body: missing.reduce((text, field) => withoutField(text, field), body) }
  })
}

function withoutField(text: string, field: string): string {
  return text.replace(new RegExp(` ?\\{ *${field} *\\}`, 'g'), '')
}
