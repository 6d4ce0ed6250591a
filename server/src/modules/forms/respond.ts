import type { FormAnswers, FormContent } from '@crewline/contract/form-content'
import { FORM_ANONYMOUS_MIN } from '@crewline/contract/form-limits'
import { msg } from '@crewline/contract/localized-text'
import { fail } from '../../kernel/failure.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { contactOfPerson } from '../contacts/index.ts'
import { attachable } from '../files/index.ts'
import { addMembers, joinableGroups } from '../groups/index.ts'
import { FormAnswered } from './events.ts'
import { isOpenNow } from './open-now.ts'
import type { PollReader } from './poll-reader.ts'
import type { StoredForm } from './rules.ts'
import {
  addAnonymousResponse,
  addNumber,
  addParticipant,
  addResponse,
  hasResponse,
  lockResponses,
  shareForm,
  showResponses,
} from './store/responses.ts'
import { lockForm, saveState } from './store/forms.ts'
import { changeAnswers, earlierAnswer, rememberReader } from './store/poll-readers.ts'
import { textAfter } from './text-after.ts'
import { countResponses, hasNumber, personOf } from './views.ts'

/** The answers of a person. */
export interface Response {
  /** Random, so that it tells no time. A repeated one is the same submission. */
  id: string
  version: number
  content: FormContent
  /** Undefined for a person who opened the public address. */
  contactId: string | undefined
  /** Whether the person came by a personal link, whose address no one else wrote. */
  isLinked?: boolean | undefined
  /** Who the person of a shared tablet says they are: anyone can enter a number, so nothing else follows from it. */
  claimedBy?: string | undefined
  /** The hash of the number that the person proved to hold, where the form asks for a code. */
  numberHash?: Buffer | undefined
  /** The reader of the issue whose poll this is. */
  pollReader?: PollReader | undefined
  answers: FormAnswers
  language: string
  via: 'link' | 'public' | 'qr' | 'text' | 'kiosk'
}

/**
 * Stores the answers of a person in one transaction with everything that follows from them. A submission that is repeated
 * is stored once; a second one through a personal link is refused with `already` where the form takes one from each.
 * Another answer of a reader to a poll replaces the first one (`changed`), unless the form is anonymous. Fails with
 * `page_closed` when the form was closed meanwhile, and with `file_unknown` when a file of it is gone.
 */
export async function respond(
  scope: Scope,
  formId: string,
  response: Response,
): Promise<'thanks' | 'changed' | 'already'> {
  const result = await scope.tx((tx) => respondIn(tx, formId, response))
  return result === 'closed' ? fail('page_closed') : result
}

/** Does the same in the transaction of the caller, and returns `closed` in place of a failure. */
export async function respondIn(
  tx: Tx,
  formId: string,
  response: Response,
): Promise<'thanks' | 'changed' | 'already' | 'closed'> {
  const { content, contactId } = response
  // Under a limit, responses are counted and stored one after the other, so that never one too many is stored.
  const most = content.maxResponses
  const form = await (most === null ? shareForm(tx, formId) : lockForm(tx, formId))
  if (!form) return 'closed'
  const isAnonymous = form.isAnonymous ?? false
  if (isAnonymous) await lockResponses(tx, formId)
  if (await hasResponse(tx, formId, response.id)) return 'thanks'
  const when = { closesAt: content.closesAt, now: tx.world.now() }
  if (!(await isOpenNow(tx.db, form, when))) return 'closed'
  // Where each person may answer several times, so may each reader.
  const reader = content.oncePerPerson ? response.pollReader : undefined
  const earlier = reader && (await earlierAnswer(tx, formId, reader))
  if (earlier) {
    if (isAnonymous || earlier.responseId === null) return 'already'
    if (await changeAnswers(tx, earlier.responseId, { ...response, formId })) {
      tx.publish(FormAnswered, { formId, responseId: earlier.responseId })
      return 'changed'
    }
  }
  const before = most === null ? 0 : await countResponses(tx.db, tx.orgId, formId)
  if (most !== null && before >= most) return 'closed'
  const isFirst = await takePart(tx, formId, response)
  // Two copies of one submission may arrive together: the first was stored while this one waited.
  if (!isFirst && content.oncePerPerson) return (await hasResponse(tx, formId, response.id)) ? 'thanks' : 'already'
  if (reader) await rememberReader(tx, formId, reader, isAnonymous ? null : response.id)
  if (isAnonymous) {
    // Few people may share a language, so it is not stored.
    await addAnonymousResponse(tx, { ...response, formId, language: content.languages[0] ?? 'en' })
    await showResponses(tx, formId, FORM_ANONYMOUS_MIN)
  } else {
    const fileIds = filesIn(content, response.answers)
    await attachable(tx, fileIds)
    await addResponse(tx, { ...response, formId, contactId: contactId ?? response.claimedBy ?? null, fileIds })
    if (contactId !== undefined) await changeContact(tx, content, { ...response, contactId })
  }
  tx.publish(FormAnswered, { formId, responseId: isAnonymous ? null : response.id })
  if (content.notify) notify(tx, form)
  if (most !== null && before + 1 >= most) {
    await saveState(tx, formId, { status: 'closed', isArchived: false })
    tx.forgetPages()
  }
  return 'thanks'
}

