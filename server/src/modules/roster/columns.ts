import { EXPORT_COLUMNS } from '@crewline/contract/contact-columns'
import type { Contact, CustomValue } from '@crewline/contract/contacts'
import { CUSTOM_PREFIX } from '@crewline/contract/filter-fields'
import type { FieldRule } from '../fields/index.ts'

/** A column every list of workers can have. */
export type StandardColumn = (typeof EXPORT_COLUMNS)[number]

/** What each fact is called at the head of a column, in English and in Spanish. */
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

/** A column of a file: its head, and what stands in it for a worker. */
export interface Column {
  head: string
  cell(contact: Contact): string
}

/** The column a name stands for; undefined for one that does not exist. `spanish` speaks Spanish, else English. */
export function columnOf(name: string, fields: readonly FieldRule[], spanish: boolean): Column | undefined {
  const at = spanish ? 1 : 0
  if (name.startsWith(CUSTOM_PREFIX)) {
    const field = fields.find((one) => one.key === name.slice(CUSTOM_PREFIX.length))
    return field && { head: field.name, cell: (contact) => customCell(field, contact.customFields[field.key], at) }
  }
  if (!isStandard(name)) return undefined
  return { head: LABELS[name][at], cell: (contact) => standardCell(name, contact, at) }
}

/** A name as a filter or an audit entry calls a fact, in words. */
export function factWords(name: string, fields: readonly FieldRule[], spanish: boolean): string | undefined {
  if (name === 'reach') return undefined
  return columnOf(name === 'status' ? 'work' : name, fields, spanish)?.head
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
