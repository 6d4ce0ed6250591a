import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import { MESSAGE_MAX_CHARACTERS, MESSAGE_MAX_TEXTS } from '@crewline/contract/limits'
import { customMerge } from '@crewline/contract/merge-custom'
import { fillMerge, mayHaveCustomFields, tagsIn, type CustomMerge, type MergeValues } from '@crewline/contract/merge'
import type { sendMessage, Translation } from '@crewline/contract/messages'
import { countTexts, normalizeBreaks, withoutControls } from '@crewline/contract/segments'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { fieldsOf } from '../fields/index.ts'
import { organizationOf, settingsOf } from '../organizations/index.ts'
import { sourceOfTranslation } from '../translation/index.ts'
import { namesOf } from './store/names.ts'

/** The final text of a message. */
export interface ComposedMessage {
  /** The text for the carrier, the same on every attempt. */
  body: string
  /**
   * What the teammate wrote, when the contact gets a translation. As for inbound messages, `text` is in the team's
   * language and `from` is the language of the body.
   */
  translation?: Translation
}

/** Normalizes line breaks, removes control characters, and trims the end. */
export function cleanBody(body: string): string {
  return withoutControls(normalizeBreaks(body)).trimEnd()
}

/**
 * Builds the final text of a message for this contact: clean, with filled merge fields, and within the limits. Fails
 * with a message when that is not possible.
 */
export async function composeMessage(
  scope: Scope,
  contactId: string,
  request: Pick<BodyOf<typeof sendMessage>, 'body' | 'translation' | 'mediaIds'>,
): Promise<ComposedMessage> {
  const written = cleanBody(request.body)
  const translated = request.translation && cleanBody(request.translation.text)
  const outgoing = translated ?? written
  if (outgoing.trim() === '' && (request.mediaIds ?? []).length === 0)
    fail('message_empty', {
      fieldErrors: { body: msg({ message: 'Write a message first.' }) },
    })
  const templates = `${outgoing}\n${written}`
  const mergeData = tagsIn(templates).length > 0 ? await mergeDataOf(scope, contactId, templates) : NO_MERGE_DATA
  const body = filled(outgoing, mergeData)
  refuseTooLong(body)
  if (!request.translation) return { body }
  const { translation } = await settingsOf(scope.db, scope.orgId)
  const text = filled(written, mergeData)
  const { language: to, glossary: keep } = translation
  const wish = { orgId: scope.orgId, text, from: to, to: request.translation.to, keep }
  return { body, translation: { text, from: wish.to, to, ...(await sourceOfTranslation(scope.db, wish, body)) } }
}

/** Returns how a text is sent and billed; one with files counts as one at least. */
export function sizeOf(body: string, media: readonly unknown[] | null): { encoding: string; segments: number } {
  const { encoding, segments } = countTexts(body)
  return { encoding, segments: media?.length ? Math.max(1, segments) : segments }
}

/** Refuses a text that is longer than the maximum message length. */
export function refuseTooLong(body: string): void {
  if (body.length > MESSAGE_MAX_CHARACTERS || countTexts(body).segments > MESSAGE_MAX_TEXTS)
    fail('message_too_long', {
      fieldErrors: {
        body: msg({ message: 'This message is longer than 10 texts. Shorten it.' }),
      },
    })
}

/** The values of merge fields for one contact. */
interface MergeData {
  values: MergeValues
  custom: CustomMerge[]
}

const NO_MERGE_DATA: MergeData = { values: {}, custom: [] }

function filled(body: string, { values, custom }: MergeData): string {
  const { body: text, missing } = fillMerge(body, values, custom)
  if (missing.length > 0) {
    const tags = missing.map((name) => `{${name}}`).join(', ')
    fail('merge_missing', {
      fieldErrors: { body: msg({ message: 'Empty for this contact: {tags}.', values: { tags } }) },
    })
  }
  return text
}

/** Loads the values of the merge fields in a text for this contact and the sending member. */
async function mergeDataOf(scope: Scope, contactId: string, text: string): Promise<MergeData> {
  const [names, { senderName }, fields] = await Promise.all([
    namesOf(scope.db, contactId),
    organizationOf(scope.db, scope.orgId),
    mayHaveCustomFields(text) ? fieldsOf(scope.db, scope.orgId) : [],
  ])
  if (!names) return fail('not_found')
  const me = scope.actor.kind === 'member' ? scope.actor : { firstname: '', lastname: '' }
  const values = {
    first_name: names.firstname,
    last_name: names.lastname,
    full_name: `${names.firstname} ${names.lastname}`,
    job_title: names.jobTitle,
    location: names.location,
    organization: senderName,
    my_first_name: me.firstname,
    my_full_name: `${me.firstname} ${me.lastname}`,
  }
  return { values, custom: customMerge(fields, names.custom, names.language) }
}