/** Records who answered, apart from the answers. Returns false when they had before. */
async function takePart(tx: Tx, formId: string, { contactId, numberHash, content }: Response): Promise<boolean> {
  // A number of no contact is remembered only where each takes one answer.
  const number = content.oncePerPerson ? numberHash : undefined
  if (contactId === undefined) return number === undefined || addNumber(tx, formId, number)
  // They may have answered before they became a contact.
  if (number !== undefined && (await hasNumber(tx.db, { orgId: tx.orgId, id: formId }, number))) return false
  return addParticipant(tx, formId, contactId)
}

/** Returns the ids of the files among answers. */
function filesIn({ questions }: FormContent, answers: FormAnswers): string[] {
  return questions.flatMap(({ id, type }) => {
    const answer = answers[id]
    if (!Array.isArray(answer)) return []
    return type === 'file' ? answer : type === 'signature' ? answer.slice(0, 1) : []
  })
}

/** Writes answers and fixed values to the fields of the contact, adds it to groups, and texts the person. What no longer exists is skipped. */
async function changeContact(
  tx: Tx,
  content: FormContent,
  { contactId, answers, language, via, isLinked }: Response & { contactId: string },
): Promise<void> {
  const person = await personOf(tx.db, tx.orgId, contactId)
  const saved = content.questions.flatMap(({ id, saveTo, type, options }): [string, string][] => {
    const answer = answers[id]
    if (saveTo === null || answer === undefined) return []
    // Anyone can add a value to the public link and give it to a person who proves their number there without seeing it.
    if (type === 'hidden' && !isLinked) return []
    const nameOf = (choice: string) => {
      const label = options.find((option) => option.id === choice)?.label
      return label?.en || Object.values(label ?? {})[0] || choice
    }
    const chosen = Array.isArray(answer) ? answer : [answer]
    return [[saveTo, (type === 'choice' || type === 'choices' ? chosen.map(nameOf) : chosen).join(', ')]]
  })
  // An answer of the person counts more than a fixed value for the same field.
  const values = [...content.setFields.map(({ field, value }): [string, string] => [field, value]), ...saved]
  if (person?.phone && values.length > 0) {
    const isCustom = ([field]: [string, string]) => field.startsWith('custom.')
    const customFields = Object.fromEntries(
      values.filter(isCustom).map(([field, value]) => [field.slice('custom.'.length), value]),
    )
    const plain = Object.fromEntries(values.filter((entry) => !isCustom(entry)))
    await contactOfPerson(tx, { phone: person.phone, values: { ...plain, customFields }, mayChange: true })
  }
  // What no longer exists or is kept elsewhere is skipped: the answer counts in any case.
  const joinable = await joinableGroups(tx.db, tx.orgId, content.groupIds)
  for (const groupId of content.groupIds) if (joinable.has(groupId)) await addMembers(tx, groupId, [contactId], 'page')
  // Who answered by text got the reply of the flow.
  if (person?.phone && via !== 'text') await textAfter(tx, content, { contactId, phone: person.phone, language })
}

function notify(tx: Tx, { id, name }: StoredForm): void {
  notifyInApp(
    tx,
    { can: 'contacts.read' },
    {
      id: tx.world.id(),
      key: `form|${id}`,
      type: 'success',
      title: name,
      message: localize(msg({ message: 'A new answer arrived.' }), 'en'),
      timeout: 5000,
      link: `/dashboard/apps/forms/${id}/responses`,
    },
  )
}
