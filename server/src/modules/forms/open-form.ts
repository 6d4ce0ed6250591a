import type { FormContent } from '@crewline/contract/form-content'
import { FORM_SHORT_MAX } from '@crewline/contract/form-limits'
import { pollQuestionOf } from '@crewline/contract/form-questions'
import type { Logo } from '@crewline/contract/organizations'
import { fail } from '../../kernel/failure.ts'
import { languageOfReader } from '../../kernel/i18n/reader-language.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { readPersonalMark } from '../../kernel/pages/personal.ts'
import { endPage, type Rendered, type ShownForm } from './page.ts'
import { isOpenNow } from './open-now.ts'
import { pollReaderOf, type FromBrowser, type PollPlace } from './poll-reader.ts'
import { underRulesOf, type StoredForm } from './rules.ts'
import { scopeOf } from './scope.ts'
import type { Reader } from './work-first.ts'
import { numberHash, readProof, type Proof } from './proof.ts'
import {
  formByCode,
  formByKiosk,
  hasAnswered,
  hasNumber,
  personOf,
  personWithPhone,
  versionOf,
  type Person,
} from './views.ts'

/** A form that someone opened, in their language. */
export interface Opened {
  form: ShownForm
  stored: StoredForm
  reader: Reader
  /** Set while a code by text is asked for: with the person of the personal link, if it is one. */
  gate?: { person: Person | undefined } | undefined
}

const SYSTEM = 'a public address identifies its form, and the form its organization'

/** The form at an address, which a process may remember until it changes. */
export interface PublicForm {
  stored: StoredForm
  newest: FormContent
  version: number
  organization: string
  logo?: Logo | undefined
}

/** What a page sends with its address. */
export interface Sent {
  code: string
  isKiosk: boolean
  mark: string
  version: number | undefined
  from: string
  address: string
  /** The cookies of the browser. */
  cookies: string
  /** The code of the issue in which a poll was answered; empty elsewhere. */
  issue: string
  browser: FromBrowser
  /** The query of the address. */
  query: Readonly<Record<string, unknown>>
}

/** Finds the open form at an address. Fails with `not_found`, or `page_closed`. */
export async function findForm(
  kernel: Kernel,
  { code, isKiosk }: Pick<Sent, 'code' | 'isKiosk'>,
): Promise<{ orgId: string; value: PublicForm; until: Date | null }> {
  const find = isKiosk ? formByKiosk : formByCode
  const stored = (await find(kernel.database.asSystem(SYSTEM), code)) ?? fail('not_found')
  const { orgId, publishedVersion: version } = stored
  if (version === null) return fail('not_found')
  const db = kernel.database.ofOrg(orgId)
  const newest = (await versionOf(db, stored, version)) ?? fail('not_found')
  if (!(await isOpenNow(db, stored, { closesAt: newest.closesAt, now: kernel.world.now() }))) fail('page_closed')
  const { organization, logo } = await scopeOf(kernel, orgId)
  const until = newest.closesAt === null ? null : new Date(newest.closesAt)
  return { orgId, value: { stored, newest, version, organization, logo }, until }
}

/** Returns the form as it is now when a page came from another process and is newer than what this one remembers. */
export async function newestFor(
  kernel: Kernel,
  known: PublicForm,
  sent: Pick<Sent, 'code' | 'isKiosk' | 'version'>,
): Promise<PublicForm> {
  return sent.version !== undefined && sent.version > known.version ? (await findForm(kernel, sent)).value : known
}

