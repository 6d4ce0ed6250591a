import { localize } from '../../kernel/i18n/localize.ts'
import type { Locale } from '@crewline/contract/accounts'
import type { LocalizedText } from '@crewline/contract/words'
import { setImmediate as breathe } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { makePdf, type Sheet } from '../../kernel/pdf/sheet.ts'
import { codeText } from './personal-data-codes.ts'
import { nameOf, titleOf, EXPORT_LABELS, DIRECTIONS } from './personal-data-words.ts'
import type { PersonalData } from './personal-data.ts'
import type { StoredMessage } from './views/personal-data.ts'

/** The number of entries written before yielding to other work. */
const AT_ONCE = 20

/** Returns all stored data of a contact as a PDF with embedded fonts. */
export function asPdf(data: PersonalData, pages: AsyncIterable<StoredMessage[]>, language: Locale): Promise<Buffer> {
  const about = {
    title: localize(EXPORT_LABELS.title, language),
    creator: data.organization,
    at: new Date(data.madeAt),
  }
  return makePdf(about, async (sheet) => {
    await sheet.write(localize(EXPORT_LABELS.title, language), { size: 18 })
    sheet.space(1)
    await sheet.pair(localize(EXPORT_LABELS.organization, language), data.organization)
    await sheet.pair(
      localize(EXPORT_LABELS.madeBy, language),
      `${data.madeBy}, ${onClocks(data.madeAt, data.timeZone)}`,
    )
    await sheet.pair(localize(EXPORT_LABELS.zone, language), data.timeZone)
    await writeHeader(sheet, localize(EXPORT_LABELS.attributes, language))
    for (const { field, value } of data.attributes) await sheet.pair(field, value)
    const ground = { zone: data.timeZone, language }
    for (const [part, rows] of Object.entries(data.related)) await writeRows(sheet, titleOf(part), rows, ground)
    await writeRows(sheet, EXPORT_LABELS.activity, data.activity, ground)
    await writeHeader(sheet, localize(EXPORT_LABELS.messages, language))
    let nth = 0
    for await (const page of pages)
      for (const message of page) {
        if ((nth += 1) % AT_ONCE === 0) await breathe()
        await writeMessage(sheet, message, ground)
      }
    if (nth === 0) await sheet.write(localize(EXPORT_LABELS.none, language), { ink: 'faint' })
  })
}

/** The time zone and language of the document. */
interface Ground {
  zone: string
  language: Locale
}

async function writeHeader(sheet: Sheet, title: string): Promise<void> {
  sheet.space(1)
  sheet.rule()
  sheet.space(0.3)
  await sheet.write(title, { size: 12, isKeptWithNext: true })
}

async function writeRows(
  sheet: Sheet,
  title: LocalizedText,
  rows: readonly object[],
  { zone, language }: Ground,
): Promise<void> {
  await writeHeader(sheet, localize(title, language))
  if (rows.length === 0) await sheet.write(localize(EXPORT_LABELS.none, language), { ink: 'faint' })
  for (const [nth, row] of rows.entries()) {
    if (nth % AT_ONCE === 0) await breathe()
    const { at, ...fields } = row as { at?: string } & Record<string, unknown>
    const parts = Object.entries(fields).flatMap(([name, value]) => {
      const text =
        typeof value === 'string' || typeof value === 'boolean'
          ? localize(codeText(name, value), language)
          : textOf(value)
      return text === '' ? [] : [`${localize(nameOf(name), language)}: ${text}`]
    })
    if (at === undefined) await sheet.write(parts.join(' \u00b7 '))
    else await sheet.pair(onClocks(at, zone), parts.join(' \u00b7 '))
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`
}

async function writeMessage(sheet: Sheet, message: StoredMessage, { zone, language }: Ground): Promise<void> {
  const direction = localize(DIRECTIONS[message.direction], language)
  const sender = message.by === null || message.by === '' ? '' : ` \u00b7 ${message.by}`
  sheet.space(0.5)
  await sheet.write(
    `${onClocks(message.at, zone)} \u00b7 ${direction}${sender} \u00b7 ${localize(codeText('state', message.state), language)}`,
    {
      ink: 'faint',
      isKeptWithNext: true,
    },
  )
  const event = message.event && localize(codeText('what', message.event), language)
  const texts = [message.body, message.translation, message.voicemail, event, message.files.join(', ')]
  for (const text of texts) if (text) for (const line of text.split(/\r?\n/)) await sheet.write(line, { indent: 14 })
}

function onClocks(at: string, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(new Date(at).getTime())
    .toZonedDateTimeISO(zone)
    .toString({ smallestUnit: 'second', timeZoneName: 'never' })
}
