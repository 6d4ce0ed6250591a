import type { Account } from '../carrier.ts'
import {
  messageFlowOf,
  optInMessageOf,
  REVIEWED_ID,
  segmentsPerDayOf,
  type CompanyToRegister,
  type Registrar,
  type Review,
} from '../registrar.ts'
import { submitBrand, type Client } from './brands.ts'
import { advanceCampaign } from './campaigns.ts'
import { rejectionsOf } from './rejections.ts'

/**
 * Registers companies, uses and toll-free numbers at Twilio
 * (https://www.twilio.com/docs/messaging/compliance/a2p-10dlc/onboarding-isv-api). After a lost answer, what was created is
 * found by the objects it belongs to.
 */
export function twilioRegistrar(clientOf: (account: Account) => Client): Registrar {
  const safely = async (account: Account, work: (client: Client) => Promise<Review>): Promise<Review> => {
    try {
      return await work(clientOf(account))
    } catch (error) {
      return reviewOfError(error)
    }
  }
  return {
    brand: (account, { mode, company, reference }, ids) =>
      safely(account, async (client) => {
        if (mode === 'submit') {
          const refused = await submitBrand(client, { company, reference }, ids)
          if (refused) return { kind: 'rejected', reasons: refused }
        }
        const sid = ids.get(REVIEWED_ID)
        if (sid === undefined) return { kind: 'failed', why: 'gone' }
        const brand = await client.messaging.v1.brandRegistrations(sid).fetch()
        if (brand.status === 'FAILED' || brand.status === 'SUSPENDED')
          return {
            kind: 'rejected',
            reasons: rejectionsOf(brand.errors, brand.failureReason ?? '', brand.brandFeedback ?? []),
          }
        if (brand.status !== 'APPROVED') return { kind: 'in_review' }
        const perDay = brand.russell3000 ? segmentsPerDayOf(100) : segmentsPerDayOf(brand.brandScore)
        return { kind: 'approved', segmentsPerDay: perDay }
      }),
    campaign: (account, order, ids) => safely(account, (client) => advanceCampaign(client, order, ids)),
    tollFree: (account, { mode, company, use, reference, phone }, ids) =>
      safely(account, async (client) => {
        const verifications = client.messaging.v1.tollfreeVerifications
        let sid = ids.get(REVIEWED_ID)
        if (mode === 'submit') {
          // The search also finds numbers that contain this one.
          const found = await client.incomingPhoneNumbers.list({ phoneNumber: phone, limit: 20 })
          const number = found.find(({ phoneNumber }) => phoneNumber === phone)
          if (!number) return { kind: 'failed', why: 'gone' }
          sid ??= (await verifications.list({ tollfreePhoneNumberSid: number.sid, limit: 1 }))[0]?.sid
          const form = {
            ...businessOf(company),
            useCaseCategories: ['ACCOUNT_NOTIFICATIONS'],
            useCaseSummary: use.description,
            productionMessageSample: use.samples[0] ?? '',
            optInImageUrls: [use.optInUrl],
            optInType: 'WEB_FORM' as const,
            messageVolume: String(use.monthlyTexts),
            additionalInformation: messageFlowOf(use),
            helpMessageSample: use.helpText,
            optInConfirmationMessage: optInMessageOf(company.displayName),
          }
          if (sid === undefined)
            sid = (
              await verifications.create({
                ...form,
                tollfreePhoneNumberSid: number.sid,
                externalReferenceId: reference,
              })
            ).sid
          else await verifications(sid).update({ ...form, editReason: 'The answers were corrected.' })
          await ids.keep(REVIEWED_ID, sid)
        }
        if (sid === undefined) return { kind: 'failed', why: 'gone' }
        const { status, rejectionReason, rejectionReasons, errorCode } = await verifications(sid).fetch()
        if (status === 'TWILIO_APPROVED') return { kind: 'approved', segmentsPerDay: null }
        if (status !== 'TWILIO_REJECTED') return { kind: 'in_review' }
        const plain = [{ code: String(errorCode ?? ''), text: rejectionReason ?? '', fields: [] }]
        const listed = rejectionsOf(rejectionReasons, '', [])
        return { kind: 'rejected', reasons: listed.length > 0 ? listed : plain }
      }),
  }
}

function businessOf(company: CompanyToRegister) {
  return {
    businessName: company.legalName,
    doingBusinessAs: company.displayName,
    businessWebsite: company.website,
    businessStreetAddress: company.street,
    businessCity: company.city,
    businessCountry: 'US',
    businessStateProvinceRegion: company.region,
    businessPostalCode: company.postalCode,
    businessContactFirstName: company.firstname,
    businessContactLastName: company.lastname,
    businessContactEmail: company.email,
    businessContactPhone: company.phone,
    notificationEmail: company.email,
    businessRegistrationNumber: company.ein,
    businessRegistrationAuthority: 'EIN' as const,
    businessRegistrationCountry: 'US',
    businessType: company.entityType.toUpperCase() as 'PRIVATE_PROFIT',
    privacyPolicyUrl: company.privacyUrl,
  }
}

/** A refused form is a rejection in the words of the carrier; any other error says nothing about it. */
function reviewOfError(error: unknown): Review {
  const { status, code, message } = error as { status?: number; code?: number | string; message?: string }
  if (status === 401 || status === 403) return { kind: 'failed', why: 'unknown_account' }
  if (status === 404) return { kind: 'failed', why: 'gone' }
  if (status !== 400) return { kind: 'failed', why: 'unreachable' }
  return { kind: 'rejected', reasons: [{ code: String(code ?? ''), text: message ?? '', fields: [] }] }
}
