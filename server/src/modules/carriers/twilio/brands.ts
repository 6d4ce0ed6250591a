import type twilio from 'twilio'
import { REVIEWED_ID, type CarrierIds, type CompanyToRegister, type Rejection } from '../registrar.ts'
import { textOf } from './rejections.ts'

export type Client = ReturnType<typeof twilio>

/** The policies that Twilio evaluates bundles by. */
const PRIMARY_POLICY = 'RN6433641899984f951173ef1738c3bdd0'
const PROFILE_POLICY = 'RNdfbf3fae0e1107f8aded0e7cead80bf5'
const MESSAGING_POLICY = 'RNb0d4771c2c98518d916a3d4cd70a8f8b'

const BUSINESS_TYPES: Record<string, string> = { non_profit: 'Non-profit Corporation' }
const COMPANY_TYPES: Record<string, string> = {
  private_profit: 'private',
  public_profit: 'public',
  non_profit: 'non-profit',
  government: 'government',
}
/** Lines of business that have another name at Twilio. */
const INDUSTRIES: Record<string, string> = {
  communication: 'TELECOMMUNICATIONS',
  entertainment: 'MEDIA',
  human_resources: 'CONSUMER',
  ngo: 'NOT_FOR_PROFIT',
  postal: 'TRANSPORTATION',
  professional: 'CONSUMER',
  construction: 'ENGINEERING',
}

/**
 * Describes the company to Twilio and asks for the registration of its brand, again after a rejection. Returns why not:
 * the account has no approved profile of its own, or something is missing.
 */
export async function submitBrand(
  client: Client,
  { company, reference }: { company: CompanyToRegister; reference: string },
  ids: CarrierIds,
): Promise<Rejection[] | undefined> {
  const { customerProfiles, trustProducts } = client.trusthub.v1
  const [primary] = await customerProfiles.list({ policySid: PRIMARY_POLICY, status: 'twilio-approved', limit: 1 })
  if (!primary) return [{ code: 'primary_profile', text: 'No approved primary customer profile', fields: [] }]

  const business = await endUser(client, 'customer_profile_business_information', businessOf(company), ids)
  const contact = await endUser(client, 'authorized_representative_1', contactOf(company), ids)
  const address = await addressDocument(client, company, ids)
  const profile = await made(ids, 'profile', async () => {
    const { sid } = await customerProfiles.create({
      friendlyName: `Crewline ${reference}`,
      email: company.email,
      policySid: PROFILE_POLICY,
    })
    return sid
  })
  const inProfile = customerProfiles(profile)
  await assign(inProfile.customerProfilesEntityAssignments, [business, contact, address, primary.sid])
  const judged = await inProfile.customerProfilesEvaluations.create({ policySid: PROFILE_POLICY })
  if (judged.status !== 'compliant') return missingIn(judged.results)
  if ((await inProfile.fetch()).status !== 'twilio-approved') await inProfile.update({ status: 'pending-review' })

  const messaging = await endUser(client, 'us_a2p_messaging_profile_information', messagingOf(company), ids)
  const product = await made(ids, 'messaging_profile', async () => {
    const { sid } = await trustProducts.create({
      friendlyName: `Crewline ${reference}`,
      email: company.email,
      policySid: MESSAGING_POLICY,
    })
    return sid
  })
  const inProduct = trustProducts(product)
  await assign(inProduct.trustProductsEntityAssignments, [messaging, profile])
  const fitting = await inProduct.trustProductsEvaluations.create({ policySid: MESSAGING_POLICY })
  if (fitting.status !== 'compliant') return missingIn(fitting.results)
  if ((await inProduct.fetch()).status !== 'twilio-approved') await inProduct.update({ status: 'pending-review' })

  const brands = client.messaging.v1.brandRegistrations
  const known =
    ids.get(REVIEWED_ID) ??
    (await brands.list({ limit: 50 })).find((brand) => brand.a2pProfileBundleSid === product)?.sid
  if (known === undefined) {
    const { sid } = await brands.create({ customerProfileBundleSid: profile, a2PProfileBundleSid: product })
    await ids.keep(REVIEWED_ID, sid)
    return undefined
  }
  await ids.keep(REVIEWED_ID, known)
  if ((await brands(known).fetch()).status === 'FAILED') await brands(known).update()
  return undefined
}

