import type { LocalizedText } from '@crewline/contract/words'

/** An employee as the HR system has them. Texts are trimmed and empty when missing. */
export interface Employee {
  externalId: string
  firstName: string
  lastName: string
  preferredName: string
  personalPhone: string
  workPhone: string
  personalEmail: string
  workEmail: string
  workId: string
  title: string
  department: string
  site: string
  city: string
  /** YYYY-MM-DD, or empty. */
  startDate: string
  birthday: string
  status: 'active' | 'on_leave' | 'left' | 'not_yet'
  isContractor: boolean
  /** What the source says beyond these fields, by its name there. */
  extra?: Record<string, string> | undefined
  /** The language they read, when the source says one that texts can be written in. */
  language?: string | undefined
}

/** A person of the list. */
export interface ListedPerson {
  externalId: string
  /** Their name, as far as it is known. */
  name: string | null
  /** Null when they are listed but their data could not be read. */
  employee: Employee | null
  /** What is wrong with the entry, and how it is corrected; null when nothing is, or nothing is known. */
  problem: LocalizedText | null
}

/** A part of the list of employees. */
export interface EmployeePage {
  people: ListedPerson[]
  /** How many the HR system says it has in all; null when it does not say. */
  total: number | null
  /** How many this page listed; 0 after the last one. */
  listed: number
  /** Where the next page begins, when that is not after as many people as were listed: the list may have gaps. */
  next?: number | undefined
}

/** An authorized connection to the HR system of one company. */
export interface Grant {
  token: string
  connectionId: string
  /** The customer that the connection page was opened for. */
  customerId: string | null
  /** The HR system, such as `adp_run`. */
  providerId: string
}

/** A verified webhook: only that something about a connection changed. */
export interface HrEvent {
  connectionId: string
  kind: 'people' | 'reauth' | 'disconnected' | 'other'
}

/** The service that reads HR systems. */
export interface HrProvider {
  /** Returns the page on which a person allows the connection. */
  startConnect(about: { customerId: string; customerName: string; redirectUri: string; state: string }): Promise<string>
  /** Exchanges the code of the connection page, once. Fails with `CodeRefused`. */
  exchangeCode(code: string, redirectUri: string): Promise<Grant>
  /** The company of a connection; its id is null when the service does not say one. */
  company(token: string): Promise<{ id: string | null; name: string }>
  readPage(token: string, at: { offset: number; limit: number }): Promise<EmployeePage>
  /** Ends the connection; it is no failure when it has ended already. */
  disconnect(token: string): Promise<void>
  /** Verifies the signature of a webhook over its raw text. */
  readEvent(raw: string, headers: Record<string, string>): HrEvent | 'forged'
}

/** The service cannot be reached, limits us, or has trouble of its own; nothing is known about the call. */
export class HrDown extends Error {}

/** The connection does not hold any more: an administrator must connect again. */
export class HrRevoked extends Error {}

/** The code is wrong, expired or was used. */
export class CodeRefused extends Error {}
