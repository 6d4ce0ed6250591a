import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { newChallenge, takeShared, WorkNeeded, workOf, type Effort } from '../../kernel/pages/work.ts'
import type { Entered } from './answer-rules.ts'
import { workPage, type Rendered, type ShownForm } from './page.ts'
import type { PollReader } from './poll-reader.ts'

/** Submissions of strangers per address and hour: a break room shares one address. */
const PER_ADDRESS_HOUR = 240
/** Submissions of strangers per form and hour: the first day of a large plant takes half of them. */
const PER_FORM_HOUR = 24_000
/** Submissions of one person and hour. */
const PER_PERSON_HOUR = 30

/** Who opened the form: undefined for a person who is not known. */
export interface Reader {
  address: string
  contactId: string | undefined
  /** Whether they came by a personal link. */
  isLinked?: boolean
  /** The hash of the number that they proved to hold, where the form asks for a code. */
  numberHash?: Buffer | undefined
  /** Set when a poll is answered in an issue of news. */
  pollReader?: PollReader | undefined
}

/** A submission before it is stored. */
interface Submission {
  form: ShownForm
  reader: Reader
  body: URLSearchParams
  entered: Entered
  page: number
  nonce: string
  badge: string
}

/**
 * Takes a submission out of its limits. Returns a page when the phone must work first; nothing is taken then. Fails with
 * `slow_down` when a limit is reached.
 */
export async function workFirst(kernel: Kernel, formId: string, submission: Submission): Promise<Rendered | undefined> {
  const { form, reader, body, nonce } = submission
  const worked = { place: form.path, address: reader.address, phone: nonce }
  const challenge = body.get('work')
  const work =
    challenge === null ? undefined : await workOf(kernel, worked, { challenge, answer: body.get('answer') ?? '' })
  if (challenge !== null && work?.waitS !== undefined)
    return workPage(form, { challenge, fields: fieldsOf(submission), waitS: work.waitS })
  try {
    await limit(kernel, formId, { ...reader, effort: work?.isDone ? 'worked' : 'none' })
    return undefined
  } catch (error) {
    if (!(error instanceof WorkNeeded)) throw error
    return workPage(form, { challenge: await newChallenge(kernel, worked), fields: fieldsOf(submission) })
  }
}

/** A person of a personal link has a limit of their own; strangers share theirs, and work near them. */
async function limit(
  kernel: Kernel,
  formId: string,
  { address, contactId, effort }: Reader & { effort: Effort },
): Promise<void> {
  if (contactId !== undefined)
    return makeLimit(kernel, 'form-person', PER_PERSON_HOUR, 3600).take(`${formId}|${contactId}`)
  return takeShared(kernel, effort, [
    { name: 'form-address', key: address, points: PER_ADDRESS_HOUR },
    { name: 'form', key: formId, points: PER_FORM_HOUR },
  ])
}

function fieldsOf({ form, entered, page, nonce, badge }: Submission): [string, string][] {
  return [
    ['version', String(form.version)],
    ['page', String(page)],
    ['n', nonce],
    ['from', form.via],
    ['p', form.poll?.mark ?? form.mark],
    ...(form.poll ? [['issue', form.poll.issue] satisfies [string, string]] : []),
    ['badge', badge],
    ...Object.entries(entered).flatMap(([id, values]) => values.map((value): [string, string] => [`a.${id}`, value])),
  ]
}
