import type { BodyOf } from '@crewline/contract/endpoint'
import { CODE_ATTEMPTS_MAX } from '@crewline/contract/limits'
import type { confirmOptIn, OptInResult, submitOptIn } from '@crewline/contract/join'
import { OPT_IN_PENDING_MS } from '@crewline/contract/opt-in-limits'
import { parsePhone } from '@crewline/contract/phone'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Effort } from '../../kernel/pages/work.ts'
import type { Tx } from '../../kernel/scope.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { optInByPerson, optedOutAmong } from '../consent/index.ts'
import { contactOfPerson, contactsByIds } from '../contacts/index.ts'
import { queueCodeText } from '../mail/index.ts'
import { isAppOn } from '../organizations/index.ts'
import { act, setByActions } from './actions.ts'
import { askToReply, sendWelcome } from './ask.ts'
import { codeEnd, codeFingerprint, isTextedFrom, makeCode, makeProof, takeForm } from './codes.ts'
import { entryErrors, codeTextIn, phoneError } from './page-texts.ts'
import { askedFields } from './public-page.ts'
import { askedValues, entered, problemsOf, versionOf, wordingOf, type StoredPage } from './rules.ts'
import { scopeOf } from './scope.ts'
import { addJoin, endWaiting, lockJoin, saveJoin, tryCode, type Join } from './store.ts'
import { pageById, pageByUrl } from './views.ts'

const SYSTEM = 'a public address identifies its page, and the page its organization'

/** Returns the published page at an address. Fails with `not_found`, or with `page_closed` while it is paused or the app is off. */
export async function openPage(kernel: Kernel, url: string): Promise<StoredPage> {
  const page = (await pageByUrl(kernel.database.asSystem(SYSTEM), url.toLowerCase())) ?? fail('not_found')
  const isOn = await isAppOn(kernel.database.ofOrg(page.orgId), page.orgId, 'contactoptin')
  return isOn && page.status === 'active' ? page : fail('page_closed')
}

/**
 * Takes the form of a person. Answers the same for a known and an unknown number, with and without an opt-out, so that
 * no one learns who works where. Nothing about an existing contact changes before the person proved to hold the number.
 */
export async function submit(
  kernel: Kernel,
  form: BodyOf<typeof submitOptIn>,
  { address, effort }: { address: string; effort: Effort },
): Promise<{ result: OptInResult; token?: string }> {
  const page = await openPage(kernel, form.url)
  const { scope, organization } = await scopeOf(kernel, page.orgId)
  const { content } = page
  const parsed = parsePhone(form.phone, scope.org.country)
  const fields = await askedFields(scope.db, page.orgId, content)
  const problems = entryErrors(problemsOf(fields, form.values), form.lang)
  const withPhone = (problem: Parameters<typeof phoneError>[0]) => ({
    fieldErrors: { phone: phoneError(problem, form.lang), ...problems },
  })
  if (!parsed) return fail('phone_invalid', withPhone('invalid'))
  if (!parsed.textable) return fail('phone_unsupported', withPhone('landline'))
  if (!isTextedFrom(kernel, scope.org.country, parsed.country)) return fail('phone_unsupported', withPhone('abroad'))
  if (Object.keys(problems).length > 0) return fail('invalid', { fieldErrors: problems })
  const wording = wordingOf(content, organization, form.lang)
  if (form.consent.version !== versionOf(wording)) return fail('outdated')
  const phone = parsed.e164
  await takeForm(kernel, { address, phone, orgId: page.orgId, asksCode: content.verifyPhone, effort })
  const id = kernel.world.id()
  const token = content.verifyPhone ? makeToken(kernel.world) : undefined
  const code = makeCode(kernel)
  const join: Join = {
    id,
    pageId: page.id,
    phone,
    contactId: null,
    state: content.verifyPhone ? 'code' : 'reply',
    entered: askedValues(fields, form.values),
    language: form.lang,
    wording,
    method: form.source,
    isProved: false,
  }
  const isOptedOut = await scope.tx(async (tx) => {
    await endWaiting(tx, page.id, phone)
    await addJoin(tx, {
      ...join,
      tokenHash: token ? tokenHash(token) : null,
      codeFingerprint: token ? codeFingerprint(kernel, id, code) : null,
      expiresAt: token ? codeEnd(kernel) : new Date(tx.world.now().getTime() + OPT_IN_PENDING_MS),
    })
    if (token) return (await optedOutAmong(tx.db, { fingerprinter: tx, orgId: tx.orgId, phones: [phone] })).has(phone)
    await askToReply(tx, page, join, organization)
    return false
  })
  if (!token) return { result: 'pending_confirmation' }
  // No text of any kind goes to a number that opted out; its holder reads on the page that START undoes that.
  if (!isOptedOut)
    await queueCodeText(kernel, kernel.database.asSystem('codes wait in a queue that belongs to no organization'), {
      to: phone,
      body: codeTextIn(form.lang, code, organization),
    })
  return { result: 'code_sent', token }
}

