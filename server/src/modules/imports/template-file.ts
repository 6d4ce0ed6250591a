import type { FieldType } from '@crewline/contract/fields'
import { displayPhone } from '@crewline/contract/phone'
import type { Download } from '../../kernel/http/serve.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { FieldRule } from '../fields/index.ts'
import { visibleFields } from './matching/visible-fields.ts'
import { fileOf } from './problem-file.ts'

const COLUMNS: [header: string, example: string][] = [
  ['First name', 'Maria'],
  ['Last name', 'Lopez'],
  ['Mobile', ''],
  ['Email', 'maria@example.com'],
  ['Employee ID', '1042'],
  ['Job title', 'Forklift operator'],
  ['Department', 'Warehouse'],
  ['Location', 'Plant 2'],
  ['Language', 'Spanish'],
  ['Hire date', '2024-03-15'],
  ['Birthday', '1990-04-23'],
  ['Groups', 'Night shift; Safety'],
]

const EXAMPLES: Record<FieldType, string> = {
  text: 'Any words',
  longtext: 'Any words',
  number: '12',
  date: '2026-09-30',
  boolean: 'Yes',
  select: '',
  multiselect: '',
  phone: '',
  email: 'somebody@example.com',
  url: 'https://example.com',
}

/** An empty file with the columns of this organization and one example, which comes back matched as it left. */
export async function templateFile(scope: Scope, format: 'csv' | 'xlsx'): Promise<Download> {
  const fields = await visibleFields(scope)
  const phone = displayPhone('+15550102233', scope.org.country)
  const columns = COLUMNS.map(([header, example]): [string, string] => [header, header === 'Mobile' ? phone : example])
  const custom = fields.map((field): [string, string] => [field.name, exampleOf(field, phone)])
  const all = [...columns, ...custom]
  const pages = async function* () {
    yield [all.map(([, example]) => example)]
  }
  return fileOf(
    'contacts-template',
    format,
    all.map(([header]) => header),
    pages(),
  )
}

function exampleOf({ type, options }: FieldRule, phone: string): string {
  if (type === 'phone') return phone
  const labels = options.filter((option) => !option.archived).map((option) => option.label)
  if (type === 'select') return labels[0] ?? ''
  return type === 'multiselect' ? labels.slice(0, 2).join('; ') : EXAMPLES[type]
}