/** Returns the id under this name, or that of what is created now. */
async function made(ids: CarrierIds, name: string, create: () => Promise<string>): Promise<string> {
  const known = ids.get(name)
  if (known !== undefined) return known
  const id = await create()
  await ids.keep(name, id)
  return id
}

async function endUser(client: Client, type: string, attributes: object, ids: CarrierIds): Promise<string> {
  const { endUsers } = client.trusthub.v1
  const known = ids.get(type)
  if (known !== undefined) {
    await endUsers(known).update({ attributes })
    return known
  }
  return made(ids, type, async () => (await endUsers.create({ friendlyName: type, type, attributes })).sid)
}

async function addressDocument(client: Client, company: CompanyToRegister, ids: CarrierIds): Promise<string> {
  const { street, city, region, postalCode, legalName: customerName } = company
  const known = ids.get('address')
  if (known !== undefined) await client.addresses(known).update({ street, city, region, postalCode, customerName })
  const address = await made(ids, 'address', async () => {
    const created = await client.addresses.create({ street, city, region, postalCode, customerName, isoCountry: 'US' })
    return created.sid
  })
  return made(ids, 'address_document', async () => {
    const { sid } = await client.trusthub.v1.supportingDocuments.create({
      friendlyName: 'Address',
      type: 'customer_profile_address',
      attributes: { address_sids: address },
    })
    return sid
  })
}

/** The part of both lists of assignments that is used. */
interface Assignments {
  list(options: { limit: number }): Promise<{ objectSid: string }[]>
  create(options: { objectSid: string }): Promise<unknown>
}

async function assign(assignments: Assignments, sids: string[]): Promise<void> {
  const assigned = new Set((await assignments.list({ limit: 50 })).map(({ objectSid }) => objectSid))
  for (const objectSid of sids) if (!assigned.has(objectSid)) await assignments.create({ objectSid })
}

/** Reads which fields a policy is missing. */
function missingIn(results: unknown): Rejection[] {
  const failed = (Array.isArray(results) ? results : []).flatMap((result: Record<string, unknown>) =>
    (Array.isArray(result['invalid']) ? result['invalid'] : []).map((field: Record<string, unknown>) => ({
      code: 'missing',
      text: textOf(field['failure_reason']),
      fields: [textOf(field['object_field'])],
    })),
  )
  return failed.length > 0 ? failed : [{ code: 'missing', text: '', fields: [] }]
}

function businessOf(company: CompanyToRegister): object {
  return {
    business_name: company.legalName,
    business_type: BUSINESS_TYPES[company.entityType] ?? 'Corporation',
    business_industry: INDUSTRIES[company.vertical] ?? company.vertical.toUpperCase(),
    business_registration_identifier: 'EIN',
    business_registration_number: company.ein,
    business_identity: 'direct_customer',
    business_regions_of_operation: 'USA_AND_CANADA',
    website_url: company.website,
    social_media_profile_urls: '',
  }
}

function contactOf({ firstname, lastname, title, email, phone }: CompanyToRegister): object {
  return {
    first_name: firstname,
    last_name: lastname,
    email,
    phone_number: phone,
    business_title: title,
    job_position: 'Other',
  }
}

function messagingOf({ entityType, stockSymbol, stockExchange, email }: CompanyToRegister): object {
  return {
    company_type: COMPANY_TYPES[entityType],
    ...(entityType === 'public_profit' ? { stock_exchange: stockExchange, stock_ticker: stockSymbol } : {}),
    brand_contact_email: email,
  }
}
