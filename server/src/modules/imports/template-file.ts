import { localize } from '../../kernel/i18n/localize.ts'
import type { Locale } from '@crewline/contract/accounts'
import { verbatim, decodeLocalizedText, type LocalizedText } from '@crewline/contract/words'
import type { FieldType } from '@crewline/contract/fields'
import { displayPhone } from '@crewline/contract/phone'
import type { Download } from '../../kernel/http/serve.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import type { FieldRule } from '../fields/index.ts'
import { visibleFields } from './matching/visible-fields.ts'
import { fileOf } from './problem-file.ts'

/** A column with its example; the example of a mobile number depends on the country. */
const COLUMNS: readonly { header: LocalizedText; example: LocalizedText }[] = [
  { header: { en: 'First name', es: 'Nombre' }, example: verbatim('Maria') },
  { header: { en: 'Last name', es: 'Apellido' }, example: verbatim('Lopez') },
  { header: { en: 'Mobile', es: 'Móvil' }, example: verbatim('') },
  { header: { en: 'Email', es: 'Correo electrónico' }, example: verbatim('maria@example.com') },
  { header: { en: 'Employee ID', es: 'ID de empleado' }, example: verbatim('1042') },
  { header: { en: 'Job title', es: 'Puesto' }, example: { en: 'Forklift operator', es: 'Montacarguista' } },
  { header: { en: 'Department', es: 'Departamento' }, example: { en: 'Warehouse', es: 'Almacén' } },
  { header: { en: 'Location', es: 'Ubicación' }, example: { en: 'Plant 2', es: 'Planta 2' } },
  { header: { en: 'Language', es: 'Idioma' }, example: { en: 'Spanish', es: 'Español' } },
  { header: { en: 'Hire date', es: 'Fecha de contratación' }, example: verbatim('2024-03-15') },
  { header: { en: 'Birthday', es: 'Cumpleaños' }, example: verbatim('1990-04-23') },
  { header: { en: 'Groups', es: 'Grupos' }, example: { en: 'Night shift; Safety', es: 'Turno de noche; Seguridad' } },
]

const ANY: LocalizedText = { en: 'Any words', es: 'Cualquier texto' }

const EXAMPLES: Record<FieldType, string | LocalizedText> = {
  text: ANY,
  longtext: ANY,
  number: '12',
  date: '2026-09-30',
  boolean: { en: 'Yes', es: 'Sí' },
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
  const all = [...columns, ...custom]
  const pages = async function* () {
    yield [all.map(([, example]) => example)]
  }
  return fileOf(
    language === 'es' ? 'plantilla-de-contactos' : 'contacts-template',
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
