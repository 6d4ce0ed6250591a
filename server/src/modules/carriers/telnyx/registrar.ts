import type { Telnyx } from 'telnyx'
import type { Account } from '../carrier.ts'
import {
  messageFlowOf,
  REVIEWED_ID,
  type CompanyToRegister,
  type Registrar,
  type Rejection,
  type Review,
  type UseToRegister,
} from '../registrar.ts'
import { advanceCampaign } from './campaigns.ts'
import { failureOf, type Client } from './client.ts'

type BrandForm = Telnyx.Messaging10dlc.BrandCreateParams
type VerificationForm = Telnyx.MessagingTollfree.Verification.RequestCreateParams

/** The submission for which a brand was vetted last. */
const VETTED = 'vetted'

/**
 * Registers companies, uses and toll-free numbers at Telnyx
 * (https://developers.telnyx.com/docs/messaging/10dlc/quickstart). After a lost answer a brand is found by its name and
 * website, a campaign by our reference and a verification by its number.
 */
export function telnyxRegistrar(clientOf: (account: Account) => Promise<Client>): Registrar {
  const safely = async (account: Account, work: (client: Client) => Promise<Review>): Promise<Review> => {
    try {
      return await work(await clientOf(account))
    } catch (error) {
      return reviewOfError(error)
    }
  }
  return {
    brand: (account, { mode, company, attempt }, ids) =>
      safely(account, async (client) => {
        const brands = client.messaging10dlc.brand
        let id = ids.get(REVIEWED_ID)
        if (mode === 'submit' && id !== undefined) {
          // A repeat after a lost answer only reads: each vetting is charged.
          if (ids.get(VETTED) !== attempt) {
            await brands.update(id, brandFormOf(company))
            await brands.revet(id)
            await ids.keep(VETTED, attempt)
          }
        } else if (mode === 'submit') {
          const { records } = await brands.list({ displayName: company.displayName })
          id = records.find(({ website }) => website === company.website)?.brandId
          id ??= (await brands.create(brandFormOf(company))).brandId
          if (id !== undefined) await ids.keep(REVIEWED_ID, id)
          await ids.keep(VETTED, attempt)
        }
        if (id === undefined) return { kind: 'failed', why: 'gone' }
        const { status, identityStatus, failureReasons } = await brands.retrieve(id)
        if (status === 'REGISTRATION_FAILED') return rejected([{ code: '', text: failureReasons ?? '', fields: [] }])
        if (identityStatus === 'VERIFIED' || identityStatus === 'VETTED_VERIFIED')
          return { kind: 'approved', segmentsPerDay: null }
        if (identityStatus !== 'UNVERIFIED') return { kind: 'in_review' }
        const { category } = await brands.getFeedback(id)
        return rejected(category.map(({ id: code, description: text, fields }) => ({ code, text, fields })))
      }),
    campaign: (account, order, ids) => safely(account, (client) => advanceCampaign(client, order, ids)),
    tollFree: (account, { mode, company, use, phone }, ids) =>
      safely(account, async (client) => {
        const { requests } = client.messagingTollfree.verification
        const makeForm = (): VerificationForm => ({
          ...verificationOf(company),
          additionalInformation: use.description,
          messageVolume: VOLUMES[use.monthlyTexts],
          optInWorkflow: messageFlowOf(use),
          optInWorkflowImageURLs: [{ url: use.optInUrl }],
          phoneNumbers: [{ phoneNumber: phone }],
          productionMessageContent: use.samples.join('\n'),
          useCase: 'HR / Staffing',
          useCaseSummary: use.description,
          helpMessageResponse: use.helpText,
        })
        let id = ids.get(REVIEWED_ID)
        if (mode === 'submit') {
          if (id === undefined) {
            const { records } = await requests.list({ page: 1, page_size: 1, phone_number: phone })
            id = records[0]?.id
          }
          if (id === undefined) id = (await requests.create(makeForm())).id
          else await requests.update(id, makeForm())
          await ids.keep(REVIEWED_ID, id)
        }
        if (id === undefined) return { kind: 'failed', why: 'gone' }
        const { verificationStatus, reason } = await requests.retrieve(id)
        if (verificationStatus === 'Verified') return { kind: 'approved', segmentsPerDay: null }
        if (verificationStatus === 'Rejected' || verificationStatus === 'Waiting For Customer')
          return rejected([{ code: '', text: reason ?? '', fields: [] }])
        return { kind: 'in_review' }
      }),
  }
}

const rejected = (reasons: Rejection[]): Review => ({ kind: 'rejected', reasons })

const VOLUMES: Record<UseToRegister['monthlyTexts'], VerificationForm['messageVolume']> = {
  1_000: '1,000',
  10_000: '10,000',
  100_000: '100,000',
  250_000: '250,000',
  500_000: '500,000',
  1_000_000: '1,000,000',
}

const upper = (value: string) => value.toUpperCase()

function brandFormOf(company: CompanyToRegister): BrandForm {
  const { displayName, legalName, street, city, postalCode, website, firstname, lastname } = company
  const isPublic = company.entityType === 'public_profit'
  return {
    country: 'US',
    displayName,
    companyName: legalName,
    ein: company.ein,
    isReseller: false,
    street,
    city,
    state: company.region,
    postalCode,
    website,
    firstName: firstname,
    lastName: lastname,
    email: company.email,
    phone: company.phone,
    entityType: upper(company.entityType) as BrandForm['entityType'],
    vertical: upper(company.vertical) as BrandForm['vertical'],
    ...(isPublic
      ? {
          stockSymbol: company.stockSymbol,
          stockExchange: company.stockExchange as NonNullable<BrandForm['stockExchange']>,
          businessContactEmail: company.email,
        }
      : {}),
  }
}

function verificationOf(company: CompanyToRegister) {
  return {
    businessAddr1: company.street,
    businessCity: company.city,
    businessState: company.region,
    businessZip: company.postalCode,
    businessContactEmail: company.email,
    businessContactPhone: company.phone,
    businessContactFirstName: company.firstname,
    businessContactLastName: company.lastname,
    businessName: company.legalName,
    doingBusinessAs: company.displayName,
    corporateWebsite: company.website,
    businessRegistrationCountry: 'US',
    businessRegistrationNumber: company.ein,
    businessRegistrationType: 'EIN',
    entityType: upper(company.entityType) as NonNullable<VerificationForm['entityType']>,
    privacyPolicyURL: company.privacyUrl,
  }
}

/** A refused form is a rejection in the words of the carrier; any other error says nothing about it. */
function reviewOfError(error: unknown): Review {
  const { status, codes } = failureOf(error)
  if (status === 401 || status === 403) return { kind: 'failed', why: 'unknown_account' }
  if (status === 404) return { kind: 'failed', why: 'gone' }
  if (status !== 400 && status !== 422) return { kind: 'failed', why: 'unreachable' }
  const { error: body } = error as { error?: { errors?: { title?: string; detail?: string }[] } }
  const [first] = body?.errors ?? []
  return rejected([{ code: codes[0] ?? '', text: first?.detail ?? first?.title ?? '', fields: [] }])
}
