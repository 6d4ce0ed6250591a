import type {
  carrierRegistration,
  RegisteredCompany,
  RegisteredUse,
  RegistrationState,
  saveCarrierRegistration,
} from '@crewline/contract/carrier-registration'
import type { BodyOf, ReplyOf } from '@crewline/contract/endpoint'
import { consentText } from '@crewline/contract/opt-in-consent'
import { displayPhone } from '@crewline/contract/phone'
import { fail } from '../../kernel/failure.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { replyTo } from '../consent/index.ts'
import { everyLine, SAMPLE_CARRIER, type Line } from '../lines/index.ts'
import { describedOrganization } from '../organizations/index.ts'
import { checkAnswers } from './check-rules.ts'
import { explainRejection } from './rejection-rules.ts'
import { einDigits, stateOfNumber, type CompleteAnswers } from './rules.ts'
import { lockForm, saveForm, type StoredForm, type StoredRegistration } from './store.ts'
import { openOptInPages, readForm, registrationsOf } from './views.ts'

type View = Omit<ReplyOf<typeof carrierRegistration>, 'status'>
type Registered = View['registrations'][number]

/** Where the tax number of an organization is encrypted. */
export const sealPlace = (orgId: string) => `carrier_registration_form.ein ${orgId}`

/** The answers of an organization, stored or suggested. */
export interface Known {
  form: StoredForm | undefined
  answers: CompleteAnswers
}

/** Returns the answers with the tax number; suggests what the product knows until something is saved. */
export async function readAnswers(kernel: Kernel, scope: Scope): Promise<Known> {
  const [form, { organization, profile, settings }, pages] = await Promise.all([
    readForm(scope.db, scope.orgId),
    describedOrganization(scope.db, scope.orgId),
    openOptInPages(scope.db, scope.orgId),
  ])
  const senderName = profile.senderName || organization.name
  if (form) {
    const ein = form.ein === null ? '' : kernel.encryption.open(sealPlace(scope.orgId), form.ein)
    return { form, answers: { company: form.company, use: form.use, ein, senderName } }
  }
  const [page] = pages
  const speaker = { organization: senderName, helpContact: settings.helpContact }
  const company: RegisteredCompany = {
    legalName: organization.name,
    entityType: null,
    stockSymbol: '',
    stockExchange: '',
    vertical: null,
    ...profile.address,
    website: '',
    privacyUrl: page?.content.privacyUrl ?? '',
    privacyKept: false,
    firstname: '',
    lastname: '',
    title: '',
    email: '',
    phone: '',
  }
  const use: RegisteredUse = {
    useCase: null,
    description: '',
    samples: ['', ''],
    hasLinks: false,
    hasPhones: false,
    optInFlow: '',
    consentText: page ? consentText(organization.name, page.content.frequency, 'en') : '',
    optInUrl: page ? `${kernel.config.publicUrl}/public/join/${page.url}` : '',
    helpText: replyTo('help', speaker) ?? '',
    optOutText: replyTo('opt_out', speaker) ?? '',
    monthlyTexts: null,
  }
  return { form, answers: { company, use, ein: '', senderName } }
}

/** Saves the answers, complete or not. Fails with `outdated` when a teammate saved in between. */
export async function save(
  kernel: Kernel,
  scope: Scope,
  { version, company, ein, use }: BodyOf<typeof saveCarrierRegistration>,
): Promise<View> {
  const { form, answers } = await readAnswers(kernel, scope)
  await scope.tx(async (tx) => {
    const current = await lockForm(tx)
    if ((current?.version ?? 0) !== version || (form?.version ?? 0) !== version) fail('outdated')
    const typed = ein ?? answers.ein
    await saveForm(tx, {
      company: company ?? answers.company,
      use: use ?? answers.use,
      ein: typed === '' ? null : kernel.encryption.seal(sealPlace(tx.orgId), typed),
      einLast4: einDigits(typed).slice(-4),
    })
    tx.audit('carrier-registration.saved', tx.orgId, {
      version: version + 1,
      sections: [...(company ? ['company'] : []), ...(ein === undefined ? [] : ['ein']), ...(use ? ['use'] : [])],
    })
  })
  return describe(kernel, scope)
}

