import { z } from 'zod'
import {
  ENTITY_TYPES,
  MONTHLY_TEXTS,
  REGISTERED_PARAGRAPH_MAX,
  REGISTERED_TEXT_MAX,
  SAMPLES_MAX,
  USE_CASES,
  VERTICALS,
} from './carrier-registration-limits.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'

const webAddress = oneLine(300).describe('A web address with https; empty until it is known.')
const paragraph = (most: number) => z.string().trim().max(most)

/** The company that sends, as it is registered with the tax authority. Parts that are not known yet are empty. */
export const RegisteredCompany = z.strictObject({
  legalName: oneLine(200),
  entityType: z.enum(ENTITY_TYPES).nullable(),
  stockSymbol: oneLine(10).describe('Of a company whose shares are traded publicly.'),
  stockExchange: oneLine(10),
  vertical: z.enum(VERTICALS).nullable(),
  street: oneLine(100),
  city: oneLine(100),
  region: oneLine(40),
  postalCode: oneLine(20),
  website: webAddress,
  privacyUrl: webAddress,
  privacyKept: z.boolean().describe('Whether the policy says that mobile numbers are not shared for marketing.'),
  firstname: oneLine(60).describe('Of the contact person.'),
  lastname: oneLine(60),
  title: oneLine(60),
  email: oneLine(254),
  phone: oneLine(40),
})
export type RegisteredCompany = z.infer<typeof RegisteredCompany>

/** What texts are for, and how people agree to them. */
export const RegisteredUse = z.strictObject({
  useCase: z.enum(USE_CASES).nullable(),
  description: paragraph(REGISTERED_PARAGRAPH_MAX),
  samples: z.array(paragraph(REGISTERED_TEXT_MAX)).max(SAMPLES_MAX),
  hasLinks: z.boolean(),
  hasPhones: z.boolean(),
  optInFlow: paragraph(REGISTERED_PARAGRAPH_MAX).describe('Where and how people agree, in words.'),
  consentText: paragraph(REGISTERED_PARAGRAPH_MAX).describe('The exact text that people agree to.'),
  optInUrl: webAddress.describe('The page or the picture of the form where people agree.'),
  helpText: paragraph(REGISTERED_TEXT_MAX),
  optOutText: paragraph(REGISTERED_TEXT_MAX),
  monthlyTexts: z.literal(MONTHLY_TEXTS).nullable(),
})
export type RegisteredUse = z.infer<typeof RegisteredUse>

const Carrier = z.enum(['twilio', 'telnyx', 'simulated'])

/** What is registered: a company, the use of local numbers, or one toll-free number. */
export const RegistrationKind = z.enum(['brand', 'campaign', 'toll_free'])
export type RegistrationKind = z.infer<typeof RegistrationKind>

/** Where a registration is. */
export const RegistrationState = z
  .enum(['not_started', 'submitting', 'in_review', 'approved', 'rejected'])
  .describe('`submitting`: the carrier has not confirmed yet that it got everything; this goes on by itself.')
export type RegistrationState = z.infer<typeof RegistrationState>

/** Something to fix: beside which field, what is wrong, and what to write instead. */
const Problem = z.object({
  field: z.string().describe('A path, such as `company.legalName` or `use.samples.0`.'),
  text: z.string(),
})

const Registration = z.object({
  kind: RegistrationKind,
  carrier: Carrier,
  lineId: Id.nullable().describe('The toll-free number; null for a company or the use of local numbers.'),
  state: RegistrationState,
  problems: z
    .array(Problem.extend({ code: z.string(), carrierText: z.string().describe('In the words of the carrier.') }))
    .describe('Why the carrier rejected it.'),
  segmentsPerDay: z.number().int().nullable().describe('What carriers take from the brand in a day, if they said so.'),
  isOutdated: z.boolean().describe('Whether the answers changed after they were submitted.'),
  submittedAt: Instant.nullable(),
  checkedAt: Instant.nullable(),
})
export type Registration = z.infer<typeof Registration>

const RegisteredNumber = z.object({
  lineId: Id,
  phone: z.string(),
  phoneDisplay: z.string(),
  carrier: Carrier,
  type: z.enum(['local', 'toll_free', 'short_code']),
  brand: RegistrationState.nullable().describe('Null for a number that needs none.'),
  campaign: RegistrationState.nullable(),
  state: RegistrationState.nullable().describe('The registration of the number as a whole; null where none is needed.'),
})

const registration = ok({
  company: RegisteredCompany,
  ein: z.object({ isSet: z.boolean(), last4: z.string().describe('The last four digits; empty until it is set.') }),
  use: RegisteredUse,
  version: z.number().int().describe('0 until something is saved: then the answers are suggestions.'),
  savedAt: Instant.nullable(),
  checks: z.array(Problem).describe('Known causes of rejection in the saved answers.'),
  registrations: z.array(Registration).describe('At each carrier of a number.'),
  numbers: z.array(RegisteredNumber),
  optInPages: z
    .array(z.object({ id: Id, name: z.string(), url: z.string(), consentText: z.string(), privacyUrl: z.string() }))
    .describe('The opt-in pages whose address and text can be used.'),
})

export const carrierRegistration = endpoint({
  method: 'GET',
  path: '/carrier-registration',
  summary:
    'Returns what the organization registers with carriers, known causes of rejection, and the state of each number.',
  can: 'lines.manage',
  reply: registration,
})

export const saveCarrierRegistration = endpoint({
  method: 'PUT',
  path: '/carrier-registration',
  summary:
    'Saves the answers, complete or not. Fails with a conflict when the given version is outdated. Submits nothing.',
  can: 'lines.manage',
  fails: ['outdated'],
  body: z.strictObject({
    version: z.number().int().min(0),
    company: RegisteredCompany.optional(),
    ein: z
      .string()
      .trim()
      .max(20)
      .optional()
      .describe('The tax number; stored encrypted and never returned. Empty removes it; omitted keeps it.'),
    use: RegisteredUse.optional(),
  }),
  reply: registration,
})

export const submitCarrierRegistration = endpoint({
  method: 'POST',
  path: '/carrier-registration/submit',
  summary:
    'Submits a company, the use of local numbers or a toll-free number to a carrier, or submits it again after a rejection. Fails with `invalid` while a known cause of rejection is left. While the carrier does not answer, the state is `submitting`.',
  can: 'lines.manage',
  apiKeys: 'refused',
  fails: ['outdated', 'carrier_refused'],
  body: z.strictObject({
    kind: RegistrationKind,
    carrier: Carrier,
    lineId: Id.optional().describe('The toll-free number.'),
    version: z.number().int().min(1).describe('The answers that the member saw.'),
  }),
  reply: registration,
})

export const checkCarrierRegistration = endpoint({
  method: 'POST',
  path: '/carrier-registration/check',
  summary: 'Asks the carriers now what became of the registrations in review. This also happens every ten minutes.',
  can: 'lines.manage',
  body: z.strictObject({}),
  reply: registration,
})
