import type { EmploymentDataResponse } from '@tryfinch/finch-api/resources/hris/employments'
import type { IndividualResponse } from '@tryfinch/finch-api/resources/hris/individuals'
import type { Employee } from '../provider.ts'

/** Longer texts than any person has are cut: they come from outside. */
const TEXT_MAX = 200

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
  const phone = (type: 'personal' | 'work') => text(about.phone_numbers?.find((entry) => entry?.type === type)?.data)
  const email = (type: 'personal' | 'work') => text(about.emails?.find((entry) => entry.type === type)?.data)
  return {
    externalId: id,
    firstName: text(about.first_name ?? job.first_name),
    lastName: text(about.last_name ?? job.last_name),
    preferredName: text(about.preferred_name),
    personalPhone: phone('personal'),
    workPhone: phone('work'),
    personalEmail: email('personal'),
    workEmail: email('work'),
    workId: text(job.work_id),
    title: text(job.title),
    department: text(job.department?.name),
    site: text(job.location?.name),
    city: text(job.location?.city),
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

function text(value: string | null | undefined): string {
  return (value ?? '').normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX).toWellFormed()
}

function day(value: string | null | undefined): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(value ?? '')?.[0] ?? ''
}
