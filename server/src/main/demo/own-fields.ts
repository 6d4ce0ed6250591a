import type { CustomValue } from '@crewline/contract/contacts'
import type { CustomField } from '@crewline/contract/fields'
import type { Db } from '../../kernel/db/pool.ts'
import type { Chance } from './chance.ts'
import type { DemoGroup } from './groups.ts'
import { DAY, idAt } from './moments.ts'
import type { DemoContact } from './people.ts'
import { insertRows, instant, type Row } from './rows.ts'

type Option = CustomField['options'][number]

const options = (colors: Record<string, string>): Option[] =>
  Object.entries(colors).map(([label, color]) => ({
    id: label.toLowerCase().replaceAll(' ', '-'),
    label,
    color,
    archived: false,
  }))

const SIZES = ['XS', 'S', 'M', 'L', 'XL', '2XL']

/** Language names of the demo, by tag. */
const LANGUAGES: Record<string, string> = {
  en: 'English',
  es: 'Spanish',
  pl: 'Polish',
  ht: 'Haitian Creole',
  vi: 'Vietnamese',
  ar: 'Arabic',
  fr: 'French',
  zh: 'Chinese',
  tl: 'Tagalog',
  uk: 'Ukrainian',
  pt: 'Portuguese',
}

/** The custom fields of the demo. */
const FIELDS: Partial<CustomField>[] = [
  {
    name: 'Shift',
    key: 'shift',
    type: 'select',
    fallback: 'your shift',
    showInList: true,
    options: options({
      Day: 'yellow',
      Second: 'orange',
      Night: 'violet',
      Weekend: 'teal',
    }),
  },
  { name: 'Badge number', key: 'badge_number', type: 'text', unique: true },
  { name: 'Forklift license until', key: 'forklift_license_until', type: 'date' },
  {
    name: 'Languages spoken',
    key: 'languages_spoken',
    type: 'multiselect',
    options: options(Object.fromEntries(Object.values(LANGUAGES).map((label) => [label, 'gray']))),
  },
  {
    name: 'Uniform size',
    key: 'uniform_size',
    type: 'select',
    fallback: 'your size',
    options: options(Object.fromEntries(SIZES.map((label) => [label, 'gray']))),
  },
  { name: 'Emergency contact phone', key: 'emergency_contact_phone', type: 'phone', sensitive: true },
]

/** Writes the fields of an organization. */
export async function writeFields(db: Db, orgId: string, nowMs: number): Promise<void> {
  const madeAt = nowMs - 300 * DAY
  const rows = FIELDS.map((field, position): Row => ({
    org_id: orgId,
    id: idAt(madeAt + position),
    name: field.name ?? '',
    key: field.key ?? '',
    type: field.type ?? 'text',
    options: JSON.stringify(field.options ?? []),
    is_unique: field.unique ?? false,
    sensitive: field.sensitive ?? false,
    fallback: field.fallback ?? '',
    show_in_list: field.showInList ?? false,
    position,
    created_at: instant(madeAt),
  }))
  await insertRows(
    db,
    'custom_field',
    {
      org_id: 'uuid',
      id: 'uuid',
      name: 'text',
      key: 'text',
      type: 'text',
      options: 'jsonb',
      is_unique: 'boolean',
      sensitive: 'boolean',
      fallback: 'text',
      show_in_list: 'boolean',
      position: 'int',
      created_at: 'timestamptz',
    },
    rows,
  )
}

const SHIFTS: Record<string, string> = {
  'Day shift': 'day',
  'Second shift': 'second',
  'Night shift': 'night',
  'Weekend crew': 'weekend',
}

/** Creates the values of these fields for each contact, by id; shifts and licenses match their groups. */
export function valuesOf(
  chance: Chance,
  { contacts, groups, nowMs }: { contacts: DemoContact[]; groups: DemoGroup[]; nowMs: number },
): Map<string, Record<string, CustomValue>> {
  const shiftOf = new Map<string, string>()
  for (const [name, shift] of Object.entries(SHIFTS).reverse())
    for (const id of groups.find((group) => group.name === name)?.contactIds ?? []) shiftOf.set(id, shift)
  const drivers = new Set(groups.find((group) => group.name === 'Forklift certified')?.contactIds)
  const badges = chance.shuffled(contacts.map((_, at) => 10_200 + at))
  return new Map(
    contacts.map((contact, at) => {
      const shift = shiftOf.get(contact.id)
      const until = new Date(nowMs + chance.integer(-40, 700) * DAY).toISOString().slice(0, 10)
      const values: Record<string, CustomValue> = {
        badge_number: `A${badges[at] ?? at}`,
        languages_spoken: listSpokenLanguages(chance, contact),
        ...(shift && { shift }),
        ...(drivers.has(contact.id) && { forklift_license_until: until }),
        ...(chance.happens(0.9) && { uniform_size: chance.pick(SIZES).toLowerCase() }),
        ...(chance.happens(0.8) && {
          emergency_contact_phone: `+1773555${String(chance.integer(100, 199)).padStart(4, '0')}`,
        }),
      }
      return [contact.id, values]
    }),
  )
}

/** The contact's language, and often English too. */
function listSpokenLanguages(chance: Chance, { language }: DemoContact): string[] {
  const ownLanguage = LANGUAGES[language]
  const languages = new Set([
    ...(ownLanguage ? [ownLanguage] : []),
    ...(ownLanguage === undefined || chance.happens(0.55) ? ['English'] : []),
  ])
  return Object.values(LANGUAGES)
    .filter((label) => languages.has(label))
    .map((label) => label.toLowerCase().replaceAll(' ', '-'))
}
