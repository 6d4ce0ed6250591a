import type { BodyOf } from '@crewline/contract/endpoint'
import { MESSAGE_MAX_CHARACTERS, MESSAGE_MAX_TEXTS } from '@crewline/contract/limits'
import { customMerge } from '@crewline/contract/merge-custom'
import { fillMerge, mayHaveCustomFields, tagsIn, type CustomMerge, type MergeValues } from '@crewline/contract/merge'
import type { sendMessage, Translation } from '@crewline/contract/messages'
import { countTexts, normalizeBreaks } from '@crewline/contract/segments'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { fieldsOf } from '../fields/index.ts'
import { organizationOf, settingsOf } from '../organizations/index.ts'
import { withoutControls } from './rules.ts'
import { namesOf } from './store/names.ts'

/** The words of a text in their final form. */
export interface Words {
  /** What the carrier gets, the same on every attempt. */
  body: string
  /**
   * What the teammate wrote, when the worker gets a translation: as for texts that come in, `text` is in the team's
   * language, and `from` is that of the body.
   */
  translation?: Translation
}

/** Breaks in one form, no control characters, nothing after the last word. */
export function cleanWords(body: string): string {
  return withoutControls(normalizeBreaks(body)).trimEnd()
}

/** The words of a text for this contact: clean, fields filled, within the limits. Refuses in words where that cannot be. */
export async function wordsFor(
  scope: Scope,
  contactId: string,
  ask: Pick<BodyOf<typeof sendMessage>, 'body' | 'translation' | 'mediaIds'>,
): Promise<Words> {
  const written = cleanWords(ask.body)
  const translated = ask.translation && cleanWords(ask.translation.text)
  const goes = translated ?? written
  if (goes.trim() === '' && (ask.mediaIds ?? []).length === 0)
    fail('message_empty', {
      fieldErrors: { body: { en: 'Write a message first.', es: 'Primero escribe un mensaje.' } },
    })
  const asked = `${goes}\n${written}`
  const said = tagsIn(asked).length > 0 ? await saidOf(scope, contactId, asked) : NOTHING_SAID
  const body = filled(goes, said)
  refuseTooLong(body)
  if (!ask.translation) return { body }
  const { translation } = await settingsOf(scope.db, scope.orgId)
  return {
    body,
    translation: {
      text: filled(written, said),
      from: ask.translation.to,
      to: translation.language,
      provider: 'member',
    },
  }
}

/** Refuses words that are longer than the longest message. */
export function refuseTooLong(body: string): void {
  if (body.length > MESSAGE_MAX_CHARACTERS || countTexts(body).segments > MESSAGE_MAX_TEXTS)
    fail('message_too_long', {
      fieldErrors: {
        body: {
          en: 'This message is longer than 10 texts. Shorten it.',
          es: 'Este mensaje ocupa más de 10 textos. Acórtalo.',
        },
      },
    })
}

/** What fields say for one contact. */
interface Said {
  values: MergeValues
  custom: CustomMerge[]
}

const NOTHING_SAID: Said = { values: {}, custom: [] }

function filled(body: string, { values, custom }: Said): string {
  const { body: words, missing } = fillMerge(body, values, custom)
  if (missing.length > 0) {
    const tags = missing.map((name) => `{${name}}`).join(', ')
    fail('merge_missing', {
      fieldErrors: { body: { en: `Empty for this person: ${tags}.`, es: `Vacío para esta persona: ${tags}.` } },
    })
  }
  return words
}

/** What the fields of a text say for this contact and the teammate who writes. */
async function saidOf(scope: Scope, contactId: string, text: string): Promise<Said> {
  const [names, { organization }, fields] = await Promise.all([
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
    organization: organization.name,
    my_first_name: me.firstname,
    my_full_name: `${me.firstname} ${me.lastname}`,
  }
  return { values, custom: customMerge(fields, names.custom, names.language) }
}
