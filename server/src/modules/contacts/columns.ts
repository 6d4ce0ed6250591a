import { EXPORT_COLUMNS } from '@crewline/contract/contact-columns'
import type { Contact, CustomValue } from '@crewline/contract/contacts'
import { CUSTOM_PREFIX } from '@crewline/contract/filter-fields'
import type { FieldRule } from '../fields/index.ts'

/** A column available in every contact list. */
export type StandardColumn = (typeof EXPORT_COLUMNS)[number]

/** The column header of each field, in English and in Spanish. */
export const LABELS: Record<StandardColumn, readonly [english: string, spanish: string]> = {
  firstname: ['First name', 'Nombre'],
  lastname: ['Last name', 'Apellido'],
  preferredName: ['Preferred name', 'Nombre preferido'],
  phone: ['Mobile', 'Móvil'],
  email: ['Email', 'Correo electrónico'],
  employeeId: ['Employee ID', 'ID de empleado'],
  jobTitle: ['Job title', 'Puesto'],
  department: ['Department', 'Departamento'],
  location: ['Location', 'Ubicación'],
  language: ['Language', 'Idioma'],
  timezone: ['Time zone', 'Zona horaria'],
  work: ['Status', 'Estado'],
  hireDate: ['Hire date', 'Fecha de contratación'],
  birthday: ['Birthday', 'Cumpleaños'],
  groups: ['Groups', 'Grupos'],
  reach: ['Can get texts', 'Puede recibir mensajes'],
  optedOutAt: ['Opted out', 'Baja'],
  source: ['Source', 'Origen'],
  createdAt: ['Added', 'Agregado'],
}

const WORK: Record<Contact['work'], readonly [string, string]> = {
  active: ['Active', 'Activo'],
  on_leave: ['On leave', 'De permiso'],
  terminated: ['Terminated', 'Terminado'],
  blocked: ['Blocked', 'Bloqueado'],
}

const REACH: Record<Contact['reach'], readonly [string, string]> = {
  can_text: ['Can get texts', 'Puede recibir mensajes'],
  opted_out: ['Opted out', 'De baja'],
  no_mobile: ['No mobile', 'Sin móvil'],
  landline: ['Landline', 'Teléfono fijo'],
  not_in_use: ['Not in use', 'Fuera de servicio'],
}

const YES = ['Yes', 'Sí'] as const
const NO = ['No', 'No'] as const

/** A file column: its header, and its cell for a contact. */
export interface Column {
  header: string
  cell(contact: Contact): string
}

/**
 * Returns the column with this name, or undefined when it does not exist. `spanish` selects Spanish instead of English.
 */
export function columnOf(name: string, fields: readonly FieldRule[], spanish: boolean): Column | undefined {
  const at = spanish ? 1 : 0
  if (name.startsWith(CUSTOM_PREFIX)) {
    const field = fields.find((candidate) => candidate.key === name.slice(CUSTOM_PREFIX.length))
    return field && { header: field.name, cell: (contact) => customCell(field, contact.customFields[field.key], at) }
  }
  if (!isStandard(name)) return undefined
  return { header: LABELS[name][at], cell: (contact) => standardCell(name, contact, at) }
}

/** Returns the label of a field named by a filter or an audit entry. */
export function attributeText(name: string, fields: readonly FieldRule[], spanish: boolean): string | undefined {
  if (name === 'reach') return undefined
  return columnOf(name === 'status' ? 'work' : name, fields, spanish)?.header
}

function isStandard(name: string): name is StandardColumn {
  return (EXPORT_COLUMNS as readonly string[]).includes(name)
}

function standardCell(name: StandardColumn, contact: Contact, at: 0 | 1): string {
  if (name === 'work') return WORK[contact.work][at]
  if (name === 'reach') return REACH[contact.reach][at]
  if (name === 'groups') return contact.groups.map((group) => group.name).join('; ')
  return contact[name] ?? ''
}

function customCell(field: FieldRule, value: CustomValue | undefined, at: 0 | 1): string {
  if (value === undefined) return ''
  if (typeof value === 'boolean') return (value ? YES : NO)[at]
  if (field.type !== 'select' && field.type !== 'multiselect') return String(value)
  return [value]
    .flat()
    .flatMap((id) => field.options.find((option) => option.id === id)?.label ?? [])
    .join('; ')
}
