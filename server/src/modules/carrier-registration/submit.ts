import type { RegisteredCompany, submitCarrierRegistration } from '@crewline/contract/carrier-registration'
import { CAMPAIGN_NUMBERS_MAX, REGISTRATION_CALLS_PER_HOUR } from '@crewline/contract/carrier-registration-limits'
import type { BodyOf } from '@crewline/contract/endpoint'
import { msg } from '@crewline/contract/localized-text'
import { parsePhone } from '@crewline/contract/phone'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { carriersOf, REVIEWED_ID, type CompanyToRegister, type Review, type UseToRegister } from '../carriers/index.ts'
import { everyLine, type Line } from '../lines/index.ts'
import {
  forgetOrganization,
  lockOrganization,
  OrganizationChanged,
  saveDailyLimit,
  settingsOf,
} from '../organizations/index.ts'
import { checkAnswers } from './check-rules.ts'
import { readAnswers } from './form.ts'
import { dailyLimitAfter, einDigits, type CompleteAnswers } from './rules.ts'
import {
  beginSubmission,
  claimRegistration,
  keepCarrierId,
  settleRegistration,
  type StoredRegistration,
} from './store.ts'
import { registrationsOf } from './views.ts'

/** Longer than all calls of one submission together, in ms; then another process may go on. */
const BUSY_MS = 5 * 60_000

/** Refuses more calls to carriers than one organization may cause. */
export function limitCalls(kernel: Kernel, orgId: string): Promise<void> {
  return makeLimit(kernel, 'carrier-registration', REGISTRATION_CALLS_PER_HOUR, 3600).take(orgId)
}

/**
 * Submits a registration, or submits it again. Fails with `invalid` and the fields while a known cause of rejection is left
 * or the company is not approved yet, with `outdated` when the answers changed, and with `carrier_refused`
 * when the carrier does not know the account. While the carrier does not answer, the submission goes on by itself.
 */
export async function submit(
  kernel: Kernel,
  scope: Scope,
  { kind, carrier, lineId, version }: BodyOf<typeof submitCarrierRegistration>,
): Promise<void> {
  await limitCalls(kernel, scope.orgId)
  const known = await readAnswers(kernel, scope)
  const lines = (await everyLine(scope.db, kernel.encryption)).filter((line) => line.carrier === carrier)
  const line =
    kind === 'toll_free'
      ? lines.find(({ id, type }) => id === lineId && type === 'toll_free')
      : lines.findLast(({ type }) => type === 'local')
  if (!line || (lineId !== undefined && !lines.some(({ id }) => id === lineId))) fail('not_found')
  if (known.form?.version !== version) fail('outdated')
  await refuseTooEarly(scope, known.answers, { kind, carrier })
  const until = new Date(kernel.world.now().getTime() + BUSY_MS)
  const key = { kind, carrier, lineId: kind === 'toll_free' ? line.id : null }
  const id = await scope.tx(async (tx) => {
    const begun = await beginSubmission(tx, { ...key, account: line.credentials.account, formVersion: version })
    // Claimed in the same transaction, so that no follow-up comes between with answers that it read before.
    if (begun !== undefined) await claimRegistration(tx, begun, until)
    if (begun !== undefined) tx.audit('carrier-registration.submitted', begun, { kind, carrier, phone: line.phone })
    return begun
  })
  if (id === undefined)
    fail('outdated', { text: msg({ message: 'A check with the carrier is running. Try again in a minute.' }) })
  const review = await talk(kernel, scope, { id, until })
  if (review?.kind === 'failed' && review.why === 'unknown_account')
    fail('carrier_refused', {
      text: msg({
        message: 'The carrier did not accept the account of this number. Edit the number to enter it again.',
      }),
    })
}

async function refuseTooEarly(
  scope: Scope,
  answers: CompleteAnswers,
  { kind, carrier }: Pick<StoredRegistration, 'kind' | 'carrier'>,
): Promise<void> {
  const open = checkAnswers(answers).filter(({ field }) => kind !== 'brand' || !field.startsWith('use.'))
  if (open.length > 0)
    fail('invalid', { fieldErrors: Object.fromEntries(open.map(({ field, text }) => [field, text])) })
  if (kind !== 'campaign') return
  const registrations = (await registrationsOf(scope.db, scope.orgId)).filter((one) => one.carrier === carrier)
  // Carriers change an approved purpose only by ending it, and its numbers could not send until the next review is done.
  if (registrations.some((one) => one.kind === 'campaign' && one.state === 'approved'))
    fail('invalid', {
      fieldErrors: {
        kind: msg({
          message: 'This use is approved. Ask the carrier to change it: texts could not be sent meanwhile.',
        }),
      },
    })
  if (registrations.some((one) => one.kind === 'brand' && one.state === 'approved')) return
  fail('invalid', { fieldErrors: { kind: msg({ message: 'The company must be approved first.' }) } })
}

/**
 * Talks to the carrier about one registration: submits what waits for it, or reads the state. Returns what the carrier said;
 * undefined when another process talks to it, or the number is gone.
 */
export async function advance(kernel: Kernel, scope: Scope, id: string): Promise<Review | undefined> {
  const until = new Date(kernel.world.now().getTime() + BUSY_MS)
  if (!(await scope.tx((tx) => claimRegistration(tx, id, until)))) return undefined
  return talk(kernel, scope, { id, until })
}