/** Returns everything about the registration of the organization. */
export async function describe(kernel: Kernel, scope: Scope): Promise<View> {
  const language = languageOf(scope)
  const [{ form, answers }, registrations, allLines, pages] = await Promise.all([
    readAnswers(kernel, scope),
    registrationsOf(scope.db, scope.orgId),
    everyLine(scope.db, kernel.encryption),
    openOptInPages(scope.db, scope.orgId),
  ])
  const lines = allLines.filter((line) => line.carrier !== SAMPLE_CARRIER)
  const name = (await describedOrganization(scope.db, scope.orgId)).organization.name
  return {
    company: answers.company,
    ein: { isSet: answers.ein !== '', last4: einDigits(answers.ein).slice(-4) },
    use: answers.use,
    version: form?.version ?? 0,
    savedAt: form?.updatedAt.toISOString() ?? null,
    checks: checkAnswers(answers).map(({ field, text }) => ({ field, text: localize(text, language) })),
    registrations: placesOf(lines).map(({ kind, carrier, lineId }) => {
      const found = registrations.find((one) => one.kind === kind && one.carrier === carrier && one.lineId === lineId)
      return {
        kind,
        carrier,
        lineId,
        state: found?.state ?? 'not_started',
        problems: (found?.problems ?? []).map((problem) => {
          const { field, text } = explainRejection(problem)
          return { field, code: problem.code, text: localize(text, language), carrierText: problem.text }
        }),
        segmentsPerDay: found?.segmentsPerDay ?? null,
        isOutdated: found !== undefined && found.formVersion !== form?.version,
        submittedAt: found?.submittedAt.toISOString() ?? null,
        checkedAt: found?.checkedAt?.toISOString() ?? null,
      }
    }),
    numbers: lines.map((line) => numberOf(line, registrations, scope.org.country)),
    optInPages: pages.map(({ id, name: pageName, url, content }) => ({
      id,
      name: pageName,
      url: `${kernel.config.publicUrl}/public/join/${url}`,
      consentText: consentText(name, content.frequency, 'en'),
      privacyUrl: content.privacyUrl,
    })),
  }
}

/** Lists what these numbers need: company and use once at each carrier of local numbers, and each toll-free number. */
function placesOf(lines: Line[]): Pick<Registered, 'kind' | 'carrier' | 'lineId'>[] {
  const carriers = [...new Set(lines.filter(({ type }) => type === 'local').map(carrierOf))]
  return [
    ...carriers.flatMap((carrier) => [
      { kind: 'brand' as const, carrier, lineId: null },
      { kind: 'campaign' as const, carrier, lineId: null },
    ]),
    ...lines
      .filter(({ type }) => type === 'toll_free')
      .map((line) => ({ kind: 'toll_free' as const, carrier: carrierOf(line), lineId: line.id })),
  ]
}

function carrierOf({ carrier }: Line): Registered['carrier'] {
  return carrier === 'twilio' || carrier === 'telnyx' ? carrier : 'simulated'
}

function numberOf(line: Line, registrations: StoredRegistration[], country: string): View['numbers'][number] {
  const carrier = carrierOf(line)
  const find = (kind: StoredRegistration['kind'], lineId: string | null) =>
    registrations.find((one) => one.kind === kind && one.carrier === carrier && one.lineId === lineId)
  const stateOf = (kind: StoredRegistration['kind']): RegistrationState => find(kind, null)?.state ?? 'not_started'
  const number = { lineId: line.id, phone: line.phone, phoneDisplay: displayPhone(line.phone, country), carrier }
  if (line.type === 'short_code') return { ...number, type: line.type, brand: null, campaign: null, state: null }
  if (line.type === 'toll_free') {
    const state = find('toll_free', line.id)?.state ?? 'not_started'
    return { ...number, type: line.type, brand: null, campaign: null, state }
  }
  const [brand, campaign] = [stateOf('brand'), stateOf('campaign')]
  const isAttached = find('campaign', null)?.carrierIds[line.phone] !== undefined
  // A number that came later joins the campaign when the carrier is asked next.
  const state = campaign === 'approved' && !isAttached ? 'in_review' : stateOfNumber(brand, campaign)
  return { ...number, type: line.type, brand, campaign, state }
}
