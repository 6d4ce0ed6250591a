import type { EmploymentDataResponse } from '@tryfinch/finch-api/resources/hris/employments'
import type { IndividualResponse } from '@tryfinch/finch-api/resources/hris/individuals'
import { EMAIL_MAX, NAME_MAX } from '@crewline/contract/limits'
import { z } from 'zod'
import type { Employee } from '../provider.ts'

/** The longest texts that a contact can have; what comes from outside is cut. */
const MAX = { name: NAME_MAX, email: EMAIL_MAX, phone: 40, id: 60, work: 80 } as const

/** Joins the two answers about one employee; undefined when one of them could not be read. */
export function employeeOf(
  id: string,
  individual: IndividualResponse | undefined,
  employment: EmploymentDataResponse | undefined,
): Employee | undefined {
  const about = individual?.body
  const job = employment?.body
  if (individual?.code !== 200 || employment?.code !== 200) return undefined
  if (!about || !job || !('phone_numbers' in about) || !('employment_status' in job)) return undefined
  const phone = (type: 'personal' | 'work') =>
    text(about.phone_numbers?.find((entry) => entry?.type === type)?.data, MAX.phone)
  const email = (type: 'personal' | 'work') => emailOf(about.emails?.find((entry) => entry.type === type)?.data)
  return {
    externalId: id,
    firstName: text(about.first_name ?? job.first_name, MAX.name),
    lastName: text(about.last_name ?? job.last_name, MAX.name),
    preferredName: text(about.preferred_name, MAX.name),
    personalPhone: phone('personal'),
    workPhone: phone('work'),
    personalEmail: email('personal'),
    workEmail: email('work'),
    workId: text(job.work_id, MAX.id),
    title: text(job.title, MAX.work),
    department: text(job.department?.name, MAX.work),
    site: text(job.location?.name, MAX.work),
    city: text(job.location?.city, MAX.work),
    startDate: day(job.latest_rehire_date ?? job.start_date),
    birthday: day(about.dob),
    status: statusOf(job.employment_status, job.is_active),
    isContractor: job.employment?.type === 'contractor',
  }
}

function statusOf(status: string | null, isActive: boolean | null): Employee['status'] {
  switch (status) {
    case 'leave':
      return 'on_leave'
    case 'active':
      return 'active'
    case 'onboarding':
    case 'prehire':
      return 'not_yet'
    case 'terminated':
    case 'retired':
    case 'deceased':
      return 'left'
    default:
      return isActive === false ? 'left' : 'active'
  }
}

/** One line of text without control characters, which the database does not take. */
function text(value: string | null | undefined, max: number): string {
  const line = (value ?? '').normalize('NFC').replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
  return line
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .slice(0, max)
    .trim()
    .toWellFormed()
}

function emailOf(value: string | null | undefined): string {
  const email = text(value, MAX.email)
  return z.email().safeParse(email).success ? email : ''
}

/** A day of the calendar in a plausible year, or nothing. */
function day(value: string | null | undefined): string {
  const found = /^(?:19|20)\d{2}-\d{2}-\d{2}/.exec(value ?? '')?.[0] ?? ''
  const at = new Date(`${found}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(found) ? found : ''
}