/** Confirms the code of a form; the person then joins, or is asked to reply as well. */
export async function confirm(
  kernel: Kernel,
  { token, code }: BodyOf<typeof confirmOptIn>,
  requestId?: string,
): Promise<{ result: OptInResult; proof: string }> {
  const system = kernel.database.asSystem('the token of a form identifies it, and the form its organization')
  const now = kernel.world.now()
  const tried = await tryCode(system, tokenHash(token), { now, most: CODE_ATTEMPTS_MAX })
  if (!tried) return fail('code_dead')
  if (!tried.fingerprint.equals(codeFingerprint(kernel, tried.id, code)))
    return fail(tried.tries >= CODE_ATTEMPTS_MAX ? 'code_dead' : 'code_wrong')
  const { scope, organization } = await scopeOf(kernel, tried.orgId, requestId)
  return scope.tx(async (tx) => {
    const join = (await lockJoin(tx, tried.id)) ?? fail('code_dead')
    // Confirmed twice at the same moment, such as by a double tap.
    if (join.state !== 'code') return fail('code_dead')
    const page = (await pageById(tx.db, tx.orgId, join.pageId)) ?? fail('code_dead')
    if (page.status !== 'active') return fail('page_closed')
    const proof = makeProof(kernel, page.url, join.phone)
    if (page.content.doubleOptIn) {
      await askToReply(tx, page, { ...join, isProved: true }, organization)
      return { result: 'pending_confirmation' as const, proof }
    }
    const result = await complete(tx, page, { ...join, isProved: true })
    if (result === 'subscribed') await sendWelcome(tx, page, join, organization)
    return { result, proof }
  })
}

/**
 * Joins a person who proved to hold the number: records the consent with its exact wording, then the contact and the
 * actions. Nothing but the form is recorded when the number opted out: only START ends that.
 */
export async function complete(tx: Tx, page: StoredPage, join: Join): Promise<OptInResult> {
  const { content } = page
  const hasAgreed = await optInByPerson(tx, join.phone, { method: join.method, wording: join.wording })
  if (!hasAgreed) {
    await saveJoin(tx, join.id, { state: 'expired', contactId: join.contactId, isProved: true })
    return 'resume_needed'
  }
  const { contactId, isNew } = await contactOfPerson(tx, {
    phone: join.phone,
    // A keyword says nothing about the language of who texts it.
    values: entered(
      { ...setByActions(content.actions), ...join.entered },
      join.method === 'keyword' ? undefined : join.language,
    ),
    mayChange: content.duplicate === 'update',
  })
  await saveJoin(tx, join.id, { state: 'joined', contactId, isProved: true })
  const [contact] = await contactsByIds(tx.db, tx.org.country, [contactId], false)
  const name = contact ? `${contact.firstname} ${contact.lastname}`.trim() : ''
  await act(tx, content.actions, { contactId, name, page: { id: page.id, name: content.name } })
  tx.audit('opt_in.joined', contactId, { pageId: page.id, method: join.method })
  return isNew || join.contactId !== null ? 'subscribed' : 'already_subscribed'
}
