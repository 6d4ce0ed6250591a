import type { RegisteredCompany, RegisteredUse } from '@crewline/contract/carrier-registration'
import type { Account } from './carrier.ts'

type Known<T> = { [K in keyof T]: NonNullable<T[K]> }

/** A company with complete answers. */
export interface CompanyToRegister extends Known<Omit<RegisteredCompany, 'privacyKept'>> {
  /** The name that people know the sender by. */
  displayName: string
  /** Nine digits. */
  ein: string
  /** E.164. */
  phone: string
}

/** A use with complete answers. */
export type UseToRegister = Known<RegisteredUse>

/** The ids of what was created at a carrier; each is stored before the next step. */
export interface CarrierIds {
  get(name: string): string | undefined
  keep(name: string, id: string): Promise<void>
}

/** Why a carrier rejected something: its code where it has one, its words, and the fields that it names. */
export interface Rejection {
  code: string
  text: string
  fields: string[]
}

/** Where a registration is: `gone` when the carrier does not know it any more. */
export type Review =
  | { kind: 'in_review' }
  /** Segments that carriers take from the brand in a day, where known. */
  | { kind: 'approved'; segmentsPerDay: number | null }
  | { kind: 'rejected'; reasons: Rejection[] }
  | { kind: 'failed'; why: 'unknown_account' | 'unreachable' | 'gone' }

/** `submit` creates what is missing, updates what is there and asks for a review; `read` only reads the state. */
export type RegistrarMode = 'submit' | 'read'

/** The registration of companies and numbers at one carrier. Never throws. Repeating a call creates nothing twice. */
export interface Registrar {
  brand(
    account: Account,
    order: {
      mode: RegistrarMode
      company: CompanyToRegister
      reference: string
      /** Changes with every submission by a member: what costs money is asked for once each. */
      attempt: string
    },
    ids: CarrierIds,
  ): Promise<Review>
  /** Registers the use of local numbers, and attaches those of the account. */
  campaign(
    account: Account,
    order: {
      mode: RegistrarMode
      company: CompanyToRegister
      use: UseToRegister
      reference: string
      /** The id of the approved brand at the carrier. */
      brandId: string
      phones: string[]
    },
    ids: CarrierIds,
  ): Promise<Review>
  tollFree(
    account: Account,
    order: {
      mode: RegistrarMode
      company: CompanyToRegister
      use: UseToRegister
      reference: string
      phone: string
    },
    ids: CarrierIds,
  ): Promise<Review>
}

/** The name under which every registrar keeps what is reviewed: a brand, a campaign, a verification. */
export const REVIEWED_ID = 'reviewed'

/** Returns how people agree, with the text they agree to, as one paragraph for reviewers. */
export function messageFlowOf({ optInFlow, consentText, optInUrl }: UseToRegister): string {
  return [optInFlow, `Consent text: "${consentText}"`, `Form: ${optInUrl}`].join(' ')
}

/** Returns the text that confirms that a person agreed to get texts, as reviewers expect it; at most 320 characters. */
export function optInMessageOf(sender: string): string {
  return `${sender.slice(0, 100)}: You agreed to get texts from us. How often varies. Message and data rates may apply. Reply HELP for help, STOP to opt out.`
}

/** Whether a carrier refused a call for good, for example because a number is taken; anything else is tried again. */
export function isRefusal(error: unknown): boolean {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0
  return [400, 404, 409, 422].includes(status)
}

/** Segments that T-Mobile takes from a brand in a day, by its trust score; 2,000 without one. */
export function segmentsPerDayOf(score: number | null | undefined): number {
  if (!score || score < 25) return 2_000
  if (score < 50) return 10_000
  return score < 75 ? 40_000 : 200_000
}
