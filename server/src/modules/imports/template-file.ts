import { msg } from '@crewline/contract/localized-text'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Locale } from '@crewline/contract/accounts'
import { verbatim, decodeLocalizedText, type LocalizedText } from '@crewline/contract/words'
import type { FieldType } from '@crewline/contract/fields'
import { displayPhone } from '@crewline/contract/phone'
import type { Download } from '../../kernel/http/serve.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import type { FieldRule } from '../fields/index.ts'
import { shiftsByName } from '../shifts/index.ts'
import { visibleFields } from './matching/visible-fields.ts'
import { fileOf } from './problem-file.ts'

/** A column with its example; the example of a mobile number depends on the country. */
const COLUMNS: readonly { header: LocalizedText; example: LocalizedText }[] = [
  { header: msg({ message: 'First name' }), example: verbatim('Maria') },
  { header: msg({ message: 'Last name' }), example: verbatim('Lopez') },
  { header: msg({ message: 'Mobile' }), example: verbatim('') },
  { header: msg({ message: 'Email' }), example: verbatim('maria@example.com') },
  { header: msg({ message: 'Employee ID' }), example: verbatim('1042') },
  { header: msg({ message: 'Job title' }), example: msg({ message: 'Forklift operator' }) },
  { header: msg({ message: 'Department' }), example: msg({ message: 'Warehouse' }) },
  { header: msg({ message: 'Location' }), example: msg({ message: 'Plant 2' }) },
  { header: msg({ message: 'Language' }), example: msg({ message: 'Spanish' }) },
  { header: msg({ message: 'Hire date' }), example: verbatim('2024-03-15') },
  { header: msg({ message: 'Birthday' }), example: verbatim('1990-04-23') },
  { header: msg({ message: 'Groups' }), example: msg({ message: 'Night shift; Safety' }) },
]

const SHIFT: LocalizedText = msg({ message: 'Shift' })
const FILE_NAME: LocalizedText = msg({ message: 'contacts-template', comment: 'The name of a file.' })
const ANY: LocalizedText = msg({ message: 'Any words' })

const EXAMPLES: Record<FieldType, string | LocalizedText> = {
  text: ANY,
  longtext: ANY,
  number: '12',
  date: '2026-09-30',
  boolean: msg({ message: 'Yes' }),
  select: '',
  multiselect: '',
  phone: '',
  email: 'name@example.com',
  url: 'https://example.com',
}

/** Builds an empty file with the columns of the organization and one example row; importing it matches every column. */
export async function templateFile(scope: Scope, format: 'csv' | 'xlsx'): Promise<Download> {
  const fields = await visibleFields(scope)
  const phone = displayPhone('+15550102233', scope.org.country)
  const language = languageOf(scope)
  const columns = COLUMNS.map(({ header, example }): [string, string] => [
    localize(header, language),
    localize(example, language) || phone,
  ])
  const custom = fields.map((field): [string, string] => [field.name, exampleOf(field, phone, language)])
  const [shift] = (await shiftsByName(scope.db)).values()
  const shifts = shift ? [[localize(SHIFT, language), shift.name] as [string, string]] : []
  const all = [...columns, ...shifts, ...custom]
  const pages = async function* () {
    yield [all.map(([, example]) => example)]
  }
  return fileOf(
    localize(FILE_NAME, language),
    format,
    all.map(([header]) => header),
    pages(),
  )
}

function exampleOf({ type, options }: FieldRule, phone: string, language: Locale): string {
  if (type === 'phone') return phone
  const labels = options.filter((option) => !option.archived).map((option) => option.label)
  if (type === 'select') return labels[0] ?? ''
  return type === 'multiselect'
    ? labels.slice(0, 2).join('; ')
    : localize(decodeLocalizedText(EXAMPLES[type]), language)
}
