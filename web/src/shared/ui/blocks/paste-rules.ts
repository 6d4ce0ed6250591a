// What a block that was cut or copied keeps of its settings when it is pasted.
import {
  ALT_MAX,
  BLOCK_LABEL_MAX,
  BUTTON_LABEL_MAX,
  EVENT_PLACE_MAX,
  EVENT_TITLE_MAX,
  GALLERY_PICTURES_MAX,
  HREF_MAX,
  LOCAL_TIME,
  PERSON_LINE_MAX,
  QUOTE_FROM_MAX,
} from '@crewline/contract/block-limits'
import { isSafeHref, isWebHref } from '@crewline/contract/block-rules'
import { canonicalZone } from '@crewline/contract/calendar'

/** The attribute of a copied block that holds its settings. */
export const COPIED = 'data-settings'

/** What this issue may show: a file of another organization could not be saved. */
export interface Pasteable {
  hasFile: (fileId: string) => boolean
  hasForm: (formId: string) => boolean
}

type Settings = Readonly<Record<string, unknown>>

/** Writes the settings of a block as they are copied. */
export function copiedSettings(attributes: Settings): string {
  const { blockId: _blockId, ...settings } = attributes
  return JSON.stringify(settings)
}

function line(value: unknown, most: number): string {
  return typeof value === 'string' ? value.replaceAll(/\p{Cc}+/gu, ' ').slice(0, most) : ''
}

function address(value: unknown, isTaken: (href: string) => boolean): string {
  const href = typeof value === 'string' ? value.trim() : ''
  return href.length <= HREF_MAX && isTaken(href) ? href : ''
}

/** Returns a value that is one of these, else the first of them. */
function oneOf(value: unknown, all: readonly [string, ...string[]]): string {
  return all.find((one) => one === value) ?? all[0]
}

function localTime(value: unknown): string {
  const local = line(value, 16)
  const at = new Date(`${local}:00Z`)
  return LOCAL_TIME.test(local) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(local) ? local : ''
}

function timeZone(value: unknown): string {
  const name = line(value, 60)
  return canonicalZone(name) === undefined ? 'UTC' : name
}

function pictures(value: unknown, { hasFile }: Pasteable): Settings[] {
  const pasted = (Array.isArray(value) ? value : []).filter(
    (one: unknown): one is Settings => typeof one === 'object' && one !== null,
  )
  return pasted
    .filter(({ fileId }) => typeof fileId === 'string' && fileId !== '' && hasFile(fileId))
    .slice(0, GALLERY_PICTURES_MAX)
    .map(({ fileId, alt, isDecoration }) => ({ fileId, alt: line(alt, ALT_MAX), isDecoration: isDecoration === true }))
}

function parse(copied: string | null): Settings | undefined {
  try {
    const settings: unknown = JSON.parse(copied ?? '')
    return typeof settings === 'object' && settings !== null ? (settings as Settings) : undefined
  } catch {
    return undefined
  }
}

/**
 * Reads the settings of a pasted block; any page can put such text on the clipboard. Returns undefined when they are not
 * those of a block that this issue can show.
 */
export function pastedSettings(type: string, copied: string | null, known: Pasteable): Settings | undefined {
  const settings = parse(copied)
  if (!settings) return undefined
  const { fileId, formId, href } = settings
  const file = typeof fileId === 'string' && fileId !== '' && known.hasFile(fileId) ? fileId : undefined
  const label = line(settings['label'], BLOCK_LABEL_MAX)
  switch (type) {
    case 'picture':
      return file === undefined
        ? undefined
        : {
            fileId: file,
            alt: line(settings['alt'], ALT_MAX),
            isDecoration: settings['isDecoration'] === true,
            href: address(href, isSafeHref),
            size: oneOf(settings['size'], ['large', 'medium', 'small']),
            align: oneOf(settings['align'], ['start', 'center', 'end']),
          }
    case 'gallery':
      return { pictures: pictures(settings['pictures'], known) }
    case 'fileCard':
      return file === undefined ? undefined : { fileId: file, label }
    case 'videoCard':
      return { fileId: file ?? null, href: file ? '' : address(href, isWebHref), label }
    case 'formCard': {
      const isKnown = typeof formId === 'string' && known.hasForm(formId)
      return { formId: isKnown ? formId : null, label: label.slice(0, BUTTON_LABEL_MAX) }
    }
    case 'pollCard':
      return { formId: typeof formId === 'string' && known.hasForm(formId) ? formId : null }
    case 'celebrationsCard': {
      const { days } = settings
      return { days: days === 14 || days === 31 ? days : 7 }
    }
    case 'actionButton':
      return { label: label.slice(0, BUTTON_LABEL_MAX), href: address(href, isSafeHref) }
    case 'contactCard':
      return Object.fromEntries(
        ['name', 'role', 'phone', 'email'].map((field) => [field, line(settings[field], PERSON_LINE_MAX)]),
      )
    case 'quote':
      return { from: line(settings['from'], QUOTE_FROM_MAX) }
    case 'eventCard':
      return {
        title: line(settings['title'], EVENT_TITLE_MAX),
        startsAt: localTime(settings['startsAt']),
        endsAt: localTime(settings['endsAt']),
        timezone: timeZone(settings['timezone']),
        place: line(settings['place'], EVENT_PLACE_MAX),
      }
    default:
      return undefined
  }
}

/**
 * Writes pasted HTML with what the editor has: a large title becomes a heading, a small one a small heading, and the cells
 * of a row of a table stand in one paragraph with spaces between them, not as one long word.
 */
export function plainerHtml(html: string): string {
  return html
    .replaceAll(/<(\/?)h1\b/gi, '<$1h2')
    .replaceAll(/<(\/?)h[4-6]\b/gi, '<$1h3')
    .replaceAll(/<\/(t[dh])>\s*(?=<t[dh]\b)/gi, ' </$1>')
}