/** Opens a form for the person of the link; the address of a shared tablet names no person. */
export async function openFor(
  kernel: Kernel,
  { stored, newest, version, organization, logo }: PublicForm,
  sent: Sent,
  [lang, accepted]: [string, string | undefined],
): Promise<Opened> {
  const db = kernel.database.ofOrg(stored.orgId)
  const now = kernel.world.now()
  // A person who opened an earlier version finishes that one: nothing they typed is lost.
  const earlier = sent.version !== undefined && sent.version > 0 && sent.version < version
  const old = earlier ? await versionOf(db, stored, sent.version ?? 0) : undefined
  const path = `/public/forms/${stored.code}`
  const mark = sent.isKiosk ? '' : sent.mark
  const contactId = readPersonalMark(kernel, mark, { orgId: stored.orgId, path, now })
  const linked = contactId === undefined ? undefined : await personOf(db, stored.orgId, contactId)
  const asksCode = newest.askCode && !sent.isKiosk
  const proof = asksCode ? provedFor(linked, readProof(kernel, stored, sent.cookies)) : undefined
  const person = proof && !linked ? await personWithPhone(db, stored.orgId, proof.phone) : linked
  // Until the code is entered, nothing on the page depends on the person.
  const isOpen = !asksCode || proof !== undefined
  const known = isOpen ? person : undefined
  const content = old ? underRulesOf(newest, old) : newest
  const poll = pollPlaceOf(content, sent)
  return {
    stored,
    reader: {
      address: sent.address,
      contactId: known?.id,
      isLinked: linked !== undefined,
      numberHash: proof && numberHash(kernel, stored.orgId, proof.phone),
      pollReader: poll && (await pollReaderOf(kernel, stored, poll, sent.browser)),
    },
    gate: isOpen || (!linked && newest.access === 'invited') ? undefined : { person: linked },
    form: {
      path: sent.isKiosk ? `/public/kiosk/${sent.code}` : path,
      content,
      version: old ? (sent.version ?? 0) : version,
      organization,
      logo,
      language: languageOfReader(content.languages, lang, known?.language, accepted),
      mark: linked ? sent.mark : '',
      isNamed: known !== undefined,
      poll,
      given: givenIn(content, sent.query),
      via: sent.isKiosk ? 'kiosk' : sent.from === 'qr' ? 'qr' : 'public',
      idleSeconds: sent.isKiosk ? stored.kioskIdleSeconds : undefined,
    },
  }
}

/** Returns what the address says for hidden questions. */
function givenIn({ questions }: FormContent, query: Sent['query']): [string, string][] {
  return questions.flatMap(({ id, type }): [string, string][] => {
    const value = query[id]
    return type === 'hidden' && typeof value === 'string' && value.trim() !== ''
      ? [[id, value.trim().slice(0, FORM_SHORT_MAX)]]
      : []
  })
}

/** Returns where a poll was answered, unless the form is more than a poll or knows its person. */
function pollPlaceOf(content: FormContent, { issue, mark, isKiosk }: Sent): PollPlace | undefined {
  return issue !== '' && /^[a-z0-9]{1,40}$/.test(issue) && !isKiosk && pollQuestionOf(content)
    ? { issue, mark }
    : undefined
}

/** Returns the proof if it is that of the person of the link or, on the public link, one of a number that was entered. */
function provedFor(linked: Person | undefined, proof: Proof | undefined): Proof | undefined {
  if (!linked) return proof?.contactId === null ? proof : undefined
  return proof?.contactId === linked.id && proof.phone === linked.phone ? proof : undefined
}

/** Returns the page for a person who may not answer, or has already. */
export async function refusalOf(
  kernel: Kernel,
  stored: StoredForm,
  { form, reader }: Pick<Opened, 'form' | 'reader'>,
): Promise<Rendered | undefined> {
  const { contactId, numberHash: number } = reader
  const { access, oncePerPerson } = form.content
  if (contactId === undefined && access === 'invited' && form.via !== 'kiosk') return endPage(form, 'invited')
  if (!oncePerPerson) return undefined
  const db = kernel.database.ofOrg(stored.orgId)
  const isDone =
    (contactId !== undefined && (await hasAnswered(db, stored, contactId))) ||
    (number !== undefined && (await hasNumber(db, stored, number)))
  return isDone ? endPage(form, 'already') : undefined
}
