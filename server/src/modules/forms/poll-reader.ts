// Who answers a poll in an issue of news: the person of a personal link, else an address and a browser, as readers of news are
// counted (ADR 0087). Only a keyed hash for one form is kept.
import type { Kernel } from '../../kernel/kernel.ts'
import { readPersonalMark } from '../../kernel/pages/personal.ts'
import type { StoredForm } from './rules.ts'
import { personOf } from './views.ts'

/** The issue that a poll was answered in, with the mark of its personal link; both travel with the answer. */
export interface PollPlace {
  issue: string
  /** Empty on the public link. */
  mark: string
}

/** What a browser says about its reader. */
export interface FromBrowser {
  ip: string
  agent: string
}

/** A reader of a poll. */
export interface PollReader {
  hash: Buffer
  isPerson: boolean
}

type AskedForm = Pick<StoredForm, 'orgId' | 'id'>
type Encryption = Pick<Kernel, 'encryption'>

/** Returns the reader who answers a poll. A link that ended, was changed, or belongs to someone who left names no person. */
export async function pollReaderOf(
  kernel: Kernel,
  form: AskedForm,
  { issue, mark }: PollPlace,
  { ip, agent }: FromBrowser,
): Promise<PollReader> {
  const at = { orgId: form.orgId, path: `/public/news/${issue}`, now: kernel.world.now() }
  const contactId = readPersonalMark(kernel, mark, at)
  const person = contactId && (await personOf(kernel.database.ofOrg(form.orgId), form.orgId, contactId))
  return person
    ? { hash: personHash(kernel, form.id, person.id), isPerson: true }
    : { hash: hashOf(kernel, form.id, `browser ${ip} ${agent}`), isPerson: false }
}

/** Returns the hash by which a contact is remembered as a reader of a poll. */
export function personHash(kernel: Encryption, formId: string, contactId: string): Buffer {
  return hashOf(kernel, formId, `contact ${contactId}`)
}

function hashOf({ encryption }: Encryption, formId: string, reader: string): Buffer {
  return encryption.fingerprint(`form_poll_reader ${formId}`, reader).subarray(0, 16)
}
