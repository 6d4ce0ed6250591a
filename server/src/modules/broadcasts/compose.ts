// Builds the text of a broadcast for each recipient. Counting, preview, test and sending all use this, so that what a
// member saw is what people get.
import { addressesIn } from '../links/index.ts'
import type { BroadcastContent, BroadcastMessage } from '@crewline/contract/broadcasts'
import { flowLanguages, type FlowLanguage, type FlowStep } from '@crewline/contract/flows'
import { customMerge } from '@crewline/contract/merge-custom'
import { fillMerge, mayHaveCustomFields, type CustomMerge } from '@crewline/contract/merge'
import { normalizeBreaks, withoutControls } from '@crewline/contract/segments'
import type { Db } from '../../kernel/db/pool.ts'
import type { OrgSummary } from '../../kernel/scope.ts'
import type { World } from '../../kernel/world.ts'
import { fieldsOf } from '../fields/index.ts'
import { inviteText, questionText } from '../flows/index.ts'
import { organizationOf, settingsOf } from '../organizations/index.ts'
import { baseOf } from '../translation/index.ts'
import { textedForm, type TextedForm } from './ports.ts'
import { optOutLine } from './opt-out-lines.ts'
import { contactsToMerge, nameOfUser, type ContactToMerge } from './views/merge-values.ts'

/** The text of one recipient before its links are shortened. */
export interface ComposedText {
  contactId: string
  /** The language of the text, which may differ from that of the contact. */
  language: string
  contactLanguage: string
  body: string
  /** Fields that are empty for this contact and have no fallback; they are left out of the text. */
  missing: string[]
}

/** What all texts of a broadcast share. */
export interface Composer {
  /** `more` are further fields of this contact, which come before custom fields with the same key. */
  compose: (contact: ContactToMerge, more?: readonly CustomMerge[]) => ComposedText
  /** Composes the texts of these contacts, in no particular order. */
  composeFor: (contactIds: string[]) => Promise<ComposedText[]>
}

type Content = Pick<BroadcastContent, 'message'> & Partial<Pick<BroadcastContent, 'kind' | 'poll'>>

/** Loads what the texts of a broadcast need. `userId` is the member whose name the text may contain. */
export async function makeComposer(
  { db, org, userId, world }: { db: Db; org: OrgSummary; userId: string | null; world: Pick<World, 'now'> },
  content: Content,
): Promise<Composer> {
  const { message } = content
  const templates = [message.body, ...message.variants.map((variant) => variant.body)].join('\n')
  const [{ senderName }, settings, fields, me, form] = await Promise.all([
    organizationOf(db, org.id),
    settingsOf(db, org.id),
    mayHaveCustomFields(templates) ? fieldsOf(db, org.id) : [],
    nameOfUser(db, userId),
    formIn(content, { db, orgId: org.id, country: org.country, now: world.now() }),
  ])
  const signOff = message.signOff ? settings.broadcasts.signOff : ''
  const step = stepOf(content)
  const compose = (contact: ContactToMerge, more: readonly CustomMerge[] = []): ComposedText => {
    const { language, template } = templateFor(message, contact.language)
    const values = {
      first_name: contact.firstname,
      last_name: contact.lastname,
      full_name: `${contact.firstname} ${contact.lastname}`.trim(),
      job_title: contact.jobTitle,
      location: contact.location,
      organization: senderName,
      my_first_name: me.firstname,
      my_full_name: `${me.firstname} ${me.lastname}`.trim(),
    }
    const { body, missing } = fillMerge(template, values, [
      ...customMerge(fields, contact.custom, contact.language),
      ...more,
    ])
    const question = step ? answerLine(step, contact.language) : ''
    const lines = [
      withoutTags(body, missing),
      question,
      form ? inviteText(contact.language) : '',
      signOff,
      message.optOutLine ? optOutLine(contact.language) : '',
    ]
    return {
      contactId: contact.id,
      language,
      contactLanguage: contact.language,
      body: lines.filter((line) => line !== '').join('\n'),
      missing,
    }
  }
  return { compose, composeFor: async (ids) => (await contactsToMerge(db, ids)).map((contact) => compose(contact)) }
}

/** Returns the text for a language: its variant if a member wrote or approved it, else the text as written. */
export function templateFor(message: BroadcastMessage, language: string): { language: string; template: string } {
  const wanted = baseOf(language)
  const variant = message.variants.find(
    (candidate) =>
      baseOf(candidate.language) === wanted &&
      candidate.body.trim() !== '' &&
      (candidate.source !== 'machine' || candidate.approved),
  )
  const isOwn = baseOf(message.language) === wanted || !variant
  const template = cleaned(isOwn ? message.body : variant.body)
  return { language: isOwn ? message.language : variant.language, template }
}

function cleaned(body: string): string {
  return withoutControls(normalizeBreaks(body)).trim()
}

/** Removes fields without a value and the space they leave behind. */
function withoutTags(body: string, missing: string[]): string {
  if (missing.length === 0) return body
  return missing
    .reduce((text, name) => text.replaceAll(new RegExp(`\\s?\\{ *${name} *\\}`, 'g'), ''), body)
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Returns the form whose link an announcement has, if people can answer it by text. */
export async function formIn(
  { kind, message }: Content,
  ground: { db: Db; orgId: string; country: string; now: Date },
): Promise<TextedForm | undefined> {
  const addresses = kind === 'announcement' ? addressesOf(message) : []
  return addresses.length === 0 ? undefined : textedForm.get()(ground, addresses)
}

const PROMPT = '\u0001'

/** Returns how to answer, such as "Reply 1 for Yes, 2 for No.", without the question itself. */
function answerLine(step: FlowStep, language: string): string {
  const asked = { ...step, prompt: Object.fromEntries(flowLanguages.map((name) => [name, PROMPT])) }
  return questionText(asked, language).replace(PROMPT, '').trim()
}

/** Returns the one question of a poll, or the confirmation, as the step of a flow; undefined for an announcement. */
export function stepOf({ kind, poll, message }: Content): FlowStep | undefined {
  if (kind !== 'acknowledgement' && (kind !== 'poll' || !poll)) return undefined
  const prompt: FlowStep['prompt'] = {}
  const texts = [{ language: message.language, body: message.body }, ...message.variants]
  for (const { language, body } of texts) {
    const base = baseOf(language)
    if (isFlowLanguage(base) && body.trim() !== '') prompt[base] ??= cleaned(body).slice(0, 1000)
  }
  if (Object.keys(prompt).length === 0) prompt.en = cleaned(message.body).slice(0, 1000) || '?'
  const base = { id: 'answer', prompt, options: [], required: true }
  if (kind === 'acknowledgement' || !poll) return { ...base, type: 'acknowledge' }
  const language = baseOf(message.language)
  const label = (text: string) => ({ [isFlowLanguage(language) ? language : 'en']: text })
  const options =
    poll.type === 'choice'
      ? poll.options.map((option, at) => ({ key: String(at + 1), label: label(option.label), synonyms: [] }))
      : []
  return { ...base, type: poll.type, options }
}

function isFlowLanguage(name: string): name is FlowLanguage {
  return (flowLanguages as readonly string[]).includes(name)
}

/** Lists the addresses in the texts of a message, each once. */
export function addressesOf(message: BroadcastMessage): string[] {
  return addressesIn([message.body, ...message.variants.map((variant) => variant.body)])
}