/** Talks to the carrier about a registration that is claimed until a moment, and ends the claim. */
async function talk(
  kernel: Kernel,
  scope: Scope,
  { id, until }: { id: string; until: Date },
): Promise<Review | undefined> {
  let review: Review | undefined
  try {
    review = await ask(kernel, scope, id)
  } finally {
    const found = review
    const limit = await scope.tx(async (tx) => settle(tx, { id, until }, found))
    if (limit !== undefined) forgetOrganization(kernel, scope.orgId)
  }
  return review
}

/** Said by us, where a submission must not go on by itself. */
const ANSWERS_CHANGED: Review = { kind: 'rejected', reasons: [{ code: 'answers_changed', text: '', fields: [] }] }

async function ask(kernel: Kernel, scope: Scope, id: string): Promise<Review | undefined> {
  const known = await readAnswers(kernel, scope)
  const registrations = await registrationsOf(scope.db, scope.orgId)
  const registration = registrations.find((one) => one.id === id)
  if (!registration) return undefined
  const { kind, carrier, lineId, account } = registration
  // What leaves is exactly what was checked when a member submitted it.
  if (registration.state === 'submitting' && registration.formVersion !== known.form?.version) return ANSWERS_CHANGED
  const lines = (await everyLine(scope.db, kernel.encryption)).filter(
    (line) => line.carrier === carrier && (carrier === 'simulated' || line.credentials.account === account),
  )
  const line: Line | undefined = lineId === null ? lines.at(-1) : lines.find((one) => one.id === lineId)
  const registrar = carriersOf(kernel.config, kernel.world).get(carrier)?.registrar
  if (!line || !registrar) return undefined
  const carrierIds = new Map(Object.entries(registration.carrierIds))
  const ids = {
    get: (name: string) => carrierIds.get(name),
    keep: async (name: string, value: string) => {
      carrierIds.set(name, value)
      await scope.tx((tx) => keepCarrierId(tx, id, { name, value }))
    },
  }
  const mode = registration.state === 'submitting' ? ('submit' as const) : ('read' as const)
  const attempt = registration.submittedAt.toISOString()
  const order = { mode, company: companyOf(known.answers), reference: id, attempt }
  const answered = known.answers.use as UseToRegister
  const use = { ...answered, samples: answered.samples.filter((sample) => sample !== '') }
  if (kind === 'brand') return registrar.brand(line.credentials, order, ids)
  if (kind === 'toll_free') return registrar.tollFree(line.credentials, { ...order, use, phone: line.phone }, ids)
  const brand = registrations.find((one) => one.kind === 'brand' && one.carrier === carrier)
  const phones = lines
    .filter(({ type }) => type === 'local')
    .slice(0, CAMPAIGN_NUMBERS_MAX)
    .map(({ phone }) => phone)
  return registrar.campaign(
    line.credentials,
    { ...order, use, phones, brandId: brand?.carrierIds[REVIEWED_ID] ?? '' },
    ids,
  )
}

/** Stores what the carrier said. Returns the daily limit if it changed with it. */
async function settle(
  tx: Tx,
  { id, until }: { id: string; until: Date },
  said: Review | undefined,
): Promise<number | undefined> {
  const review: Review | undefined =
    said?.kind === 'failed' && said.why === 'gone'
      ? { kind: 'rejected', reasons: [{ code: 'gone', text: '', fields: [] }] }
      : said
  if (review === undefined || review.kind === 'failed') {
    await settleRegistration(tx, { id, until })
    return undefined
  }
  const segmentsPerDay = review.kind === 'approved' ? review.segmentsPerDay : null
  const problems = review.kind === 'rejected' ? review.reasons : []
  const before = (await registrationsOf(tx.db, tx.orgId)).find((one) => one.id === id)
  await settleRegistration(tx, { id, until }, { state: review.kind, problems, segmentsPerDay })
  if (before?.state !== review.kind)
    tx.audit(`carrier-registration.${review.kind}`, id, {
      kind: before?.kind,
      carrier: before?.carrier,
      codes: problems.map(({ code }) => code),
    })
  if (segmentsPerDay === null || before?.segmentsPerDay === segmentsPerDay) return undefined
  await lockOrganization(tx)
  const current = (await settingsOf(tx.db, tx.orgId)).dailyLimit
  const limit = dailyLimitAfter(current, segmentsPerDay, before?.segmentsPerDay ?? null)
  if (limit === null || limit === current) return undefined
  await saveDailyLimit(tx, limit)
  tx.publish(OrganizationChanged, { fields: ['settings.dailyLimit'] })
  tx.audit('organization.changed', tx.orgId, {
    before: { 'settings.dailyLimit': current },
    after: { 'settings.dailyLimit': limit },
  })
  return limit
}

function companyOf({ company, ein, senderName }: CompleteAnswers): CompanyToRegister {
  const { privacyKept: _kept, ...rest } = company as RegisteredCompany & CompanyToRegister
  return {
    ...rest,
    displayName: senderName,
    ein: einDigits(ein),
    phone: parsePhone(company.phone, 'US')?.e164 ?? company.phone,
  }
}
