import type { SimEmployee } from './state.ts'

/** Writes an employee as Finch's directory has them. */
export function inDirectory(employee: SimEmployee): object {
  return {
    id: employee.id,
    first_name: employee.first_name,
    middle_name: null,
    last_name: employee.last_name,
    manager: null,
    department: employee.department ? { name: employee.department } : null,
    is_active: isActive(employee),
  }
}

/** Writes the personal data of an employee. */
export function asIndividual(employee: SimEmployee): object {
  const phones = [
    ...(employee.personal_phone ? [{ data: employee.personal_phone, type: 'personal' }] : []),
    ...(employee.work_phone ? [{ data: employee.work_phone, type: 'work' }] : []),
  ]
  const emails = [
    ...(employee.work_email ? [{ data: employee.work_email, type: 'work' }] : []),
    ...(employee.personal_email ? [{ data: employee.personal_email, type: 'personal' }] : []),
  ]
  return {
    id: employee.id,
    first_name: employee.first_name,
    middle_name: null,
    last_name: employee.last_name,
    preferred_name: employee.preferred_name ?? null,
    emails,
    phone_numbers: phones,
    gender: null,
    ethnicity: null,
    marital_status: null,
    dob: employee.dob ?? null,
    residence: null,
  }
}

/** Writes the employment of an employee. */
export function asEmployment(employee: SimEmployee): object {
  return {
    id: employee.id,
    first_name: employee.first_name,
    middle_name: null,
    last_name: employee.last_name,
    title: employee.title ?? null,
    manager: null,
    department: employee.department ? { name: employee.department } : null,
    employment: { type: employee.type ?? 'employee', subtype: 'full_time' },
    employment_status: employee.status,
    start_date: employee.start_date ?? null,
    latest_rehire_date: null,
    end_date: employee.end_date ?? null,
    is_active: isActive(employee),
    class_code: null,
    flsa_status: null,
    location:
      employee.site || employee.city
        ? {
            name: employee.site ?? null,
            line1: null,
            line2: null,
            city: employee.city ?? null,
            state: 'CA',
            postal_code: null,
            country: 'US',
            source_id: null,
          }
        : null,
    source_id: employee.id,
    work_id: employee.work_id ?? null,
    custom_fields: employee.custom_fields ?? [],
  }
}

function isActive({ status }: SimEmployee): boolean {
  return status === 'active' || status === 'leave'
}
