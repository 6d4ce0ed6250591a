import type { EmploymentDataResponse } from '@tryfinch/finch-api/resources/hris/employments'
import type { IndividualResponse } from '@tryfinch/finch-api/resources/hris/individuals'
import { EMPLOYEE_MAX as MAX, emailFrom, extraFrom, lineFrom } from '../employee-rules.ts'
import type { Employee } from '../provider.ts'

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
    lineFrom(about.phone_numbers?.find((entry) => entry?.type === type)?.data, MAX.phone)
  const email = (type: 'personal' | 'work') => emailFrom(about.emails?.find((entry) => entry.type === type)?.data)
  return {
    externalId: id,
    firstName: lineFrom(about.first_name ?? job.first_name, MAX.name),
    lastName: lineFrom(about.last_name ?? job.last_name, MAX.name),
    preferredName: lineFrom(about.preferred_name, MAX.name),
    personalPhone: phone('personal'),
    workPhone: phone('work'),
    personalEmail: email('personal'),
    workEmail: email('work'),
    workId: lineFrom(job.work_id, MAX.id),
    title: lineFrom(job.title, MAX.work),
    department: lineFrom(job.department?.name, MAX.work),
    site: lineFrom(job.location?.name, MAX.work),
    city: lineFrom(job.location?.city, MAX.work),
    startDate: day(job.latest_rehire_date ?? job.start_date),
    birthday: day(about.dob),
    status: statusOf(job.employment_status, job.is_active),
    isContractor: job.employment?.type === 'contractor',
    extra: extraFrom((job.custom_fields ?? []).map(({ name, value }) => [name ?? '', value] as const)),
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

/** A day of the calendar in a plausible year, or nothing. */
function day(value: string | null | undefined): string {
  const found = /^(?:19|20)\d{2}-\d{2}-\d{2}/.exec(value ?? '')?.[0] ?? ''
  const at = new Date(`${found}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(found) ? found : ''
}
