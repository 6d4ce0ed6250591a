import type { Locale } from '@crewline/contract/accounts'
import type { Words } from '@crewline/contract/words'
import { setImmediate as breathe } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { makePdf, type Sheet } from '../../kernel/pdf/sheet.ts'
import { codeWords } from './personal-data-codes.ts'
import { nameOf, SAYS, TITLES, WAYS } from './personal-data-words.ts'
import type { PersonalData } from './personal-data.ts'
import type { KeptMessage } from './views/personal-data.ts'

/** Entries written before others get their turn. */
const AT_ONCE = 20

/** Everything kept about a worker, as PDF with its fonts inside. */
export function asPdf(data: PersonalData, pages: AsyncIterable<KeptMessage[]>, language: Locale): Promise<Buffer> {
  const about = { title: SAYS.title[language], creator: data.organization, at: new Date(data.madeAt) }
  return makePdf(about, async (sheet) => {
    await sheet.write(SAYS.title[language], { size: 18 })
    sheet.space(1)
    await sheet.pair(SAYS.organization[language], data.organization)
    await sheet.pair(SAYS.madeBy[language], `${data.madeBy}, ${onClocks(data.madeAt, data.timeZone)}`)
    await sheet.pair(SAYS.zone[language], data.timeZone)
    await writeHead(sheet, SAYS.facts[language])
    for (const { field, value } of data.facts) await sheet.pair(field, value)
    const ground = { zone: data.timeZone, language }
    for (const [part, rows] of Object.entries(data.beside))
      await writeRows(sheet, TITLES[part as keyof typeof TITLES], rows, ground)
    await writeRows(sheet, SAYS.activity, data.activity, ground)
    await writeHead(sheet, SAYS.messages[language])
    let nth = 0
    for await (const page of pages)
      for (const message of page) {
        if ((nth += 1) % AT_ONCE === 0) await breathe()
        await writeMessage(sheet, message, ground)
      }
    if (nth === 0) await sheet.write(SAYS.none[language], { ink: 'faint' })
  })
}

/** On which clocks and in which language it is written. */
interface Ground {
  zone: string
  language: Locale
}

async function writeHead(sheet: Sheet, title: string): Promise<void> {
  sheet.space(1)
  sheet.rule()
  sheet.space(0.3)
  await sheet.write(title, { size: 12, isKept: true })
}

async function writeRows(
  sheet: Sheet,
  title: Words,
  rows: readonly object[],
  { zone, language }: Ground,
): Promise<void> {
  await writeHead(sheet, title[language])
  if (rows.length === 0) await sheet.write(SAYS.none[language], { ink: 'faint' })
  for (const [nth, row] of rows.entries()) {
    if (nth % AT_ONCE === 0) await breathe()
    const { at, ...said } = row as { at?: string } & Record<string, unknown>
    const words = Object.entries(said).flatMap(([name, value]) => {
      const text =
        typeof value === 'string' || typeof value === 'boolean' ? codeWords(name, value)[language] : wordsOf(value)
      return text === '' ? [] : [`${nameOf(name)[language]}: ${text}`]
    })
    if (at === undefined) await sheet.write(words.join(' \u00b7 '))
    else await sheet.pair(onClocks(at, zone), words.join(' \u00b7 '))
  }
}

function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`
}

async function writeMessage(sheet: Sheet, message: KeptMessage, { zone, language }: Ground): Promise<void> {
  const way = WAYS[message.direction][language]
  const who = message.by === null || message.by === '' ? '' : ` \u00b7 ${message.by}`
  sheet.space(0.5)
  await sheet.write(
    `${onClocks(message.at, zone)} \u00b7 ${way}${who} \u00b7 ${codeWords('state', message.state)[language]}`,
    {
      ink: 'faint',
      isKept: true,
    },
  )
  const event = message.event && codeWords('what', message.event)[language]
  const said = [message.body, message.translation, message.voicemail, event, message.files.join(', ')]
  for (const words of said) if (words) for (const line of words.split(/\r?\n/)) await sheet.write(line, { indent: 14 })
}

function onClocks(at: string, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(new Date(at).getTime())
    .toZonedDateTimeISO(zone)
    .toString({ smallestUnit: 'second', timeZoneName: 'never' })
}
